#!/bin/sh
# For each site of the machine, requests /healthz three times and kills the service if every request times out.
# The service responds to /healthz within milliseconds under any load, and exempts it from the rate limit, so half a
# minute without a response means that the service hangs.
#
# A refused connection is not a hang: the service is stopped or starting, which systemd handles.
set -eu
PATH=/usr/sbin:/usr/bin:/sbin:/bin
export PATH

ATTEMPTS=3
RESPONSE_SECONDS_MAX=10
# Exit status of curl after --max-time
TIMED_OUT=28

# shellcheck source=common.sh
. "$(dirname "$(readlink -f "$0")")/common.sh"

mainProcessId() {
  systemctl show -P MainPID "$unit"
}

isHanging() {
  url=http://$(serviceAddress)/healthz
  attempt=0
  while [ $attempt -lt $ATTEMPTS ]; do
    status=0
    curl -s -o /dev/null --max-time $RESPONSE_SECONDS_MAX "$url" || status=$?
    [ $status -eq $TIMED_OUT ] || return 1
    attempt=$((attempt + 1))
  done
}

for SETTINGS in /etc/holiday-cottage.env /etc/holiday-cottage-*.env; do
  [ -e "$SETTINGS" ] || continue
  unit=$(basename "$SETTINGS" .env)
  watched=$(mainProcessId)
  isHanging && [ "$(mainProcessId)" = "$watched" ] || continue
  echo "$unit has not responded to $ATTEMPTS requests and is killed" >&2
  systemctl kill -s KILL "$unit"
done
