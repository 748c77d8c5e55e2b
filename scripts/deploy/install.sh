#!/bin/sh
# Puts this release on a machine with Debian or Ubuntu, as root. Safe to run twice; run again with a newer release it is
# the upgrade: the new program checks the live files before it takes over, and whatever fails leaves the old one serving.
#
#   sudo sh install.sh your.domain             the first time (later the domain is remembered)
#   sudo sh install.sh your.domain --node FILE with a Node of your own
#   sudo holiday-cottage back                  the release before this one
#   sudo holiday-cottage key FILE              lets the holder of an SSH key publish, and nothing else
#
# /opt/holiday-cottage/releases   programs; "current" is the one that runs, "previous" the one before
# /srv/holiday-cottage/published  the owner's facts, written by the user cottage alone; "current" is what is served
# /etc/holiday-cottage.env        settings, yours to change; kept
# /etc/systemd/system             the service, linked; settings that keep Caddy small
# /etc/caddy                      Caddyfile and away.html, written only when the Caddyfile is Debian's own or this one
set -eu
umask 022
PATH=/usr/sbin:/usr/bin:/sbin:/bin
export PATH LC_ALL=C.UTF-8

# The very program that the tests run with: the sum of bin/node in the npm package node-linux-*. Another one is refused.
NODE_VERSION=24.21.0
NODE_SUM_x64=7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c
NODE_SUM_arm64=0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584

OPT=/opt/holiday-cottage
SRV=/srv/holiday-cottage
SETTINGS=/etc/holiday-cottage.env
HOME_OF_KEYS=/var/lib/holiday-cottage
RELEASE=$(dirname "$(dirname "$(dirname "$(readlink -f "$0")")")")
HERE=$RELEASE/scripts/deploy

fail() {
  echo "install: $*" >&2
  exit 1
}

asCottage() {
  runuser -u cottage -- env -i "$@"
}

# A name is replaced at once or not at all.
point() {
  ln -sfn "$2" "$1.new"
  mv -T "$1.new" "$1"
}

isHealthy() {
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
    if env -i HOST="$(setting HOST)" PORT="$(setting PORT)" "$OPT/current/node" "$OPT/current/dist/server.js" --health; then return 0; fi
    sleep 1
  done
  return 1
}

setting() {
  sed -n "s/^$1=//p" "$SETTINGS" | tail -n 1
}

start() {
  sync
  systemctl daemon-reload
  systemctl restart holiday-cottage && isHealthy
}

# Puts a release in the place of the present one, or, when it does not come up, the present one back.
take() {
  old=$(readlink "$OPT/current" || true)
  if [ "$old" != "$1" ]; then
    [ -z "$old" ] || point "$OPT/previous" "$old"
    point "$OPT/current" "$1"
  fi
  if start; then return; fi
  journalctl -u holiday-cottage -n 20 --no-pager >&2 || true
  [ -n "$old" ] && [ "$old" != "$1" ] || fail "the service does not come up; see above"
  point "$OPT/current" "$old"
  start || true
  fail "release $1 does not come up, so $old serves again; see above"
}

checkLiveFiles() {
  asCottage /bin/sh "$1/scripts/deploy/receive.sh" check ||
    fail "$1 cannot serve the live files; see above. What runs goes on"
}

holdLock() {
  exec 9< "$OPT/lock"
  flock -w 120 9 || fail "a publication has not ended"
}

back() {
  holdLock
  before=$(readlink "$OPT/previous") || fail "there is no release before this one"
  checkLiveFiles "$OPT/$before"
  take "$before"
  echo "Back at $before"
}

# A line of a public key and nothing else: options before it would be obeyed by sshd.
key() {
  line=$(grep -E '^(ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(256|384|521)|sk-ssh-ed25519@openssh\.com) [A-Za-z0-9+/]+=*( [^"]*)?$' "$1" || true)
  [ "$(printf '%s\n' "$line" | wc -l)" = 1 ] && [ -n "$line" ] || fail "$1 must hold one public key, as ssh-keygen writes it to a file that ends in .pub"
  keys=$HOME_OF_KEYS/.ssh/authorized_keys
  if ! grep -qF "$line" "$keys" 2> /dev/null; then
    printf 'restrict,command="/bin/sh %s/current/scripts/deploy/receive.sh" %s\n' "$OPT" "$line" >> "$keys"
  fi
  echo "This key can publish as cottage; to take it back, remove its line from $keys"
}

