#!/bin/sh
# Requests /healthz three times within a minute and kills the service if it never responds. A minute without a response
# is a hang: the service responds to /healthz within milliseconds, whatever the load, and it is not rate limited.
set -eu
PATH=/usr/sbin:/usr/bin:/sbin:/bin
export PATH

ATTEMPTS=3
RESPONSE_SECONDS_MAX=10

systemctl is-active --quiet holiday-cottage || exit 0
case ${HOST:-127.0.0.1} in
  *:*) address="[$HOST]" ;;
  *) address=${HOST:-127.0.0.1} ;;
esac
attempt=0
while [ $attempt -lt $ATTEMPTS ]; do
  if curl -sf -o /dev/null --max-time $RESPONSE_SECONDS_MAX "http://$address:${PORT:-3000}/healthz"; then exit 0; fi
  attempt=$((attempt + 1))
  sleep 1
done
echo "The service has not responded to $ATTEMPTS requests and is killed" >&2
systemctl kill -s KILL holiday-cottage
