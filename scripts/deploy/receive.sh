#!/bin/sh
# Publishes a cottage on the machine that serves it: unpacks the folders data and content from standard input, compiles
# them with the program that serves, and switches to the result. After any failure nothing changes.
#
#   sh receive.sh           publish the archive on standard input, as "tar -cz data content" writes it
#   sh receive.sh back      switch to the previous publication
#   sh receive.sh place     like publish, but without a running service (for the installer)
#   sh receive.sh compile   compile the current and the previous cottage with this release (for the installer)
#   sh receive.sh refresh   compile the current cottage if it is damaged or was compiled with other settings (before
#                           each start)
#
# "--site en" selects the site in /srv/holiday-cottage-en. "publish --unfinished" publishes although something is left
# to fill in or translate.
#
# This runs as the user cottage, who owns these folders and nothing else. The holder of a publish key can run this
# and nothing else (authorized_keys: restrict,command), so everything on standard input is untrusted.
#
# /srv/holiday-cottage/published/TIME-PID   one folder per publication: data, content, and for each release that served
#                                           it RELEASE.cottage (the compiled site) and RELEASE.cottage.settings
#                                           (the settings that it was compiled with, its checksum and its hash)
# /srv/holiday-cottage/current, previous    links to two of these folders
set -eu
umask 022
PATH=/usr/sbin:/usr/bin:/sbin:/bin
export PATH LC_ALL=C.UTF-8

PACKED_BYTES_MAX=104857600
UNPACKED_BYTES_MAX=268435456
# A reload holds the old and the new site: twice this, plus 70 MiB, fits into the unit's MemoryMax.
SITE_BYTES_MAX=67108864
FILES_MAX=2000
FOLDERS_DEEP_MAX=5
UPLOAD_SECONDS_MAX=600
UPLOADS_MAX=3
UNPACK_SECONDS_MAX=60
COMPILE_SECONDS_MAX=60
COMPILE_KIBIBYTES_MAX=786432
LOCK_SECONDS_MAX=120
RELOAD_SECONDS_MAX=5
RESTART_SECONDS_MAX=15
PUBLICATIONS_KEPT=5

LOCK=/opt/holiday-cottage/lock
PROGRAM=$(dirname "$(dirname "$(dirname "$(readlink -f "$0")")")")
RELEASE=$(basename "$PROGRAM")
# shellcheck source=common.sh
. "$PROGRAM/scripts/deploy/common.sh"

fail() {
  echo "Not published: $*. The site that was served before is still served." >&2
  exit 1
}

# Prints the settings and the checksum of a compiled site. After a change of any setting, the site is compiled again,
# because that also checks the settings.
describeSite() {
  for name in BASE_URL RATE_LIMIT HOST PORT TRUST_PROXY ACCESS_LOG; do
    printf '%s=%s\n' "$name" "$(setting "$name")"
  done
  printf 'SUM=%s\n' "$(cksum < "$1")"
}

# Runs Node with the site's settings, a time limit and permission to read the program and the published folders.
node() {
  env -i BASE_URL="$(setting BASE_URL)" RATE_LIMIT="$(setting RATE_LIMIT)" HOST="$(setting HOST)" \
    PORT="$(setting PORT)" TRUST_PROXY="$(setting TRUST_PROXY)" ACCESS_LOG="$(setting ACCESS_LOG)" \
    timeout $COMPILE_SECONDS_MAX \
    "$PROGRAM/node" --permission --allow-fs-read=/opt/holiday-cottage --allow-fs-read="$SRV" "$@"
}

# Compiles a folder, which also checks it and the settings. Time, memory and the size of the result are limited.
compile() {
  folder=$SRV/$1
  site=$folder/$RELEASE.cottage
  rm -f "$site.new"
  report=$(
    # shellcheck disable=SC3045 # dash and bash know the limit of the data segment
    ulimit -d $COMPILE_KIBIBYTES_MAX
    node --allow-fs-write="$folder" "$PROGRAM/dist/server.js" "$folder" --compile "$site.new"
  ) || {
    status=$?
    printf '%s\n' "$report"
    # Status 1 means that the compiler has reported errors. Any other means that it exceeded a limit of time or memory.
    [ $status -eq 1 ] || echo "The site is too large to compile here: use fewer pages" >&2
    return 1
  }
  if [ "$(stat -c %s "$site.new")" -gt $SITE_BYTES_MAX ]; then
    rm "$site.new"
    echo "The compiled site is larger than $SITE_BYTES_MAX bytes: use smaller photographs" >&2
    return 1
  fi
  revision=$(printf '%s\n' "$report" | sed -n 's/.*: site \([0-9A-Za-z_-]*\), .*/\1/p')
  sync -f "$folder" && mv "$site.new" "$site" &&
    { describeSite "$site" && echo "SITE=$revision"; } > "$site.settings"
}

