#!/bin/sh
# Installs this release on a machine with Debian or Ubuntu, as root. It is safe to run twice. Run from a newer release,
# it upgrades: the new program compiles the published cottage before it replaces the old one, and after any failure the
# old one continues to serve.
#
#   sudo sh install.sh your.domain                install; later runs need no domain
#   sudo sh install.sh your.domain --node FILE    install with your own Node; later runs keep it until a release needs
#                                                 a newer one
#   sudo sh install.sh en.your.domain --site en   add a second site on the same machine, for example in another language
#   sudo holiday-cottage                          apply the settings in /etc/holiday-cottage.env
#   sudo holiday-cottage back                     return to the previous release
#   sudo holiday-cottage key FILE                 allow the holder of an SSH key to publish, and nothing else
#
# /opt/holiday-cottage/releases   programs; "current" is the running one, "previous" the one before
# /srv/holiday-cottage/published  the owner's folders, written only by the user cottage; "current" is what is served
# /etc/holiday-cottage.env        settings, which an upgrade keeps
# /etc/systemd/system             links to the units of the current release, and a drop-in for Caddy
# /etc/caddy                      Caddyfile and away.html, written only if the Caddyfile is Debian's or this program's
#
# A second site has /srv/holiday-cottage-en, /etc/holiday-cottage-en.env and the unit holiday-cottage-en.
set -eu
umask 022
PATH=/usr/sbin:/usr/bin:/sbin:/bin
export PATH LC_ALL=C.UTF-8

# The version of Node that the tests run with, and the SHA-256 of its bin/node in the npm package node-linux-*.
# Any other download is rejected.
NODE_VERSION=24.21.0
NODE_SUM_x64=7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c
NODE_SUM_arm64=0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584

OPT=/opt/holiday-cottage
UNITS=/etc/systemd/system
FIRST=holiday-cottage
COTTAGE_HOME=/var/lib/holiday-cottage
FREE_MEBIBYTES_MIN=400
HEALTHY_SECONDS_MAX=15
LOCK_SECONDS_MAX=120
RELEASES_KEPT=3
SOURCE=$(dirname "$(dirname "$(dirname "$(readlink -f "$0")")")")
HERE=$SOURCE/scripts/deploy
# shellcheck source=common.sh
. "$HERE/common.sh"

fail() {
  echo "install: $*" >&2
  exit 1
}

# Lists the sites of this machine, the first site first. Each settings file is a site.
listSites() {
  for file in /etc/$FIRST.env /etc/$FIRST-*.env; do
    [ ! -e "$file" ] || basename "$file" .env
  done
}

# Selects the site that the functions below work on.
useSite() {
  NAME=$1 SRV=/srv/$1 SETTINGS=/etc/$1.env
}

# Runs a command of a release's receive.sh for the selected site, as the user cottage.
receive() {
  runuser -u cottage -- env -i /bin/sh "$1/scripts/deploy/receive.sh" "$2" --unit "$NAME"
}

checkHealth() {
  env -i HOST="$(setting HOST)" PORT="$(setting PORT)" "$OPT/current/node" "$OPT/current/dist/server.js" --health
}

# Waits until the service is healthy. Prints the last problem if it does not become healthy in time.
waitUntilHealthy() {
  waited=0
  until problem=$(checkHealth 2>&1); do
    if [ $waited -ge $HEALTHY_SECONDS_MAX ]; then
      echo "$problem" >&2
      return 1
    fi
    sleep 1
    waited=$((waited + 1))
  done
}

restartSites() {
  sync
  systemctl daemon-reload
  for site in $(listSites); do
    useSite "$site"
    systemctl restart "$NAME" && waitUntilHealthy || return 1
  done
}

# Switches to a release. If it does not start, switches back to the previous one.
switchTo() {
  old=$(readlink "$OPT/current" || true)
  oldPrevious=$(readlink "$OPT/previous" || true)
  if [ "$old" != "$1" ]; then
    [ -z "$old" ] || replaceLink "$OPT/previous" "$old"
    replaceLink "$OPT/current" "$1"
  fi
  if restartSites; then return; fi
  journalctl -u "$NAME" -n 20 --no-pager >&2 || true
  [ -n "$old" ] && [ "$old" != "$1" ] || fail "the service does not start; see above"
  replaceLink "$OPT/current" "$old"
  [ -z "$oldPrevious" ] || replaceLink "$OPT/previous" "$oldPrevious"
  restartSites || true
  fail "release $1 does not start, so $old serves again; see above"
}

