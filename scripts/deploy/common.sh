# shellcheck shell=sh
# Functions for install.sh, receive.sh and watchdog.sh. SETTINGS is the path of a site's settings file, such as
# /etc/holiday-cottage.env.

# Prints a setting as systemd reads it: the last line counts, without quotation marks and white space around the value.
# If the file does not set HOST or PORT, prints the service's default.
setting() {
  value=$(
    sed -n "s/^[[:space:]]*$1=//p" "$SETTINGS" | tail -n 1 |
      sed "s/^[[:space:]]*//; s/[[:space:]]*\$//; s/^\"\(.*\)\"\$/\1/; s/^'\(.*\)'\$/\1/"
  )
  case $1=$value in
    HOST=) echo 127.0.0.1 ;;
    PORT=) echo 3000 ;;
    *) printf '%s\n' "$value" ;;
  esac
}

# Replaces a link atomically.
replaceLink() {
  ln -sfn "$2" "$1.new"
  mv -T "$1.new" "$1"
}

# Prints the address and port on which the service listens, as in a URL.
serviceAddress() {
  address=$(setting HOST)
  case $address in *:*) address="[$address]" ;; esac
  echo "$address:$(setting PORT)"
}
