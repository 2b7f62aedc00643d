import { spawnSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";

/** `npm run image`, and root's way in. */
const MAKE_IMAGE = ["mmdebstrap", "fdisk", "dosfstools", "mtools", "e2fsprogs", "zstd", "openssh-client"];
/** Linux as a process, and the network around it. */
const USER_MODE = ["user-mode-linux", "dnsmasq-base", "iproute2"];
const BROWSER = ["chromium-headless-shell", "fonts-dejavu-core", "libnss3-tools"];

/** Debian packages whose programs the tests use as real peers, by tier. */
export const PACKAGES = {
  integration: [
    "mosquitto",
    "mosquitto-clients",
    "influxdb",
    "prometheus",
    "knxd",
    "knxd-tools",
    "lighttpd",
    "apache2-bin",
    "tshark",
    "python3-pymodbus",
    "python3-serial",
    "python3-serial-asyncio",
    "mbpoll",
    "socat",
    "python3-openpyxl",
    "python3-astral",
    "python3-dateutil",
    "python3-holidays",
    "python3-icalendar",
    "libreoffice-calc-nogui",
    "iputils-ping",
    "iproute2",
    "curl",
    "openssl",
    "age",
    "proftpd-core",
    "proftpd-mod-crypto",
    "prosody",
    "postfix",
    "dnsmasq-base",
    // The central (apps/central).
    "nats-server",
    "postgresql",
    "g++",
    "make",
  ],
  e2e: [
    ...BROWSER,
    "knxd",
    "knxd-tools",
    "mosquitto",
    "iputils-ping",
    "curl",
    "python3-openpyxl",
    "nats-server",
    "postgresql",
  ],
  containers: [
    "docker.io",
    "containerd",
    "docker-registry",
    "podman",
    "runc",
    "containernetworking-plugins",
    "catatonit",
    "iptables",
    "iproute2",
    "haproxy",
    "socat",
    "mosquitto",
    "mosquitto-clients",
    "curl",
    "openssl",
    "python3",
  ],
  // The NTP server is unpacked only (appliance-tests/support/base-root.ts); these are the libraries it wants.
  appliance: [
    "systemd-container",
    "mmdebstrap",
    "dnsmasq-base",
    "iproute2",
    "openssh-client",
    "libcap2",
    "libedit2",
    "libgnutls30",
    "libnettle8",
    "libseccomp2",
    ...BROWSER,
    "openssl",
    "proftpd-core",
    "proftpd-mod-crypto",
    // An engine of the device's own (support/engine.ts), and what the proxy's image is made of.
    "docker.io",
    "containerd",
    "runc",
    "haproxy",
    "socat",
    "mosquitto",
    "mosquitto-clients",
  ],
  image: [...MAKE_IMAGE, ...USER_MODE, ...BROWSER],
  power: [...MAKE_IMAGE, ...USER_MODE],
  firmware: [...MAKE_IMAGE, "qemu-system-x86", "ovmf", ...BROWSER],
};

/** Those of `packages` that are not installed. */
export function missingPackages(packages) {
  return packages.filter((name) => {
    const { status, stdout } = spawnSync("dpkg-query", ["-W", "-f=${Status}", name], { encoding: "utf8" });
    return status !== 0 || !stdout.includes("install ok installed");
  });
}

/** False if some could not be had. While installing, policy-rc.d refuses every start of a service (invoke-rc.d(8)). */
export function installPackages(packages) {
  const policy = "/usr/sbin/policy-rc.d";
  const ours = !existsSync(policy);
  if (ours) writeFileSync(policy, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  try {
    spawnSync("apt-get", ["update", "-qq"], { env, stdio: ["ignore", "ignore", "inherit"] });
    // A machine that loses its power while it is made ready for tests is made again.
    const options = ["-y", "-qq", "--no-install-recommends", "-o", "Dpkg::Options::=--force-unsafe-io"];
    const result = spawnSync("apt-get", ["install", ...options, ...packages], {
      env,
      stdio: ["ignore", "ignore", "inherit"],
    });
    return result.status === 0 && missingPackages(packages).length === 0;
  } finally {
    if (ours) rmSync(policy, { force: true });
  }
}