# Compiles the published cottages with a release, which also checks them. Releases before 2.0.0 do not compile.
compilePublished() {
  for site in $(listSites); do
    useSite "$site"
    [ ! -L "$OPT/$1/$NAME.cottage" ] || receive "$OPT/$1" compile ||
      fail "release $1 cannot serve $(setting BASE_URL); see above. Nothing was restarted. If the error is in your" \
      "folder, correct it and publish it; if it is in a setting, correct $SETTINGS. Then run this again"
  done
}

holdLock() {
  exec 9< "$OPT/lock"
  flock -w $LOCK_SECONDS_MAX 9 || fail "a publication has not ended"
}

goBack() {
  holdLock
  before=$(readlink "$OPT/previous") || fail "there is no release before this one"
  [ -d "$OPT/$before" ] || fail "$OPT/$before was removed"
  compilePublished "$before"
  switchTo "$before"
  echo "Back at $before"
}

PUBLIC_KEY='^(ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(256|384|521)|sk-ssh-ed25519@openssh\.com) [A-Za-z0-9+/]+=*( [^"]*)?$'

# Accepts only a line that holds a public key and nothing else, because sshd would obey options in front of the key.
addKey() {
  [ -r "$1" ] || fail "name the file of a public key: sudo holiday-cottage key id_ed25519.pub"
  line=$(grep -E "$PUBLIC_KEY" "$1" || true)
  [ "$(printf '%s\n' "$line" | wc -l)" = 1 ] && [ -n "$line" ] ||
    fail "$1 must hold one public key, as ssh-keygen writes it to a file that ends in .pub"
  keys=$COTTAGE_HOME/.ssh/authorized_keys
  if ! grep -qF "$line" "$keys" 2> /dev/null; then
    printf 'restrict,command="/bin/sh %s/current/scripts/deploy/receive.sh" %s\n' "$OPT" "$line" >> "$keys"
  fi
  echo "This key can publish as cottage. To revoke it, remove its line from $keys and run: sudo pkill -KILL -u cottage"
}

# Reports whether the running release's Node is the tested version or a later one.
isNodeCurrent() {
  version=$("$OPT/current/node" --version 2> /dev/null) || return 1
  [ "$(printf '%s\n' "v$NODE_VERSION" "$version" | sort -V | head -n 1)" = "v$NODE_VERSION" ]
}

# Selects the Node of the new release: the owner's if one is named, the running release's unless it is older than the
# tested version, or else the tested version, which is fetched. The path of a Node contains its checksum, so releases
# with different Nodes have different names.
installNode() {
  fetched=$OPT/node.new
  if [ -n "$ownNode" ]; then
    cp "$ownNode" "$fetched"
  elif isNodeCurrent; then
    node=$(readlink "$OPT/current/node")
    return
  else
    case $(uname -m) in
      x86_64) arch=x64 expectedSum=$NODE_SUM_x64 ;;
      aarch64) arch=arm64 expectedSum=$NODE_SUM_arm64 ;;
      *) fail "no Node is known for $(uname -m); name one with --node" ;;
    esac
    node=$OPT/nodes/v$NODE_VERSION-$(echo "$expectedSum" | cut -c 1-8)
    [ ! -x "$node" ] || return 0
    name=node-v$NODE_VERSION-linux-$arch
    url=https://nodejs.org/dist/v$NODE_VERSION/$name.tar.gz
    curl -fsSL --proto '=https' -o "$OPT/node.tgz" "$url" || fail "Node could not be fetched"
    tar -xzOf "$OPT/node.tgz" "$name/bin/node" > "$fetched" || fail "Node could not be unpacked"
    rm "$OPT/node.tgz"
    echo "$expectedSum  $fetched" | sha256sum -c --quiet - ||
      fail "the fetched Node is not the one that was tested; nothing was changed"
  fi
  chmod 755 "$fetched"
  # Checks that this Node can listen with the unit's flags. Node 26 needs a further flag for that.
  probe='require("node:net").createServer().listen(0, "127.0.0.1", () => {
    console.log("listening");
    process.exit(0);
  })'
  [ "$("$fetched" --permission --allow-fs-read=/ -e "$probe" 2> /dev/null)" = listening ] ||
    fail "this Node cannot serve with the flags of the unit, or not on this machine: Node 22 to 24 can"
  node=$OPT/nodes/$("$fetched" --version)-$(sha256sum "$fetched" | cut -c 1-8)
  mkdir -p "$OPT/nodes"
  mv "$fetched" "$node"
}

