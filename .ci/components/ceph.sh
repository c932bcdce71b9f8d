#!/usr/bin/env bash
# Copyright 2026 The Millrace Authors
# SPDX-License-Identifier: Apache-2.0
#
# A small Ceph of one node for tests, on loopback, all of it in one directory.
#
#   ceph.sh install              install the packages, if one is missing, without starting a service
#   ceph.sh start DIR PORT [memstore|bluestore] [fs]
#           monitor on PORT and PORT+1, S3 gateway on PORT+10, user testkey/testsecret; with "fs" a file system instead.
#           Where DIR holds a cluster that was stopped, that one is started again with its data, which a memstore has not.
#   ceph.sh stop DIR             all of it; the data stays
#   ceph.sh stop DIR NAME        one daemon by SIGKILL: mon, mgr, osd, mds or rgw
#   ceph.sh start-one DIR NAME   that one again
#   ceph.sh remove DIR           stop, and remove the directory
#
# Needs ceph-mon, ceph-mgr, ceph-osd, radosgw (and ceph-mds, ceph-fuse) of Debian, no systemd. The daemons are asked for authentication by
# cephx: without, the gateway and the monitor find no common language. memstore starts fastest; what is to survive the end of
# the osd needs bluestore.
set -euo pipefail

usage() {
    sed -n '5,18s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
    exit 2
}

install() {
    local program missing=no
    for program in ceph ceph-mon ceph-mgr ceph-osd ceph-mds ceph-fuse radosgw radosgw-admin; do
        command -v "$program" >/dev/null || missing=yes
    done
    if [ "$missing" = no ]; then
        return 0
    fi
    # shellcheck source=.ci/components/apt.bash
    . "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/apt.bash"
    apt_install ceph-mon ceph-mgr ceph-osd ceph-mds ceph-fuse radosgw ceph-common
}

# configure DIR PORT STORE
configure() {
    cat >"$1/ceph.conf" <<CONF
[global]
fsid = $(cat /proc/sys/kernel/random/uuid)
mon initial members = a
mon host = [v2:127.0.0.1:$2,v1:127.0.0.1:$(($2 + 1))]
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
auth allow insecure global id reclaim = false
keyring = $1/keyring
run dir = $1/run
pid file = $1/run/\$name.pid
admin socket = $1/run/\$name.\$pid.asok
log file = $1/log/\$name.log
mon cluster log file = $1/log/cluster.log
crash dir = $1/log
mon data = $1/mon
mgr data = $1/mgr
osd data = $1/osd
mds data = $1/mds
rgw data = $1/rgw
debug none = 0/0

# One copy on one node, and no judgement on that.
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pgp num = 8
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon warn on pool no redundancy = false
mon max pg per osd = 1000

# A machine at work must not look like one that has died.
osd heartbeat grace = 600
mon mgr beacon grace = 600
mds beacon grace = 600

# Small.
mgr initial modules =
osd objectstore = $3
memstore device bytes = 2147483648
bluestore block size = 4294967296
osd memory target = 939524096
osd op num shards = 1
osd op num threads per shard = 2
ms async op threads = 2
mds cache memory limit = 134217728
# Who looks up a file that another mount has just written waits for the server's next tick: 5 s for each, unless told.
mds tick interval = 0.2
rgw frontends = beast endpoint=127.0.0.1:$(($2 + 10))
rgw thread pool size = 32
rgw enable usage log = false
CONF
}

# key NAME CAPABILITIES...: adds a key to the ring.
key() {
    local name=$1
    shift
    ceph-authtool "$dir/keyring" --gen-key --name "$name" "$@" >/dev/null
}

# await SECONDS WHAT COMMAND...
await() {
    local until=$((SECONDS + $1)) what=$2
    shift 2
    until "$@" >/dev/null 2>&1; do
        if [ $SECONDS -ge $until ]; then
            echo "ceph: $what did not come; see $dir/log" >&2
            exit 1
        fi
        sleep 0.2
    done
}

port_is_open() {
    (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

gateway_port() {
    sed -n 's/^rgw frontends = .*:\([0-9]*\)$/\1/p' "$dir/ceph.conf"
}

daemon() {
    case $1 in
        mon) ceph-mon -i a ;;
        mgr) ceph-mgr -i x ;;
        osd) ceph-osd -i 0 >/dev/null ;;
        mds) ceph-mds -i a >/dev/null ;;
        rgw)
            radosgw -n client.rgw
            await 300 "the gateway" port_is_open "$(gateway_port)"
            ;;
        *) usage ;;
    esac
}

