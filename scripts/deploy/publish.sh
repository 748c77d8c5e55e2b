#!/bin/sh
# Publishes a folder: sh publish.sh my-cottage cottage@your.domain
#
#   --unfinished   publish although something is left to fill in or translate
#   --site NAME    publish to another site of the machine, for example a second language
#
# The server compiles the folder before it serves it. If the folder has an error, the error is printed here and nothing
# changes. Further arguments are passed to ssh, for example -p 2222 or -i my-key.
set -eu
if [ $# -lt 2 ]; then
  echo "Usage: sh publish.sh my-cottage cottage@your.domain" >&2
  exit 2
fi
folder=$1 host=$2
shift 2
command=publish
while :; do
  case ${1-} in
    --unfinished) command="$command --unfinished" ;;
    --site)
      command="$command --site ${2:?the name of the site}"
      shift
      ;;
    *) break ;;
  esac
  shift
done
for name in data content; do
  if [ ! -d "$folder/$name" ]; then
    echo "There is no folder $name in $folder" >&2
    exit 2
  fi
done
packed=$(mktemp)
trap 'rm -f "$packed"' EXIT
# COPYFILE_DISABLE keeps macOS from adding files of its own.
COPYFILE_DISABLE=1 tar -czf "$packed" -C "$folder" data content
# The ServerAlive options end a broken connection within a minute.
ssh -o ServerAliveInterval=15 -o ServerAliveCountMax=4 "$@" "$host" "$command" < "$packed"
