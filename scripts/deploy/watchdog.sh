#!/bin/sh
# Requests /healthz three times and kills the service if every request times out. The service responds to /healthz within
# milliseconds, whatever the load, and the rate limit does not apply to it: half a minute without a response is a hang.
#
# A refused connection is not a hang: the service is stopped or about to start, and systemd takes care of that.
set -eu
PATH=/usr/sbin:/usr/bin:/sbin:/bin
export PATH

ATTEMPTS=3
RESPONSE_SECONDS_MAX=10
# Exit status of curl after --max-time
TIMED_OUT=28

process() {
  systemctl show -P MainPID holiday-cottage
}

case ${HOST:-127.0.0.1} in
  *:*) address="[$HOST]" ;;
  *) address=${HOST:-127.0.0.1} ;;
esac
watched=$(process)
attempt=0
while [ $attempt -lt $ATTEMPTS ]; do
  status=0
  curl -s -o /dev/null --max-time $RESPONSE_SECONDS_MAX "http://$address:${PORT:-3000}/healthz" || status=$?
  [ $status -eq $TIMED_OUT ] || exit 0
  attempt=$((attempt + 1))
done
[ "$(process)" = "$watched" ] || exit 0
echo "The service has not responded to $ATTEMPTS requests and is killed" >&2
systemctl kill -s KILL holiday-cottage