make_cluster() {
    mkdir -p "$dir"/{mon,mgr,osd,mds,rgw,run,log}
    configure "$dir" "$1" "$2"
    ceph-authtool --create-keyring "$dir/keyring" --gen-key --name mon. --cap mon 'allow *' >/dev/null
    key client.admin --cap mon 'allow *' --cap mgr 'allow *' --cap osd 'allow *' --cap mds 'allow *'
    key mgr.x --cap mon 'allow profile mgr' --cap osd 'allow *' --cap mds 'allow *'
    key osd.0 --cap mon 'allow profile osd' --cap mgr 'allow profile osd' --cap osd 'allow *'
    key mds.a --cap mon 'allow profile mds' --cap mgr 'allow profile mds' --cap osd 'allow *'
    key client.rgw --cap mon 'allow rwx' --cap mgr 'allow rw' --cap osd 'allow rwx'
    local map=$dir/monmap
    monmaptool --create --fsid "$(sed -n 's/^fsid = //p' "$dir/ceph.conf")" \
        --addv a "[v2:127.0.0.1:$1,v1:127.0.0.1:$(($1 + 1))]" "$map" >/dev/null
    ceph-mon -i a --mkfs --monmap "$map" --keyring "$dir/keyring"
    daemon mon
    ceph auth import -i "$dir/keyring" >/dev/null 2>&1
    daemon mgr
    local osd
    osd=$(cat /proc/sys/kernel/random/uuid)
    ceph osd new "$osd" 0 >/dev/null
    ceph-osd -i 0 --mkfs --osd-uuid "$osd" >/dev/null 2>&1
    daemon osd
    ceph osd crush add osd.0 1.0 host=localhost root=default >/dev/null 2>&1
    if [ "$3" = fs ]; then
        ceph osd pool create cephfs_meta 8 >/dev/null 2>&1
        ceph osd pool create cephfs_data 8 >/dev/null 2>&1
        ceph fs new cephfs cephfs_meta cephfs_data >/dev/null 2>&1
        daemon mds
        await 120 "the file system" sh -c 'ceph mds stat | grep -q up:active'
    fi
    if [ "$3" != fs ]; then
        daemon rgw
        radosgw-admin user create --uid test --display-name test --access-key testkey --secret testsecret >/dev/null 2>&1
    fi
    touch "$dir/made"
}

start() {
    local port=${1:-} store=${2:-memstore} fs=${3:-}
    [ -n "$port" ] || usage
    if [ -e "$dir/made" ]; then
        daemon mon
        daemon mgr
        daemon osd
        if [ -e "$dir/with-fs" ]; then
            daemon mds
        else
            daemon rgw
        fi
    else
        rm -rf "$dir"
        mkdir -p "$dir"
        if [ "$fs" = fs ]; then
            touch "$dir/with-fs"
        fi
        make_cluster "$port" "$store" "$fs"
    fi
    if [ -e "$dir/with-fs" ]; then
        echo "ceph: file system of $dir/ceph.conf"
    else
        echo "ceph: gateway on http://127.0.0.1:$(gateway_port)"
    fi
}

# pid of a daemon, by the configuration it was started with; the file may be of one that has died.
pid_of() {
    local file pid
    case $1 in
        mon | mds) file=$dir/run/$1.a.pid ;;
        mgr) file=$dir/run/mgr.x.pid ;;
        osd) file=$dir/run/osd.0.pid ;;
        rgw) file=$dir/run/client.rgw.pid ;;
        *) usage ;;
    esac
    pid=$(cat "$file" 2>/dev/null) || return 0
    case $(tr '\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null) in
        ceph-* | radosgw* | */ceph-* | */radosgw*) echo "$pid" ;;
    esac
}

is_gone() {
    ! kill -0 "$1" 2>/dev/null
}

stop_one() {
    local pid
    pid=$(pid_of "$1")
    if [ -n "$pid" ]; then
        kill "-$2" "$pid" 2>/dev/null || true
        await 60 "the end of $1" is_gone "$pid"
    fi
}

stop() {
    local name
    if [ -n "${1:-}" ]; then
        stop_one "$1" KILL
        return
    fi
    for name in rgw mds; do
        stop_one "$name" KILL
    done
    stop_one osd TERM
    stop_one mgr KILL
    stop_one mon TERM
}

if [ "${1:-}" = install ]; then
    install
    exit
fi
[ $# -ge 2 ] || usage
command=$1
mkdir -p "$2"
dir=$(readlink -f "$2")
shift 2
export CEPH_CONF=$dir/ceph.conf
export CEPH_ARGS="--conf $dir/ceph.conf"
case $command in
    start) start "$@" ;;
    start-one) daemon "${1:-}" ;;
    stop) stop "${1:-}" ;;
    remove)
        stop
        rm -rf "$dir"
        ;;
    *) usage ;;
esac