# Rejects a folder in which something is left to fill in or translate, because guests would read it.
assertFinished() {
  # shellcheck disable=SC3045 # dash and bash know the limit of the data segment
  report=$(ulimit -d $COMPILE_KIBIBYTES_MAX && node "$PROGRAM/dist/server.js" "$SRV/staged" --check --finished) || {
    printf '%s\n' "$report"
    reason="something is left to fill in or translate; see above. Fill it in, translate it or delete it"
    fail "$reason. To publish all the same, add --unfinished"
  }
}

# Reports whether this release has compiled a folder with the present settings, and the compiled site is undamaged.
isCompiled() {
  [ -s "$1/$RELEASE.cottage" ] || return 1
  [ "$(grep -v ^SITE= "$1/$RELEASE.cottage.settings" 2> /dev/null)" = "$(describeSite "$1/$RELEASE.cottage")" ]
}

# Stores standard input in a file of its own before taking the lock, so that a stalled upload does not keep others from
# publishing. At most three uploads may run at a time, so that a stolen key cannot fill the disk.
storeUpload() {
  slot=1
  while :; do
    # Without "command", a failed redirection would end the script.
    command exec 8> incoming.$slot.lock || fail "the server cannot store the upload; see above"
    if flock -n 8; then break; fi
    [ $slot -lt $UPLOADS_MAX ] || fail "$UPLOADS_MAX other uploads have not ended; try again in ten minutes"
    slot=$((slot + 1))
  done
  packed=incoming.$slot
  timeout $UPLOAD_SECONDS_MAX head -c $((PACKED_BYTES_MAX + 1)) > $packed || {
    [ $? -ne 124 ] || fail "the upload took longer than $UPLOAD_SECONDS_MAX seconds"
    fail "the server cannot store the upload; see above"
  }
  [ "$(stat -c %s $packed)" -le $PACKED_BYTES_MAX ] || fail "the archive is larger than $PACKED_BYTES_MAX bytes"
}

# Allows one publication at a time. The installer holds the same lock while it changes the release.
holdLock() {
  exec 9< $LOCK
  flock -w $LOCK_SECONDS_MAX 9 || fail "another publication or an upgrade has not ended"
}

# Removes the temporary files of a rejected publication.
cleanUp() {
  [ -z "${packed-}" ] || rm -f "$packed"
  [ -z "${isStaging-}" ] || removeStaged
}

removeStaged() {
  [ ! -d staged ] || chmod -R u=rwX staged
  rm -rf staged staged.tar current.new previous.new
}

# Unpacks the upload into the folder "staged". The archive's size, its number of files and their depth are limited.
unpack() {
  isStaging=yes
  removeStaged
  timeout $UNPACK_SECONDS_MAX gzip -dc $packed 2> /dev/null | head -c $((UNPACKED_BYTES_MAX + 1)) > staged.tar ||
    fail "the archive could not be unpacked: the disk is full"
  [ "$(stat -c %s staged.tar)" -le $UNPACKED_BYTES_MAX ] ||
    fail "the unpacked archive is larger than $UNPACKED_BYTES_MAX bytes"
  # A truncated file fails gzip's checksum.
  timeout $UNPACK_SECONDS_MAX gzip -t $packed 2> /dev/null ||
    fail "the archive did not arrive whole, or is not a .tgz file"
  names=$(timeout $UNPACK_SECONDS_MAX tar -tf staged.tar 2> /dev/null | head -n $((FILES_MAX + 1))) || true
  [ "$(printf '%s\n' "$names" | wc -l)" -le $FILES_MAX ] || fail "the archive holds more than $FILES_MAX files"
  if printf '%s\n' "$names" | grep -qE "^([^/]*/){$FOLDERS_DEEP_MAX}[^/]+/"; then
    fail "the archive holds folders more than $FOLDERS_DEEP_MAX levels deep"
  fi
  mkdir staged
  # ulimit counts blocks of 512 bytes. This limit stops sparse files, which unpack to more than the archive's size.
  (
    ulimit -f $((UNPACKED_BYTES_MAX / 512))
    timeout $UNPACK_SECONDS_MAX tar -xf staged.tar -C staged \
      --no-same-owner --no-same-permissions --no-overwrite-dir --warning=no-unknown-keyword \
      --exclude='._*' --exclude=.DS_Store --exclude=Thumbs.db --exclude=desktop.ini data content
  ) || fail "the archive could not be unpacked: it must hold the folders data and content," \
    "without very large files, and the disk must have room"
  # Set permissions first, because find cannot read a folder without them.
  chmod -R u=rwX,go=rX staged
  [ -z "$(find staged ! -type f ! -type d | head -n 1)" ] ||
    fail "the archive holds something that is neither a file nor a folder, such as a link"
  [ -z "$(find staged -type f -links +1 | head -n 1)" ] || fail "the archive holds a file under two names"
  rm staged.tar
}


# Makes a publication the current one. Writes its files to the disk before the links change.
switchTo() {
  sync -f .
  oldCurrent=$(readlink current || true)
  oldPrevious=$(readlink previous || true)
  [ -z "$oldCurrent" ] || replaceLink previous "$oldCurrent"
  replaceLink current "$1"
  sync -f .
}