# Copies this release into a folder named after its version, its files and its Node. A second run finds that folder.
copyRelease() {
  files=$(cd "$SOURCE" && find dist data content scripts package.json -type f -print0 | sort -z | xargs -0 sha256sum)
  sum=$(printf '%s\n' "$files" "$node" | sha256sum | cut -c 1-8)
  version=$(sed -n 's/^ *"version": "\([0-9A-Za-z.-]*\)",*$/\1/p' "$SOURCE/package.json" | head -n 1)
  release=releases/$version-$sum
  [ ! -d "$OPT/$release" ] || return 0
  new=$OPT/$release.new
  rm -rf "$new"
  mkdir -p "$new"
  (cd "$SOURCE" && cp -R dist data content scripts package.json "$new")
  chown -R root:root "$new"
  chmod -R u=rwX,go=rX "$new"
  chmod a+x "$new/scripts/deploy/install.sh"
  ln -s "$node" "$new/node"
  mv "$new" "$OPT/$release"
}

# Links each release to its compiled sites, and makes a unit for each further site. Releases before 2.0.0 do not
# compile.
linkSites() {
  for folder in "$OPT"/releases/*; do
    [ -e "$folder/dist/compile/site-file.js" ] || continue
    for site in $(listSites); do
      ln -sfn "/srv/$site/current/$(basename "$folder").cottage" "$folder/$site.cottage"
      # A copy, because systemd treats a link as an alias, which it does not enable.
      [ "$site" = $FIRST ] || cp "$folder/scripts/deploy/$FIRST.service" "$folder/$site.service"
    done
  done
}

# Copies the first site's settings, with the next free port.
writeSettingsOfFurtherSite() {
  port=$(sed -n 's/^[[:space:]]*PORT=[^0-9]*\([0-9]*\).*/\1/p' /etc/$FIRST*.env | sort -n | tail -n 1)
  sed '/^[[:space:]]*PORT=/d' /etc/$FIRST.env > "$SETTINGS.new"
  echo "PORT=$((${port:-3000} + 1))" >> "$SETTINGS.new"
  mv "$SETTINGS.new" "$SETTINGS"
}

# Changes only what must change in the settings. Release 1.0.0 set the folders here; now the unit sets them.
writeSettings() {
  [ -e "$SETTINGS" ] || [ "$NAME" = $FIRST ] || writeSettingsOfFurtherSite
  [ -e "$SETTINGS" ] || cp "$HERE/holiday-cottage.env" "$SETTINGS"
  sed -i 's/\r$//; /^DATA_DIR=/d; /^CONTENT_DIR=/d' "$SETTINGS"
  if [ -n "$domain" ]; then
    [ -n "$(setting BASE_URL)" ] || echo BASE_URL= >> "$SETTINGS"
    sed -i "s|^[[:space:]]*BASE_URL=.*|BASE_URL=https://$domain|" "$SETTINGS"
  fi
  [ -n "$(setting BASE_URL)" ] || fail "$SETTINGS does not set BASE_URL: run sudo holiday-cottage your.domain"
  chmod 644 "$SETTINGS"
}

# Publishes the folders that release 1.0.0 served, or else the sample, unless something is published already. Leaves out
# the program's own files, because in a publication they would replace those of later releases.
placeFirstCottage() {
  [ ! -e "$SRV/current" ] || return 0
  [ ! -e "$SRV/published" ] ||
    fail "the link $SRV/current is missing or leads nowhere: link it to one of the folders in $SRV/published"
  cottage=$SOURCE
  [ ! -d "$SRV/data" ] || cottage=$SRV
  tar -cz -C "$cottage" --exclude=content/developers.md --exclude=content/style.css data content |
    receive "$OPT/$release" place
}

