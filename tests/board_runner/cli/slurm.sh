#!/bin/sh
# slurm.sh <board_runner> <analyze> <sim probes> <machine file> <scratch folder>: a cluster of six nodes on this machine,
# with munged, slurmctld and a slurmd each, of Debian's packages, in a folder of its own: jobs are submitted, the nodes
# measure a simulated board, one of them with slower memory, and analyze --fleet finds it. 77: something is not installed.
set -u
runner=$1
analyze=$2
probes=$3
machine=$4
dir=$5

for program in munged slurmctld slurmd scontrol sinfo sbatch squeue; do
    PATH=$PATH:/usr/sbin command -v $program >/dev/null || { echo "skipped: $program is not installed"; exit 77; }
done
[ "$(id -u)" -eq 0 ] || { echo "skipped: slurmd changes users, which takes root"; exit 77; }
[ -x "$probes" ] || { echo "skipped: the simulated board is not built"; exit 77; }
PATH=$PATH:/usr/sbin
export PATH

rm -rf "$dir" && mkdir -p "$dir" && cd "$dir" || exit 1
dir=$(pwd)
run=$(mktemp -d /tmp/pontoon_slurm_XXXXXX) || exit 1 # a socket's path has to be short
nodes='n1 n2 n3 n4 n5 n6'
host=$(hostname -s)
pids=
wrong=0

# The last that was started ends first.
# shellcheck disable=SC2317,SC2329 # called by the trap
stop() {
    for pid in $pids; do
        kill "$pid" 2>/dev/null
    done
    sleep 1
    for pid in $pids; do
        kill -9 "$pid" 2>/dev/null
    done
    rm -rf "$run"
}
trap stop EXIT
trap 'exit 1' INT TERM HUP

fail() {
    echo "failed: $*"
    tail -n 5 log/*.log 2>/dev/null
    exit 1
}

# start <name> <word> ...: in the background, with its output in log/NAME.log.
start() {
    name=$1
    shift
    "$@" >"log/$name.log" 2>&1 &
    pids="$! $pids"
}

# until_true <tenths of a second> <command> ...
until_true() {
    tenths=$1
    shift
    while [ "$tenths" -gt 0 ]; do
        "$@" >/dev/null 2>&1 && return 0
        sleep 0.1
        tenths=$((tenths - 1))
    done
    return 1
}

# Ports of this run's own, as another cluster may be here.
base=$((20000 + $$ % 20000))
mkdir -p log state logs machines
for node in $nodes; do mkdir -p "spool/$node"; done
cat >slurm.conf <<END
ClusterName=pontoon
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$base
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$run/munge.socket
CryptoType=crypto/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SlurmdParameters=config_overrides
ReturnToService=2
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool/%n
SlurmctldPidFile=$run/c.pid
SlurmdPidFile=$run/%n.pid
NodeName=n[1-6] NodeHostname=$host NodeAddr=127.0.0.1 Port=[$((base + 1))-$((base + 6))] CPUs=1 RealMemory=500
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
echo 'CgroupPlugin=cgroup/v1' >cgroup.conf
SLURM_CONF=$dir/slurm.conf
export SLURM_CONF

head -c 1024 /dev/urandom >"$run/key"
chmod 400 "$run/key"
start munged munged -F --force -S "$run/munge.socket" --key-file="$run/key" --pid-file="$run/munged.pid" \
    --log-file="$run/munged.log" --seed-file="$run/munged.seed"
until_true 50 test -S "$run/munge.socket" || fail "munged does not start"
start slurmctld slurmctld -D -f slurm.conf
until_true 100 scontrol ping || fail "slurmctld does not answer"
for node in $nodes; do
    start "$node" slurmd -D -N "$node" -f slurm.conf
done
idle() {
    [ "$(sinfo -hN -t idle -o %N | wc -l)" -eq 6 ]
}
until_true 150 idle || fail "not all nodes are idle: $(sinfo -N 2>&1)"

# Each node is a board of its own; n4 has slower memory. A run begins a day after the one before.
for node in $nodes; do cp "$machine" "machines/$node.machine"; done
awk '/^\[/ { section = $0 } section == "[memory]" && $1 == "latency" { $3 = int($3 * 1.3) } { print }' \
    "$machine" >machines/n4.machine
cmp -s "$machine" machines/n4.machine && fail "the machine file has no latency of memory"
cat >board <<END
#!/bin/sh
PONTOON_MACHINE=$dir/machines/\$SLURMD_NODENAME.machine
PONTOON_BEGAN=\$((1788220800 + 86400 * \$(ls $dir/logs/\$SLURMD_NODENAME.*.log 2>/dev/null | wc -l)))
export PONTOON_MACHINE PONTOON_BEGAN
exec $probes "\$@"
END
chmod +x board
"$runner" slurm sim --image "$dir/board" --output-dir logs -- --quick --only timer_floor,add_chain,cache_size \
    max=2M >pontoon.job || fail "board_runner slurm: status $?"
sh -n pontoon.job || fail "the job is no script"

idle_now=$(sinfo -hN -t idle -o %N)
for round in 1 2 3; do
    for node in $idle_now; do
        sbatch -w "$node" pontoon.job >>log/sbatch.log 2>&1 || fail "sbatch $round $node: $(tail -n 1 log/sbatch.log)"
    done
done
done_all() {
    [ -z "$(squeue -h)" ]
}
until_true 450 done_all || fail "jobs do not end: $(squeue)"
[ "$(find logs -name '*.log' | wc -l)" -eq 18 ] || fail "$(find logs -name '*.log' | wc -l) logs, not 18"
[ "$(find logs -name '*.json' | wc -l)" -eq 18 ] || fail "$(find logs -name '*.json' | wc -l) reports, not 18"
find logs -name '*.part' | grep . && fail "left over"

"$analyze" --fleet logs >report 2>err
status=$?
cat report err
[ $status -eq 1 ] || fail "analyze --fleet: status $status"
grep -q '^FLEET  6 boards, 18 runs, 2026-09-01 to 2026-09-03; 1 kind$' report || fail "not six boards of a kind"
grep -q '^  n4 .*memory\.latency.*+[23][0-9] %' report || fail "the slow memory of n4 is not found"
[ "$(grep -c '^  n[1-6] ' report)" -eq 1 ] || fail "another board differs"
grep -q '^  scontrol update node=n4 state=drain' report || fail "no line to drain n4"
# The line is for a person; here it is run.
sh -c "$(grep '^  scontrol' report)" || fail "Slurm refuses the line"
[ "$(sinfo -hN -n n4 -o %t)" = drain ] || fail "n4 is not drained"
exit $wrong
