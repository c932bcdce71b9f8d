#!/usr/bin/env bash
# Copyright 2026 The Millrace Authors
# SPDX-License-Identifier: Apache-2.0
#
# A broker of Debian's package rabbitmq-server with all that it keeps in one directory, on the loopback interface only.
#
#   rabbitmq.sh install            install the package, if it is missing, without starting its service
#   rabbitmq.sh program            print where the package's own start script is; exit code 1 if there is none
#   rabbitmq.sh start DIR PORT [TLSPORT]
#                                  start, and return when it takes connections; TLS by DIR/tls/{ca,server}.pem, server.key
#   rabbitmq.sh stop DIR           stop in good order; what is durable stays in DIR
#   rabbitmq.sh kill DIR           kill -9
#   rabbitmq.sh end DIR            stop, end its name server (epmd) too, which outlives the broker, and remove DIR
#
# PORT + 10000 and PORT + 20000 are used as well.
set -euo pipefail

program() {
    local candidate
    for candidate in /usr/lib/rabbitmq/bin/rabbitmq-server /usr/lib/rabbitmq/lib/rabbitmq_server-*/sbin/rabbitmq-server; do
        if [ -x "$candidate" ]; then
            echo "$candidate"
            return 0
        fi
    done
    return 1
}

install() {
    if program >/dev/null; then
        return 0
    fi
    # shellcheck source=.ci/components/apt.bash
    . "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/apt.bash"
    apt_install rabbitmq-server
    program >/dev/null
}

# The broker's own process, which is not the script that was started. Its command line names the directory.
broker_pid() {
    local pid
    pid=$(cat "$1/pid" 2>/dev/null) || return 1
    [ -n "$pid" ] && kill -0 "$pid" 2>/dev/null && echo "$pid"
}

# Waits until the process is gone, 60 s at most.
await_end() {
    local n
    for n in $(seq 1 600); do
        kill -0 "$1" 2>/dev/null || return 0
        sleep 0.1
    done
    echo "rabbitmq.sh: process $1 does not end" >&2
    return 1
}

start() {
    local dir=$1 port=$2 tls=${3:-} server n
    server=$(program) || { echo "rabbitmq.sh: rabbitmq-server is not installed" >&2; exit 3; }
    mkdir -p "$dir"
    dir=$(cd "$dir" && pwd)
    export HOME=$dir RABBITMQ_BASE=$dir RABBITMQ_MNESIA_BASE=$dir/mnesia RABBITMQ_LOG_BASE=$dir/log
    export RABBITMQ_NODENAME=t$port@localhost RABBITMQ_NODE_IP_ADDRESS=127.0.0.1 RABBITMQ_NODE_PORT=$port
    export RABBITMQ_DIST_PORT=$((port + 20000)) ERL_EPMD_ADDRESS=127.0.0.1 ERL_EPMD_PORT=$((port + 10000))
    export RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS="-kernel inet_dist_use_interface {127,0,0,1} +S 2:2 +sbwt none"
    export RABBITMQ_CONFIG_FILE=$dir/rabbitmq RABBITMQ_ENABLED_PLUGINS_FILE=$dir/enabled_plugins
    export RABBITMQ_PID_FILE=$dir/pid RABBITMQ_CONF_ENV_FILE=/dev/null
    echo "$ERL_EPMD_PORT" >"$dir/epmd-port"
    echo '[].' >"$dir/enabled_plugins"
    {
        echo "listeners.tcp.1 = 127.0.0.1:$port"
        echo "log.console = false"
        echo "vm_memory_high_watermark.absolute = 512MB"
        echo "disk_free_limit.absolute = 50MB"
        if [ -n "$tls" ]; then
            echo "listeners.ssl.1 = 127.0.0.1:$tls"
            echo "ssl_options.cacertfile = $dir/tls/ca.pem"
            echo "ssl_options.certfile = $dir/tls/server.pem"
            echo "ssl_options.keyfile = $dir/tls/server.key"
        fi
    } >"$dir/rabbitmq.conf"
    rm -f "$dir/pid"
    # In a session of its own: a signal to the one who asked for it is not meant for the broker.
    setsid "$server" >"$dir/output" 2>&1 </dev/null &
    local started=$!
    # Ten seconds on a machine that has nothing else to do.
    for n in $(seq 1 3000); do
        if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && broker_pid "$dir" >/dev/null; then
            return 0
        fi
        if ! kill -0 "$started" 2>/dev/null; then
            break
        fi
        sleep 0.1
    done
    kill -KILL -- "-$started" 2>/dev/null || true
    echo "rabbitmq.sh: the broker did not come up; what it said:" >&2
    tail -n 40 "$dir/output" "$dir"/log/* >&2 2>/dev/null || true
    return 1
}

stop() {
    local pid
    if pid=$(broker_pid "$1"); then
        kill -TERM "$pid"
        await_end "$pid"
    fi
}

case "${1:-}" in
    install) install ;;
    program) program ;;
    start) start "$2" "$3" "${4:-}" ;;
    stop) stop "$2" ;;
    kill)
        if pid=$(broker_pid "$2"); then
            kill -KILL "$pid"
            await_end "$pid"
        fi
        ;;
    end)
        stop "$2"
        if [ -f "$2/epmd-port" ]; then
            # The name server of this broker alone: it has a port of its own.
            ERL_EPMD_PORT=$(cat "$2/epmd-port")
            export ERL_EPMD_PORT
            for n in $(seq 1 50); do # it refuses as long as it believes the broker alive
                epmd -kill >/dev/null 2>&1 && break
                epmd -names >/dev/null 2>&1 || break
                sleep 0.1
            done
            rm -rf "$2"
        fi
        ;;
    *)
        sed -n '5,16p' "$0" >&2
        exit 2
        ;;
esac
