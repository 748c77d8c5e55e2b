#!/bin/sh
# Pins the base images in the Dockerfile and compose.yaml to the current digests of their tags.
#
#   sh scripts/deploy/pin-images.sh
#
# The repository does not pin them, because nothing in it renews digests, and an old digest misses security fixes of
# Node and Debian. Run this on a machine with Docker, build, test, and commit the result. Run it again at least once a
# month, and whenever Node publishes a security release.
set -eu
cd "$(dirname "$0")"

pin() {
  name=${1%@*}
  docker pull --quiet "$name" > /dev/null
  digest=$(docker image inspect --format '{{index .RepoDigests 0}}' "$name" | sed 's/.*@//')
  case $digest in
    sha256:*) ;;
    *)
      echo "$name has no digest" >&2
      exit 1
      ;;
  esac
  pinned=$name@$digest
  sed -i "s|^FROM ${name}[^ ]*|FROM $pinned|; s|^\( *image: \)${name}\(@.*\)*\$|\1$pinned|" Dockerfile compose.yaml
  echo "$pinned"
}

images=$(sed -n 's/^FROM \([^ ]*\).*/\1/p' Dockerfile && sed -n 's/^ *image: \([^ ]*:[^ ]*\)$/\1/p' compose.yaml)
for image in $images; do pin "$image"; done