# Removes old releases, and each Node that no release uses any more.
removeOldReleases() {
  # shellcheck disable=SC2012 # the names are made by this script
  for name in $(ls -1t $OPT/releases | tail -n +$((RELEASES_KEPT + 1))); do
    case "$(readlink $OPT/current) $(readlink $OPT/previous || true)" in
      *"releases/$name"*) ;;
      *) rm -rf "$OPT/releases/$name" ;;
    esac
  done
  used=$(readlink $OPT/releases/*/node)
  for file in $OPT/nodes/* $OPT/node-*; do
    [ ! -e "$file" ] || printf '%s\n' "$used" | grep -qxF "$file" || rm -f "$file"
  done
}

# Reports whether Caddy is the proxy. The guide says to mask Caddy before the installation if nginx is the proxy.
usesCaddy() {
  [ "$(systemctl is-enabled caddy 2> /dev/null || true)" != masked ]
}

# Prints the selected site's part of the Caddyfile. The first site's part also holds the options for all sites.
caddySite() {
  # BASE_URL may contain capital letters, the default port and a trailing slash, which Caddy would not understand.
  normalise='new URL(process.argv[1]).origin.replace("https://", "")'
  domain=$("$OPT/current/node" -p "$normalise" "$(setting BASE_URL)")
  options='' www=''
  [ "$NAME" = $FIRST ] || options='1,/^}/d'
  if ! getent hosts "www.${domain%:*}" > /dev/null; then
    www='/^# Remove this block/,$d'
    [ "$NAME" != $FIRST ] || echo "www.$domain does not exist yet. Once it does, run this again" >&2
  fi
  values="s|{\$DOMAIN}|$domain|g; s|{\$UPSTREAM:[^}]*}|$(serviceAddress)|"
  sed -e "$options" -e "$www" -e "$values" "$HERE/Caddyfile"
}

setUpCaddy() {
  caddyfile=/etc/caddy/Caddyfile
  : > $caddyfile.new
  for site in $(listSites); do
    useSite "$site"
    caddySite >> $caddyfile.new
  done
  case $(caddy version) in
    2.6.2* | v2.6.2*) ;;
    *) sed -i 's/{$BUFFER:.*/request_buffers 8KB/; /{$BUFFER_MAX:/d' $caddyfile.new ;;
  esac
  [ -e /etc/caddy/away.html ] || cp "$HERE/away.html" /etc/caddy/away.html
  verdict=$(caddy validate --adapter caddyfile --config $caddyfile.new 2>&1) ||
    fail "Caddy rejects $caddyfile.new: $(printf '%s\n' "$verdict" | tail -n 1)"
  mv $caddyfile.new $caddyfile
  dropIn=$UNITS/caddy.service.d/holiday-cottage.conf
  if cmp -s "$HERE/caddy-unit.conf" $dropIn; then
    systemctl reload-or-restart caddy
  else
    mkdir -p "$(dirname $dropIn)"
    cp "$HERE/caddy-unit.conf" $dropIn
    systemctl daemon-reload
    systemctl restart caddy
  fi
  systemctl enable --quiet caddy
}

checkDomain() {
  case $domain in
    www.*) fail "give the name without www: www.… is redirected to it" ;;
    "") [ -e "$SETTINGS" ] || fail "name the domain: sudo sh install.sh your.domain" ;;
    *[!a-z0-9.-]* | .* | *..* | -*) fail "$domain is not a domain such as cottage.example" ;;
    *.*) ;;
    *) fail "$domain is not a domain such as cottage.example" ;;
  esac
  [ "$NAME" = $FIRST ] || [ -e /etc/$FIRST.env ] || fail "install the first site before --site"
  for site in $(listSites); do
    [ -z "$domain" ] || [ "$site" = "$NAME" ] || ! grep -qE "^BASE_URL=.?https://$domain.?\$" "/etc/$site.env" ||
      fail "$domain is the address of the site $site; each site needs its own"
  done
}

# The first lines of this program's Caddyfile and of Debian's.
KNOWN_CADDYFILE='^# TLS in front of the service|^# The Caddyfile is an easy way'

checkCaddyfile() {
  [ ! -e /etc/caddy/Caddyfile ] || grep -qE "$KNOWN_CADDYFILE" /etc/caddy/Caddyfile ||
    fail "/etc/caddy/Caddyfile is neither Debian's nor this program's: move it away," \
      "or copy the site of scripts/deploy/Caddyfile into it and mask caddy while this runs"
}

# Checks that no program other than Caddy listens on port 80 or 443.
checkPorts() {
  command -v ss > /dev/null || return 0
  listeners=$(ss -Hltnp 'sport = :80 or sport = :443' | grep -v '"caddy"' || true)
  names=$(printf '%s\n' "$listeners" | sed 's/.*users:(("\([^"]*\)".*/\1/' | sort -u | tr '\n' ' ')
  [ -z "$listeners" ] ||
    fail "port 80 or 443 is used by ${names% }: stop and disable it, or mask caddy if it is your proxy"
}