findNode() {
  node=$OPT/node-v$NODE_VERSION
  if [ -n "$ownNode" ]; then
    node=$OPT/node-own
    cp "$ownNode" "$node.new"
  elif [ ! -x "$node" ]; then
    case $(uname -m) in
      x86_64) arch=x64 sum=$NODE_SUM_x64 ;;
      aarch64) arch=arm64 sum=$NODE_SUM_arm64 ;;
      *) fail "there is no Node for $(uname -m) known here; name one with --node" ;;
    esac
    name=node-v$NODE_VERSION-linux-$arch
    curl -fsSL --proto '=https' -o "$OPT/node.tgz" "https://nodejs.org/dist/v$NODE_VERSION/$name.tar.gz" || fail "Node could not be fetched"
    tar -xzOf "$OPT/node.tgz" "$name/bin/node" > "$node.new"
    rm "$OPT/node.tgz"
    echo "$sum  $node.new" | sha256sum -c --quiet - || fail "what was fetched is not the Node that was tested; nothing was changed"
  fi
  if [ -e "$node.new" ]; then
    chmod 755 "$node.new"
    [ "$("$node.new" --permission --allow-fs-read=/ -p '6*7')" = 42 ] || fail "$node.new does not know the flags of the unit: Node 22 to 24 does"
    mv "$node.new" "$node"
  fi
}

# The same files have the same name, so that a second run finds what the first has made.
copyRelease() {
  sum=$(cd "$RELEASE" && find dist data content scripts package.json -type f -print0 | sort -z | xargs -0 sha256sum | sha256sum | cut -c 1-8)
  version=$(sed -n 's/^ *"version": "\([0-9A-Za-z.-]*\)",*$/\1/p' "$RELEASE/package.json" | head -n 1)
  release=releases/$version-$sum
  [ ! -d "$OPT/$release" ] || [ "$(readlink "$OPT/$release/node")" = "$node" ] || rm "$OPT/$release/node"
  if [ ! -d "$OPT/$release" ]; then
    rm -rf "$OPT/$release.new"
    mkdir -p "$OPT/$release.new"
    (cd "$RELEASE" && cp -R dist data content scripts package.json "$OPT/$release.new")
    chown -R root:root "$OPT/$release.new"
    chmod -R u=rwX,go=rX "$OPT/$release.new"
    chmod a+x "$OPT/$release.new/scripts/deploy/install.sh"
    mv "$OPT/$release.new" "$OPT/$release"
  fi
  ln -sfn "$node" "$OPT/$release/node"
}

# Settings are the owner's: only what must change does. Folders stood here in 1.0.0; now the unit names them.
writeSettings() {
  [ -e $SETTINGS ] || cp "$HERE/holiday-cottage.env" $SETTINGS
  [ -z "$domain" ] || sed -i "s|^BASE_URL=.*|BASE_URL=https://$domain|" $SETTINGS
  sed -i '/^DATA_DIR=/d; /^CONTENT_DIR=/d' $SETTINGS
  chmod 644 $SETTINGS
  domain=$(setting BASE_URL)
  domain=${domain#https://}
}

# Something is served from the first minute: what 1.0.0 served, or the sample.
placeFirstFacts() {
  [ ! -e $SRV/current ] || return 0
  facts=$RELEASE
  [ ! -d $SRV/data ] || facts=$SRV
  tar -cz -C "$facts" data content | asCottage /bin/sh "$OPT/$release/scripts/deploy/receive.sh" place
}

# Where nginx takes its place, Caddy is masked and left alone.
isWithoutCaddy() {
  [ "$(systemctl is-enabled caddy 2> /dev/null || true)" = masked ]
}

setUpCaddy() {
  caddyfile=/etc/caddy/Caddyfile
  sed "s/{\$DOMAIN}/$domain/g" "$HERE/Caddyfile" > $caddyfile.new
  case $(caddy version) in
    2.6.2* | v2.6.2*) ;;
    *) sed -i 's/{$BUFFER:.*/request_buffers 32KB/; /{$BUFFER_MAX:/d' $caddyfile.new ;;
  esac
  if ! getent hosts "www.$domain" > /dev/null; then
    sed -i '/^# Remove this/,$d' $caddyfile.new
    echo "www.$domain leads nowhere yet; once it leads here, run this again"
  fi
  [ -e /etc/caddy/away.html ] || cp "$HERE/away.html" /etc/caddy/away.html
  caddy validate --adapter caddyfile --config $caddyfile.new > /dev/null 2>&1 || fail "Caddy does not take $caddyfile.new"
  mv $caddyfile.new $caddyfile
  dropIn=/etc/systemd/system/caddy.service.d/holiday-cottage.conf
  if cmp -s "$HERE/caddy.conf" $dropIn; then
    systemctl reload-or-restart caddy
  else
    mkdir -p "$(dirname $dropIn)"
    cp "$HERE/caddy.conf" $dropIn
    systemctl daemon-reload
    systemctl restart caddy
  fi
  systemctl enable --quiet caddy
}

