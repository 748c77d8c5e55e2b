#!/bin/sh
# Publishes a cottage on the machine that serves it: takes a packed folder from standard input, checks it with the very
# program that will serve it, and puts it in the place of the present one. With anything wrong nothing changes.
#
#   sh receive.sh           publish what comes on standard input: tar -cz of the folders data and content
#   sh receive.sh back      the one that was published before
#   sh receive.sh place     as publish, before there is a service (the installer)
#   sh receive.sh check     the present one, by this release's program (the installer, before this release takes over)
#
# It runs as the user cottage, who owns /srv/holiday-cottage and nothing else. The holder of a publish key can run
# this and nothing besides (authorized_keys: restrict,command): what comes from there is untrusted.
set -eu
umask 022
PATH=/usr/sbin:/usr/bin:/sbin:/bin
export PATH LC_ALL=C.UTF-8

PACKED_BYTES_MAX=104857600
UNPACKED_BYTES_MAX=268435456
FILES_MAX=2000
KEPT=5
LOCK=/opt/holiday-cottage/lock
SETTINGS=/etc/holiday-cottage.env
PROGRAM=$(dirname "$(dirname "$(dirname "$(readlink -f "$0")")")")
cd /srv/holiday-cottage

fail() {
  echo "Not published: $*. What was served stays served." >&2
  exit 1
}

setting() {
  sed -n "s/^$1=//p" "$SETTINGS" | tail -n 1
}

node() {
  env -i BASE_URL="$(setting BASE_URL)" HOST="$(setting HOST)" PORT="$(setting PORT)" timeout 60 "$PROGRAM/node" --permission --allow-fs-read=/opt/holiday-cottage --allow-fs-read=/srv/holiday-cottage "$PROGRAM/dist/server.js" "$@"
}

check() {
  node "/srv/holiday-cottage/$1" --check
}

# What could be better was told when it was published.
checkAgain() {
  findings=$(check "$1") || {
    printf '%s\n' "$findings"
    return 1
  }
}

# From standard input to the folder "staged", bounded in every measure. A packed file that was cut short fails gzip's
# checksum; links, pipes and whatever else is no plain file are no facts.
stage() {
  # Left by a run that was interrupted, perhaps before its folders were readable.
  [ ! -d staged ] || chmod -R u=rwX staged
  rm -rf staged staged.tgz staged.tar current.new previous.new
  head -c $((PACKED_BYTES_MAX + 1)) > staged.tgz
  [ "$(stat -c %s staged.tgz)" -le $PACKED_BYTES_MAX ] || fail "it is packed larger than $PACKED_BYTES_MAX bytes"
  gzip -dc staged.tgz 2> /dev/null | head -c $((UNPACKED_BYTES_MAX + 1)) > staged.tar
  [ "$(stat -c %s staged.tar)" -le $UNPACKED_BYTES_MAX ] || fail "it is larger than $UNPACKED_BYTES_MAX bytes"
  gzip -t staged.tgz 2> /dev/null || fail "it did not arrive whole, or is no .tgz"
  [ "$(tar -tf staged.tar | head -n $((FILES_MAX + 1)) | wc -l)" -le $FILES_MAX ] || fail "it holds more than $FILES_MAX files"
  mkdir staged
  # A sparse file says it is larger than what came: ulimit counts blocks of 512 bytes.
  (ulimit -f $((UNPACKED_BYTES_MAX / 512)) && tar -xf staged.tar -C staged --no-same-owner --no-same-permissions --no-overwrite-dir --warning=no-unknown-keyword --exclude='._*' --exclude=.DS_Store --exclude=Thumbs.db --exclude=desktop.ini data content) ||
    fail "it could not be unpacked: it must hold the folders data and content, none of their files too large"
  # First of all, or a folder that nobody may read would hide what is in it from the next two questions.
  chmod -R u=rwX,go=rX staged
  [ -z "$(find staged ! -type f ! -type d | head -n 1)" ] || fail "it holds something that is neither file nor folder, such as a link"
  [ -z "$(find staged -type f -links +1 | head -n 1)" ] || fail "it holds a file under two names"
  rm staged.tgz staged.tar
}

# Both names are replaced at once or not at all; before that, everything they lead to is on the disk.
point() {
  ln -sfn "$2" "$1.new"
  mv -T "$1.new" "$1"
}

swap() {
  sync -f .
  old=$(readlink current || true)
  [ -z "$old" ] || point previous "$old"
  point current "$1"
  sync -f .
}

isHealthy() {
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
    if node --health; then return 0; fi
    sleep 1
  done
  return 1
}

reload() {
  sudo -n /usr/bin/systemctl reload-or-restart holiday-cottage && isHealthy
}

# Serves what "current" has come to lead to, or puts the old one back.
serve() {
  if reload; then return; fi
  point current "$old"
  reload || true
  fail "the service did not take it"
}

publish() {
  stage
  check staged || fail "see above"
  name=published/$(date -u +%Y-%m-%dT%H-%M-%S)-$$
  mkdir -p published
  mv staged "$name"
  swap "$name"
}

tidy() {
  for each in $(ls -1 published | head -n -$KEPT); do
    case "$(readlink current) $(readlink previous || true)" in
      *"published/$each"*) ;;
      *) rm -rf "published/$each" ;;
    esac
  done
}

# Who comes by a key says what for in SSH_ORIGINAL_COMMAND; who is on this machine already, in the arguments.
if [ -n "${SSH_CONNECTION-}" ]; then
  wanted=${SSH_ORIGINAL_COMMAND:-publish}
  case $wanted in publish | back) ;; *) fail "this key can publish and go back, and nothing else" ;; esac
else
  wanted=${1:-publish}
fi

if [ "$wanted" = check ]; then
  checkAgain current
  exit
fi
# One at a time; the installer holds the same lock while a new release takes over.
exec 9< "$LOCK"
flock -w 120 9 || fail "another publication has not ended"
case $wanted in
  publish)
    publish
    serve
    tidy
    echo "Published: $(setting BASE_URL)"
    ;;
  place) publish ;;
  back)
    before=$(readlink previous) || fail "there is none before it"
    checkAgain previous || fail "this program does not serve the one before; see above"
    swap "$before"
    serve
    echo "Back at $before: $(setting BASE_URL)"
    ;;
  *) fail "unknown word $wanted" ;;
esac
