import { existsSync, mkdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ManualClock, Scope } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ReleaseService } from "./service.ts";
import { ReleaseStore } from "./store.ts";

const root = useFolder();
let clock: ManualClock;
let scope: Scope;
let restarts: boolean[];
let unitsFail = false;
beforeEach(() => {
  for (const version of ["1.1.0", "1.2.0"]) {
    mkdirSync(path.join(root(), "releases", version), { recursive: true });
    writeFileSync(path.join(root(), "releases", version, "manifest.json"), "{}");
  }
  symlinkSync("1.1.0", path.join(root(), "releases/current"));
  clock = new ManualClock();
  scope = new Scope();
  restarts = [];
  unitsFail = false;
});
afterEach(() => scope.end());

async function service(boot = "boot", base = "1.0.0"): Promise<ReleaseService> {
  const made = new ReleaseService({
    store: new ReleaseStore(root(), base),
    trustedRoot: "",
    judge: () => Promise.reject(new Error("nothing is taken here")),
    clock,
    scope,
    boot,
    uptime: () => clock.monotonic() / 1_000,
    gateMs: 300_000,
    restartUnits: async (product) => {
      restarts.push(product);
      if (unitsFail) throw new Error("systemctl: no");
    },
    log: () => undefined,
  });
  await made.begin();
  return made;
}
const ask = (of: ReleaseService, verb: "use" | "confirm" | "back" | "remove", version = "1.2.0") =>
  of.handle({ verb, version }, { metadata: async () => undefined, archive: async function* () {} });
const current = () => readlinkSync(path.join(root(), "releases/current"));
const onTrial = () => existsSync(path.join(root(), "trial.json"));
/** All that was put in the queue is done. */
const settled = (of: ReleaseService) => ask(of, "remove", "9.9.9");

it("puts a release back that nobody confirms in time, and starts the product anew", async () => {
  const one = await service();
  await ask(one, "use");
  expect([current(), onTrial(), one.idle]).toEqual(["1.2.0", true, false]);
  clock.advance(464_000);
  await settled(one);
  expect(current()).toBe("1.2.0");
  clock.advance(2_000);
  await settled(one);
  expect([current(), onTrial(), one.idle, restarts]).toEqual(["1.1.0", false, true, [false, true]]);
});

it("leaves a release alone that was confirmed", async () => {
  const one = await service();
  await ask(one, "use");
  await ask(one, "confirm");
  clock.advance(3_600_000);
  await settled(one);
  expect([current(), onTrial(), one.idle, restarts]).toEqual(["1.2.0", false, true, [false]]);
});

it("goes back from a confirmed release for a week, and then keeps it", async () => {
  const one = await service();
  await ask(one, "use");
  await ask(one, "confirm");
  clock.advance(6 * 86_400_000);
  await ask(one, "back");
  expect([current(), onTrial(), one.idle, restarts]).toEqual(["1.1.0", false, true, [false, false]]);
  // What was gone back from is no way back itself.
  await expect(ask(one, "back", "1.1.0")).rejects.toThrow("zu lange");
  await ask(one, "use");
  await ask(one, "confirm");
  clock.advance(8 * 86_400_000);
  await expect(ask(one, "back")).rejects.toThrow("zu lange");
  expect(current()).toBe("1.2.0");
});

it("goes back to nothing that is not there any more", async () => {
  const one = await service();
  await ask(one, "use");
  await ask(one, "confirm");
  await ask(one, "remove", "1.1.0");
  await expect(ask(one, "back")).rejects.toThrow("1.1.0 ist nicht mehr vorhanden");
  expect(current()).toBe("1.2.0");
});

it("watches on after its own restart, from the beginning", async () => {
  await ask(await service(), "use");
  clock.advance(400_000);
  await scope.end();
  scope = new Scope();
  const next = await service();
  clock.advance(400_000);
  await settled(next);
  expect([current(), onTrial()]).toEqual(["1.2.0", true]);
  clock.advance(66_000);
  await settled(next);
  expect([current(), onTrial()]).toEqual(["1.1.0", false]);
});

it("starts the units anew if it was killed between a switch and that", async () => {
  await ask(await service(), "use");
  await service();
  expect(restarts).toEqual([false, false]);
  rmSync(path.join(root(), "releases/current"));
  symlinkSync("1.1.0", path.join(root(), "releases/current"));
  await service();
  expect([restarts, onTrial()]).toEqual([[false, false, true], false]);
  await ask(await service(), "use");
  await service("next boot");
  expect(restarts).toEqual([false, false, true, false]);
});

it("is back at what the package brought where nothing was current before", async () => {
  rmSync(path.join(root(), "releases/current"));
  const one = await service();
  await ask(one, "use");
  await ask(one, "back");
  expect(existsSync(path.join(root(), "releases/current"))).toBe(false);
  expect(restarts).toEqual([false, false]);
});

it("switches even if the units cannot be started anew", async () => {
  unitsFail = true;
  const one = await service();
  await ask(one, "use");
  expect(current()).toBe("1.2.0");
  await ask(one, "back");
  expect(current()).toBe("1.1.0");
});

it("counts a package that is as new as the loaded release first", async () => {
  const one = await service("boot", "1.2.0");
  await expect(ask(one, "use")).rejects.toThrow("nicht neuer");
  // Nothing that is loaded is needed any more.
  await ask(one, "remove", "1.1.0");
  expect(existsSync(path.join(root(), "releases/1.1.0"))).toBe(false);
});

it("goes back to nothing it cannot read", async () => {
  writeFileSync(path.join(root(), "trial.json"), '{"version":"../../etc","before":null,"boots":9,"boot":""}');
  const one = await service();
  expect([current(), one.idle]).toEqual(["1.1.0", true]);
});
