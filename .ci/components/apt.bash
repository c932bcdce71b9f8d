# Copyright 2026 The Millrace Authors
# SPDX-License-Identifier: Apache-2.0
#
# What the scripts beside this one share. They source it; it is not run.

# apt_install PACKAGE...: installs Debian's packages, without those they only recommend, and starts none of their services: those
# would take the standard ports, and tests start what they need by themselves. In a subshell, for the sake of its trap.
apt_install() (
    as_root=()
    policy=/usr/sbin/policy-rc.d
    [ "$(id -u)" -eq 0 ] || as_root=(sudo)
    if [ ! -e "$policy" ]; then
        printf '#!/bin/sh\nexit 101\n' | "${as_root[@]}" tee "$policy" >/dev/null
        "${as_root[@]}" chmod 755 "$policy"
        trap '"${as_root[@]}" rm -f "$policy"' EXIT
    fi
    "${as_root[@]}" apt-get update -q
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get -o DPkg::Lock::Timeout=600 install -q -y --no-install-recommends "$@"
)
