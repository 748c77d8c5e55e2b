#!/bin/sh
# Publishes a folder of yours: sh publish.sh my-cottage cottage@your.domain
#
# The machine checks it before it serves it; with a mistake in it nothing changes, and the mistake is told here. What
# follows the address goes to ssh, such as -p 2222 or -i my-key.
set -eu
if [ $# -lt 2 ]; then
  echo "Usage: sh publish.sh my-cottage cottage@your.domain" >&2
  exit 2
fi
folder=$1 host=$2
shift 2
for name in data content; do
  if [ ! -d "$folder/$name" ]; then
    echo "There is no folder $name in $folder" >&2
    exit 2
  fi
done
packed=$(mktemp)
trap 'rm -f "$packed"' EXIT
# COPYFILE_DISABLE: a Mac adds files of its own to what it packs.
COPYFILE_DISABLE=1 tar -czf "$packed" -C "$folder" data content
ssh "$@" "$host" publish < "$packed"
