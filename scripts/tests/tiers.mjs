import { PACKAGES } from "./packages.mjs";

/**
 * By name. `lane`: what starts the built product runs in lanes side by side; without one before all. Two lanes keep two cores busy: with the
 * browser in a third one, everything waited for everything, and a browser that waits too long fails. `named`: only when it is asked for.
 */
export const TIERS = {
  unit: { projects: ["unit", "console"], packages: [], build: false },
  integration: { projects: ["integration"], packages: PACKAGES.integration, build: true, lane: 1 },
  e2e: { projects: ["e2e"], packages: PACKAGES.e2e, build: true, lane: 1 },
  // Boots a Debian of its own in namespaces, which only root may make.
  appliance: { projects: ["appliance"], packages: PACKAGES.appliance, build: true, root: true, lane: 2 },
  // Container engines of its own, whose bridges and packet rules stay in a network namespace.
  containers: {
    projects: ["containers"],
    packages: PACKAGES.containers,
    build: true,
    root: true,
    lane: 2,
    within: ["unshare", "--net", "--", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"],
  },
  // They make the disk image, which only root may, and start it: by Linux as a process, the second to cut its power again and
  // again; in QEMU by UEFI, which takes longer than all others without KVM (docs/decisions/test-machines.md).
  image: { projects: ["image"], packages: PACKAGES.image, build: true, root: true, named: true },
  power: { projects: ["power"], packages: PACKAGES.power, build: true, root: true, named: true },
  firmware: { projects: ["firmware"], packages: PACKAGES.firmware, build: true, root: true, named: true },
};
