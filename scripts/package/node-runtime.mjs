/** Node as devices get it, in the Debian package and in releases: one pinned version of the current LTS line, from the package registry. */
import { fetchPackage } from "./fetch-package.mjs";

const NODE_VERSION = "24.21.0";
/** Architecture → what was pinned for it. */
const INTEGRITY = {
  x64: "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
  arm64: "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
};

/** @returns the folder with `bin/node` and `LICENSE` */
export function nodeRuntime(cache, arch) {
  return fetchPackage(cache, {
    name: `node-linux-${arch}`,
    version: NODE_VERSION,
    integrity: INTEGRITY[arch],
    wanted: ["bin/node", "LICENSE"],
  });
}
