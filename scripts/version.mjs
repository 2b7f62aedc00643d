/** The product's version: that of package.json at the top, which nothing else repeats. The build puts it into what it makes. */
import { readFileSync } from "node:fs";
import path from "node:path";

/** @param root the checkout */
export function productVersion(root) {
  return JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")).version;
}