install() {
  case $domain in
    www.*) fail "give the name without www: what comes to www.… is led there" ;;
    "") [ -e $SETTINGS ] || fail "say the domain: sudo sh install.sh your.domain" ;;
    *[!a-z0-9.-]* | .* | *..* | -*) fail "$domain is no domain, such as cottage.example" ;;
    *.*) ;;
    *) fail "$domain is no domain, such as cottage.example" ;;
  esac
  if ! isWithoutCaddy && [ -e /etc/caddy/Caddyfile ] && ! grep -qE '^# TLS in front of the service|^# The Caddyfile is an easy way' /etc/caddy/Caddyfile; then
    fail "/etc/caddy/Caddyfile is neither Debian's nor this program's: move it away, or put the site of scripts/deploy/Caddyfile into it and mask caddy while this runs"
  fi
  missing=
  for pair in curl:curl caddy:caddy sudo:sudo flock:util-linux; do
    command -v "${pair%%:*}" > /dev/null || missing="$missing ${pair##*:}"
  done
  if [ -n "$missing" ]; then
    apt-get update -q
    DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends ca-certificates $missing
  fi

  id cottage > /dev/null 2>&1 || useradd --system --home-dir $HOME_OF_KEYS --shell /bin/sh --password '*' cottage
  mkdir -p $OPT/releases $HOME_OF_KEYS/.ssh
  chmod 755 $OPT $HOME_OF_KEYS $HOME_OF_KEYS/.ssh
  touch $OPT/lock
  chown root:cottage $OPT/lock
  chmod 640 $OPT/lock
  [ -d $SRV ] || mkdir $SRV
  chown cottage:cottage $SRV

  findNode
  copyRelease
  writeSettings
  placeFirstFacts
  holdLock
  checkLiveFiles "$OPT/$release"

  echo 'cottage ALL=(root) NOPASSWD: /usr/bin/systemctl reload-or-restart holiday-cottage' > /etc/sudoers.d/holiday-cottage.new
  chmod 440 /etc/sudoers.d/holiday-cottage.new
  visudo -cqf /etc/sudoers.d/holiday-cottage.new
  mv /etc/sudoers.d/holiday-cottage.new /etc/sudoers.d/holiday-cottage
  # With the release its unit and this script change too, and go back with it.
  ln -sfn $OPT/current/scripts/deploy/install.sh /usr/local/sbin/holiday-cottage
  ln -sfn $OPT/current/scripts/deploy/holiday-cottage.service /etc/systemd/system/holiday-cottage.service
  take "$release"
  systemctl enable --quiet holiday-cottage
  isWithoutCaddy || setUpCaddy
  echo "Serving $release as https://$domain"
}

[ "$(id -u)" = 0 ] || fail "run this with sudo"
domain='' ownNode=''
case ${1-} in
  back) back ;;
  key) key "${2:?the file of a public key}" ;;
  *)
    while [ $# -gt 0 ]; do
      case $1 in
        --node)
          ownNode=${2:?the file of a Node}
          shift
          ;;
        *) domain=$1 ;;
      esac
      shift
    done
    install
    ;;
esac