# Fails, before anything is changed, if the installation could not succeed on this machine.
checkMachine() {
  if usesCaddy; then checkCaddyfile; fi
  home=$(getent passwd cottage | cut -d : -f 6 || true)
  [ -z "$home" ] || [ "$home" = $COTTAGE_HOME ] ||
    fail "this machine has another user named cottage, with the home $home; rename that user first"
  if usesCaddy; then checkPorts; fi
  free=$(df -m --output=avail /opt | tail -n 1)
  [ "$free" -ge $FREE_MEBIBYTES_MIN ] || fail "/opt has $free MiB free; $FREE_MEBIBYTES_MIN are needed"
}

installPackages() {
  missing=
  for pair in curl:curl caddy:caddy sudo:sudo flock:util-linux nft:nftables; do
    command -v "${pair%%:*}" > /dev/null || missing="$missing ${pair##*:}"
  done
  [ -n "$missing" ] || return 0
  apt-get update -q
  # shellcheck disable=SC2086 # each package is a word
  DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends ca-certificates $missing
}

makeUserAndFolders() {
  id cottage > /dev/null 2>&1 || useradd --system --home-dir $COTTAGE_HOME --shell /bin/sh --password '*' cottage
  mkdir -p $OPT/releases $COTTAGE_HOME/.ssh
  chmod 755 $OPT $COTTAGE_HOME $COTTAGE_HOME/.ssh
  touch $OPT/lock
  chown root:cottage $OPT/lock
  chmod 640 $OPT/lock
  [ -d "$SRV" ] || mkdir "$SRV"
  chown cottage:cottage "$SRV"
}

allowReload() {
  sudoers=/etc/sudoers.d/holiday-cottage
  for site in $(listSites); do
    echo "cottage ALL=(root) NOPASSWD: /usr/bin/systemctl reload-or-restart $site, /usr/bin/systemctl restart $site"
  done > $sudoers.new
  chmod 440 $sudoers.new
  visudo -cqf $sudoers.new
  mv $sudoers.new $sudoers
}

# Links to the units and this script in the current release, so that an upgrade, or its reversal, changes them too.
linkUnits() {
  ln -sfn $OPT/current/scripts/deploy/install.sh /usr/local/sbin/holiday-cottage
  for unit in $FIRST.service $FIRST-watchdog.service $FIRST-watchdog.timer; do
    ln -sfn "$OPT/current/scripts/deploy/$unit" "$UNITS/$unit"
  done
  for site in $(listSites); do
    [ "$site" = $FIRST ] || ln -sfn "$OPT/current/$site.service" "$UNITS/$site.service"
  done
}

installRelease() {
  checkDomain
  checkMachine
  installPackages
  makeUserAndFolders
  installNode
  copyRelease
  writeSettings
  linkSites
  placeFirstCottage
  holdLock
  compilePublished "$release"
  allowReload
  linkUnits
  switchTo "$release"
  for site in $(listSites); do systemctl enable --quiet "$site"; done
  systemctl enable --quiet --now holiday-cottage-watchdog.timer
  if usesCaddy; then setUpCaddy; fi
  removeOldReleases
  for site in $(listSites); do
    useSite "$site"
    echo "Serving $release with Node $("$OPT/current/node" --version) as $(setting BASE_URL)"
  done
}

# Prints the commands in the comment at the beginning of this file.
printHelp() {
  sed -n 's/^#   //p' "$0"
}

case " $* " in *" --help "*) printHelp && exit ;; esac
[ "$(id -u)" = 0 ] || fail "run this with sudo"
domain='' ownNode=''
useSite $FIRST
case ${1-} in
  back) goBack ;;
  key) addKey "${2-}" ;;
  *)
    while [ $# -gt 0 ]; do
      case $1 in
        --node)
          ownNode=${2-}
          [ -r "$ownNode" ] || fail "--node needs the file of a Node, not \"$ownNode\""
          shift
          ;;
        --site)
          case ${2-} in
            "" | *[!a-z0-9]*) fail "the name of a site has small letters and digits only, as in --site en" ;;
          esac
          useSite "$FIRST-$2"
          shift
          ;;
        -*) fail "$1 is unknown; sudo holiday-cottage --help lists the commands" ;;
        *) domain=$1 ;;
      esac
      shift
    done
    installRelease
    ;;
esac
