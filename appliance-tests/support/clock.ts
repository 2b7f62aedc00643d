/**
 * The clock of Hubwart on a booted device, moved by the test; the machine's own cannot be set in a container.
 *
 *     const device = await bootAppliance({ change: movableClock });
 *     await moveClock(device, Date.parse("2027-03-28T00:58:00Z"));    // now, for the product's processes; it goes on from there
 *
 * What runs in the device beside it, certificates that others judge included, keeps the machine's time.
 */
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { waitFor } from "@hubwart/testing";
import type { Appliance } from "./appliance.ts";

const FOLDER = "etc/hubwart-clock";
const PROGRAM = `
import { readFileSync } from "node:fs";
const Real = Date;
const realNow = Real.now.bind(Real);
let ahead = 0;
const read = () => { ahead = Number(readFileSync("/${FOLDER}/ahead", "utf8")); };
read();
setInterval(read, 100).unref();
const now = () => realNow() + ahead;
globalThis.Date = new Proxy(Real, {
  construct: (target, given, as) => Reflect.construct(target, given.length === 0 ? [now()] : given, as),
  apply: () => new Real(now()).toString(),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
`;

/** Of `bootAppliance`. */
export async function movableClock(root: string): Promise<void> {
  const at = (name: string) => path.join(root, FOLDER, name);
  await mkdir(path.join(root, FOLDER), { recursive: true });
  await chmod(path.join(root, FOLDER), 0o755);
  await writeFile(at("clock.mjs"), PROGRAM, { mode: 0o644 });
  await writeFile(at("ahead"), "0", { mode: 0o644 });
  const defaults = path.join(root, "etc/default/hubwart");
  const before = await readFile(defaults, "utf8").catch(() => "");
  await writeFile(defaults, `${before}\nNODE_OPTIONS=--import=/${FOLDER}/clock.mjs\n`);
}

/** From now on it is `at`, ms since the epoch. The session of `device.api` may end by it. */
export async function moveClock(device: Appliance, at: number): Promise<void> {
  await writeFile(path.join(device.root, FOLDER, "ahead"), String(at - Date.now()));
  await waitFor(async () => Math.abs((await deviceTime(device)) - at) < 30_000, {
    what: "the device's clock",
  });
}

async function deviceTime(device: Appliance): Promise<number> {
  const { body } = await device.api.get("/info");
  return (body["system"] as { time: number }).time * 1_000;
}
