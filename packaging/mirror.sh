#!/bin/sh
# Prints the mirror that this Debian gets its packages from, or Debian's own.
mirror=$(sed -n 's/^URIs: //p; s/^deb [^h]*\(http[^ ]*\) .*/\1/p' /etc/apt/sources.list /etc/apt/sources.list.d/*.sources 2>/dev/null | head -n 1)
echo "${mirror:-http://deb.debian.org/debian}"
