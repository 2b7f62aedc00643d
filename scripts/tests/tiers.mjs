import { PACKAGES } from "./packages.mjs";

/**
 * By name. `lane`: what starts the built product runs in lanes side by side, two with a browser at the end of each, about as long as
 * each other, and a short one of what mostly waits; without one before all.
 * `named`: only when it is asked for. `files`: those whose path has one of these in it. `within`: what root runs it in.
 */
export const TIERS = {
  unit: { projects: ["unit", "unit-apart"], packages: [], build: false },
  // By itself: a worker that goes from one environment to the other begins anew.
  console: { projects: ["console", "console-apart"], packages: [], build: false },
  integration: {
    projects: ["integration"],
    files: ["apps/", "packages/knx/", "packages/pods/src/knx/"],
    packages: PACKAGES.integration,
    build: true,
    lane: 1,
  },
  e2e: { projects: ["e2e"], packages: PACKAGES.e2e, build: true, lane: 1 },
  // Boots a Debian of its own in namespaces, which only root may make.
  appliance: { projects: ["appliance"], packages: PACKAGES.appliance, build: true, root: true, lane: 2 },
  // The second halves of the integration and browser tests.
  peers: {
    projects: ["peers"],
    packages: PACKAGES.integration,
    build: true,
    lane: 3,
  },
  // Container engines of its own, whose bridges and packet rules stay in a network namespace.
  containers: {
    projects: ["containers"],
    packages: PACKAGES.containers,
    build: true,
    root: true,
    lane: 3,
    within: ["unshare", "--net", "--", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"],
  },
  "e2e-beside": { projects: ["e2e-beside"], packages: PACKAGES.e2e, build: true, lane: 2 },
  // They make the disk image, which only root may, and start it: by Linux as a process, the second to cut its power again and
  // again; in QEMU by UEFI, which takes longer than all others without KVM (docs/decisions/test-machines.md).
  image: { projects: ["image"], packages: PACKAGES.image, build: true, root: true, named: true },
  power: { projects: ["power"], packages: PACKAGES.power, build: true, root: true, named: true },
  firmware: { projects: ["firmware"], packages: PACKAGES.firmware, build: true, root: true, named: true },
};

/** What people ask for by one name. */
export const GROUPS = {
  unit: ["unit", "console"],
  integration: ["integration", "peers"],
  e2e: ["e2e", "e2e-beside"],
};
