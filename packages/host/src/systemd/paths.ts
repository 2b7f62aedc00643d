/** Every file and program of the system that the device service touches, below a root folder (`/`, or a test's). */
import path from "node:path";

export interface SystemPaths {
  root: string;
  /** What is configured, tried and judged; root's alone. */
  state: string;
  hostname: string;
  hosts: string;
  kernelHostname: string;
  localtime: string;
  timezone: string;
  zoneinfo: string;
  networkFolder: string;
  timesyncDropIn: string;
  ifupdown: string;
  ifupdownFolder: string;
  sysNet: string;
  bootId: string;
  uptime: string;
  programs: string;
}

export function systemPaths(root: string): SystemPaths {
  const at = (...parts: string[]) => path.join(root, ...parts);
  return {
    root,
    state: at("var/lib/hubwart-hostd/settings.json"),
    hostname: at("etc/hostname"),
    hosts: at("etc/hosts"),
    kernelHostname: at("proc/sys/kernel/hostname"),
    localtime: at("etc/localtime"),
    timezone: at("etc/timezone"),
    zoneinfo: at("usr/share/zoneinfo"),
    networkFolder: at("etc/systemd/network"),
    timesyncDropIn: at("etc/systemd/timesyncd.conf.d/50-hubwart.conf"),
    ifupdown: at("etc/network/interfaces"),
    ifupdownFolder: at("etc/network/interfaces.d"),
    sysNet: at("sys/class/net"),
    bootId: at("proc/sys/kernel/random/boot_id"),
    uptime: at("proc/uptime"),
    programs: at("usr/bin"),
  };
}

/** Where unit files of packages lie, below the root folder. */
export const UNIT_FOLDERS = ["usr/lib/systemd/system", "lib/systemd/system", "etc/systemd/system"];
