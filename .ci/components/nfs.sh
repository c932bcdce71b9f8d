#!/usr/bin/env bash
# Copyright 2026 The Millrace Authors
# SPDX-License-Identifier: Apache-2.0
#
# A Java program on a real NFS mount, where the machine's own kernel need not know NFS: in a user-mode Linux, whose kernel does,
# with an NFS server (ganesha) beside it on its loopback interface.
#
#   nfs.sh install               install Debian's packages, if they are missing
#   nfs.sh run DIR JAVA ARGS     run JAVA with the arguments that stand in the file ARGS, one on a line
#
# The machine's files are there to be read, DIR is there to be written; the same export is mounted twice, at /mnt/nfs and /mnt/nfs2,
# with caches apart, as two hosts would have it. Prints what the program prints, then "java exit CODE". It takes some 20 s to boot,
# and is one processor.
set -euo pipefail

memory=1536M
self=$(readlink -f "${BASH_SOURCE[0]}")

missing() {
    local program
    for program in linux.uml ganesha.nfsd mount.nfs4; do
        command -v "$program" >/dev/null || [ -x "/usr/sbin/$program" ] || [ -x "/sbin/$program" ] || return 0
    done
    return 1
}

install() {
    missing || return 0
    # shellcheck source=.ci/components/apt.bash
    . "$(dirname "$self")/apt.bash"
    apt_install user-mode-linux nfs-ganesha nfs-ganesha-vfs nfs-common kmod iproute2
    ! missing
}

# run DIR JAVA ARGS
run() {
    local dir
    dir=$(readlink -f "$1")
    # Its memory is a file: not on a disk.
    TMPDIR=/dev/shm linux.uml "mem=$memory" root=/dev/root rootfstype=hostfs rootflags=/ ro "init=$self" \
        "MOUNTED_DIR=$dir" "MOUNTED_JAVA=$2" "MOUNTED_ARGS=$(readlink -f "$3")" \
        con=null con0=fd:0,fd:1 ssl=null quiet </dev/null || true # how it ends is said by "java exit"
}

# Process 1 of the user-mode Linux.
boot() {
    set +e
    export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/run LC_ALL=C.UTF-8
    mount -t proc proc /proc
    mount -t sysfs sys /sys
    mount -t tmpfs tmpfs /run
    mount -t tmpfs tmpfs /mnt
    mkdir -p /mnt/export /mnt/nfs /mnt/nfs2 /run/ganesha
    mount -t hostfs -o "$MOUNTED_DIR" none "$MOUNTED_DIR"
    ip link set lo up
    local modules module i
    modules=$(dpkg -L user-mode-linux | grep "modules/$(uname -r)/kernel$")
    for module in net/sunrpc/sunrpc fs/nfs_common/grace fs/lockd/lockd fs/netfs/netfs fs/fscache/fscache fs/nfs_common/nfs_acl \
        fs/nfs/nfs net/dns_resolver/dns_resolver fs/nfs/nfsv4; do
        insmod "$modules/$module.ko" || echo "nfs.sh: no module $module"
    done
    cat >/run/ganesha.conf <<CONF
NFS_CORE_PARAM { Protocols = 4; NFS_Port = 2049; Enable_NLM = false; Enable_RQUOTA = false; }
NFSv4 { Graceless = true; Lease_Lifetime = 10; RecoveryBackend = fs; RecoveryRoot = /run/ganesha; }
EXPORT { Export_Id = 1; Path = /mnt/export; Pseudo = /e; Access_Type = RW; Squash = none; SecType = sys; Protocols = 4;
         Transports = TCP; FSAL { Name = VFS; } }
CONF
    ganesha.nfsd -f /run/ganesha.conf -L /run/ganesha.log -p /run/ganesha.pid -N NIV_EVENT
    for i in $(seq 1 600); do
        (echo >/dev/tcp/127.0.0.1/2049) 2>/dev/null && break
        sleep 0.1
    done
    for i in nfs nfs2; do
        mount -t nfs4 -o vers=4.1,proto=tcp,port=2049,nosharecache,soft,timeo=50,retrans=2 127.0.0.1:/e "/mnt/$i" || cat /run/ganesha.log
    done
    grep ' nfs4 ' /proc/mounts
    mkdir -p /mnt/nfs/tmp
    local args
    mapfile -t args <"$MOUNTED_ARGS"
    cd "$MOUNTED_DIR"
    "$MOUNTED_JAVA" "${args[@]}"
    echo "java exit $?"
    echo o >/proc/sysrq-trigger
    sleep 60
}

if [ $$ -eq 1 ]; then
    boot
fi
case ${1:-} in
    install) install ;;
    run) run "$2" "$3" "$4" ;;
    *)
        sed -n '5,14s/^# \{0,1\}//p' "$self" >&2
        exit 2
        ;;
esac
