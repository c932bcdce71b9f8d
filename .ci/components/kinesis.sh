#!/usr/bin/env bash
# Copyright 2026 The Millrace Authors
# SPDX-License-Identifier: Apache-2.0
#
# An emulator of Kinesis (npm's kinesis-local) that keeps everything in memory, on the loopback interface.
#
#   kinesis.sh install          install it into the user's cache directory, if it is missing
#   kinesis.sh program          print where its start file is; exit code 1 if there is none
#   kinesis.sh start DIR PORT   start, and return when it takes connections; DIR takes its output and process id
#   kinesis.sh kill DIR         kill -9
#   kinesis.sh end DIR          stop it and remove DIR
#
# PORT + 1 is used as well.
set -euo pipefail

version=0.6.2
home=${XDG_CACHE_HOME:-$HOME/.cache}/millrace/kinesis-local-$version

program() {
    [ -f "$home/node_modules/kinesis-local/main.js" ] && command -v node >/dev/null && echo "$home/node_modules/kinesis-local/main.js"
}

install() {
    program >/dev/null && return 0
    mkdir -p "$home"
    npm install --prefix "$home" --no-audit --no-fund --no-save "kinesis-local@$version"
    program >/dev/null
}

start() {
    local dir=$1 port=$2 main n
    main=$(program) || { echo "kinesis.sh: kinesis-local is not installed" >&2; exit 3; }
    mkdir -p "$dir"
    dir=$(cd "$dir" && pwd)
    # It reads a file beside it.
    cd "$(dirname "$main")"
    export KINESIS_MOCK_PLAIN_PORT=$port KINESIS_MOCK_TLS_PORT=$((port + 1)) LOG_LEVEL=WARN SHARD_LIMIT=1000
    export CREATE_STREAM_DURATION=20ms DELETE_STREAM_DURATION=20ms SPLIT_SHARD_DURATION=20ms MERGE_SHARDS_DURATION=20ms
    export UPDATE_SHARD_COUNT_DURATION=20ms REGISTER_STREAM_CONSUMER_DURATION=20ms DEREGISTER_STREAM_CONSUMER_DURATION=20ms
    # In a session of its own: a signal to the one who asked for it is not meant for it.
    setsid node "$main" >"$dir/output" 2>&1 </dev/null &
    echo $! >"$dir/pid"
    for n in $(seq 1 600); do
        if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
            return 0
        fi
        kill -0 "$(cat "$dir/pid")" 2>/dev/null || break
        sleep 0.1
    done
    echo "kinesis.sh: the emulator did not come up; what it said:" >&2
    tail -n 40 "$dir/output" >&2
    return 1
}

kill_it() {
    local pid
    pid=$(cat "$1/pid" 2>/dev/null) || return 0
    kill -KILL "$pid" 2>/dev/null || true
}

case "${1:-}" in
    install) install ;;
    program) program ;;
    start) start "$2" "$3" ;;
    kill) kill_it "$2" ;;
    end)
        kill_it "$2"
        rm -rf "$2"
        ;;
    *)
        sed -n '5,13p' "$0" >&2
        exit 2
        ;;
esac
