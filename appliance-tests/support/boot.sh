#!/bin/bash
# Boots the folder $1 in this network namespace, again after each reboot, until the machine is switched off. Runs in
# namespaces of its own for mounts and processes, as their process 1: all ends with it. $2: name of the run.
set -u
# Waits for its machine, which is ended first.
trap : TERM
hierarchy=/sys/fs/cgroup
[ -d "$hierarchy/systemd" ] && hierarchy=$hierarchy/systemd
here=$(sed -n 's/^\([0-9]*:name=systemd:\|0::\)\(\/.*\)$/\2/p' /proc/self/cgroup | head -n 1)
group=$hierarchy${here%/}/$2

# Its own group of processes: each systemd ends what it finds in the groups it takes for its own.
mkdir -p "$group"
echo $$ > "$group/cgroup.procs"

# nspawn wants this folder on a file system that is not a disk's.
mkdir -p /run/systemd/nspawn
mount -t tmpfs tmpfs /run/systemd/nspawn

export SYSTEMD_NSPAWN_API_VFS_WRITABLE=network
while :; do
  # The namespace outlives the machine, but no address of a machine outlives its restart.
  for link in lan0 lan1; do
    ip link set "$link" down
    ip addr flush dev "$link"
  done
  systemd-nspawn --directory="$1" --machine="$2" --register=no --keep-unit \
    --network-namespace-path=/proc/self/ns/net --capability=CAP_NET_ADMIN --resolv-conf=off --timezone=off --link-journal=no \
    --system-call-filter="add_key keyctl bpf" --kill-signal=SIGRTMIN+3 --console=pipe --boot < /dev/null
  code=$?
  [ $code = 133 ] || break
done
echo $$ > "$hierarchy${here%/}/cgroup.procs"
find "$group" -depth -type d -exec rmdir {} \; 2> /dev/null
exit $code
