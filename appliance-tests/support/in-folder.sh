#!/bin/bash
# systemd-nspawn "$@" with the folder it wants on a file system that is not a disk's; without booting.
exec unshare --mount --propagation slave bash -c \
  'mkdir -p /run/systemd/nspawn && mount -t tmpfs tmpfs /run/systemd/nspawn && exec systemd-nspawn "$@"' bash "$@"