# Undoes switchTo, which has also replaced the link to the previous publication.
switchBack() {
  replaceLink current "$oldCurrent"
  if [ -n "$oldPrevious" ]; then replaceLink previous "$oldPrevious"; else rm -f previous; fi
  sync -f .
}

# Waits until /healthz reports the site that "current" links to. The argument is the maximum number of seconds.
waitUntilServed() {
  revision=$(sed -n 's/^SITE=//p' "current/$RELEASE.cottage.settings")
  url=http://$(serviceAddress)/healthz
  waited=0
  while [ $waited -lt "$1" ]; do
    if curl -sf --max-time 3 "$url" | grep -qF "\"site\":\"$revision\""; then return 0; fi
    sleep 1
    waited=$((waited + 1))
  done
  return 1
}

# Makes the service read the current site. Restarts the service if it rejects the site, because it may have been started
# with other settings.
reload() {
  sudo -n /usr/bin/systemctl reload-or-restart "$NAME" && waitUntilServed $RELOAD_SECONDS_MAX && return
  sudo -n /usr/bin/systemctl restart "$NAME" && waitUntilServed $RESTART_SECONDS_MAX
}

# Makes the service read the current site. Switches back if it does not.
reloadOrSwitchBack() {
  if reload; then return; fi
  switchBack
  reload || true
  fail "the service did not accept the new site; see its log"
}

# Unpacks, compiles and checks the upload, and makes it the current publication. Does not reload the service.
place() {
  unpack
  compile staged || fail "see above"
  [ $command != publish ] || [ -n "$isUnfinished" ] || assertFinished
  name=published/$(date -u +%Y-%m-%dT%H-%M-%S)-$$
  mkdir -p published
  mv staged "$name"
  switchTo "$name"
}

removeOldPublications() {
  # shellcheck disable=SC2012 # the names are made by this script
  for name in $(ls -1 published | head -n -$PUBLICATIONS_KEPT); do
    case "$(readlink current) $(readlink previous || true)" in
      *"published/$name"*) ;;
      *) rm -rf "published/$name" ;;
    esac
  done
}

goBack() {
  before=$(readlink previous) || fail "nothing was published before"
  isCompiled "$before" || compile "$before" || fail "this release cannot serve what was published before; see above"
  switchTo "$before"
  reloadOrSwitchBack
  echo "Back at $before: $(setting BASE_URL)"
}

# Deletes copies of the running release's own files from a publication, because they would replace the new release's
# files. Before 2.0.0, the installer published them with the sample.
removeCopies() {
  for file in content/developers.md content/style.css; do
    ! cmp -s "$1/$file" "/opt/holiday-cottage/current/$file" || rm "$1/$file"
  done
}

# Compiles the current and the previous publication. Only the current one must succeed.
compilePublications() {
  for name in current previous; do
    [ -e $name ] || continue
    publication=$(readlink $name)
    removeCopies "$publication"
    if isCompiled "$publication" || compile "$publication"; then continue; fi
    [ $name = previous ] || exit 1
    echo "These errors are in the previous publication only: you cannot go back to it with this release" >&2
  done
}

# Over SSH, the command is in SSH_ORIGINAL_COMMAND. On the machine itself, it is in the arguments.
if [ -n "${SSH_CONNECTION-}" ]; then
  allowed='^(publish|back)( --unfinished| --site [a-z0-9]+)*;$'
  printf '%s\n' "${SSH_ORIGINAL_COMMAND:-publish}" | tr '\n' ';' | grep -qE "$allowed" ||
    fail "this key can publish and go back, and nothing else"
  # shellcheck disable=SC2086 # each word is an argument; the words contain only letters, digits and hyphens
  set -- ${SSH_ORIGINAL_COMMAND:-publish}
fi
command=${1:-publish} isUnfinished='' NAME=holiday-cottage
[ $# = 0 ] || shift
while [ $# -gt 0 ]; do
  case $1 in
    --unfinished) isUnfinished=yes ;;
    --site)
      NAME=holiday-cottage-$2
      shift
      ;;
    --unit)
      NAME=$2
      shift
      ;;
    *) fail "unknown argument $1" ;;
  esac
  shift
done
SRV=/srv/$NAME
# shellcheck disable=SC2034 # The functions of common.sh use it.
SETTINGS=/etc/$NAME.env
cd "$SRV" 2> /dev/null || fail "this machine has no site $NAME"

trap cleanUp EXIT
case $command in
  publish)
    storeUpload
    holdLock
    place
    reloadOrSwitchBack
    removeOldPublications
    echo "Published: $(setting BASE_URL)"
    ;;
  place)
    storeUpload
    holdLock
    place
    ;;
  back)
    holdLock
    goBack
    ;;
  compile) compilePublications ;;
  refresh) isCompiled current || compile "$(readlink current)" ;;
  *) fail "unknown command $command" ;;
esac
