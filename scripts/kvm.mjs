import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const MACHINE = [
  "-nodefaults",
  "-no-user-config",
  "-machine",
  "q35",
  "-m",
  "256",
  "-display",
  "none",
  "-serial",
  "stdio",
];
const FIRMWARE = "if=pflash,format=raw,readonly=on,file=/usr/share/OVMF/OVMF_CODE_4M.fd";

/** Whether QEMU runs a machine as fast as this one is: what is there may still fail at the first instructions. */
export function kvmWorks() {
  if (!existsSync("/dev/kvm") || !/\b(vmx|svm)\b/.test(readFileSync("/proc/cpuinfo", "utf8"))) return false;
  const args = [...MACHINE, "-accel", "kvm", "-cpu", "host", "-drive", FIRMWARE];
  const limits = { timeout: 8_000, killSignal: "SIGKILL", encoding: "utf8" };
  const { stdout } = spawnSync("qemu-system-x86_64", args, {
    ...limits,
    stdio: ["ignore", "pipe", "ignore"],
  });
  return (stdout ?? "").includes("BdsDxe");
}
