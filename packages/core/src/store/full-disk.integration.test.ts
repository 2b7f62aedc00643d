/** The store on a real disk without a byte left. Mounting needs root, as this tier does. */
import { execFileSync } from "node:child_process";
import { rmdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, expect, it } from "vitest";
import * as z from "zod/mini";
import { defineSetting, openStore, type Store, verifyPassword } from "./index.ts";
import { hashPassword } from "./password-hash.ts";

const site = defineSetting({ name: "full.site", schema: z.string(), fallback: "" });
const token = (sessionId: string) => ({ sessionId, lastUse: 5, deadline: null, parent: null });
const PASSWORD = "Kein Platz 2026";

const disk = useFolder();
let store: Store;
const open = () =>
  (store = openStore({
    file: path.join(disk(), "state.db"),
    credentialFile: path.join(disk(), "credential.json"),
    now: () => 1,
  }));
const free = () => statfsSync(disk()).bavail * statfsSync(disk()).bsize;
function fill(): void {
  for (const size of [64 * 1024, 4096, 1]) {
    for (;;) {
      try {
        writeFileSync(path.join(disk(), "filler"), Buffer.alloc(size), { flag: "a" });
      } catch {
        break;
      }
    }
  }
}

beforeEach(async () => {
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=4m,mode=0700", "hubwart-full", disk()]);
  open();
  store.credential.insertFirst(await hashPassword(PASSWORD), 1);
  store.settings.write(site, "keller", 1);
});
afterEach(() => {
  store.close();
  execFileSync("umount", ["-l", disk()]);
  rmdirSync(disk());
});

async function signsIn(name: string): Promise<void> {
  expect(await verifyPassword(store.credential.read()?.hash ?? "", PASSWORD)).toBe(true);
  for (let round = 0; round < 500; round += 1) {
    const hash = Buffer.from(`${name}-${round}`);
    store.throttle.put(`login:${round}`, { failures: 1, first: 1, last: 1, locks: 0, lockedUntil: 0 });
    store.transaction(() => store.sessions.insert(hash, token(name)));
    expect(store.sessions.find(hash)).toMatchObject({ sessionId: name });
  }
}

it("lets people sign in after a start that found nothing left, although the one before had ended well", async () => {
  store.close();
  fill();
  expect(free()).toBe(0);
  open();
  expect(store.settings.read(site)).toBe("keller");
  await signsIn("started");
});

it("lets people sign in with nothing left, also after a restart", async () => {
  fill();
  expect(free()).toBe(0);
  await signsIn("running");
  store.close();
  fill();
  expect(free()).toBe(0);
  open();
  expect(store.settings.read(site)).toBe("keller");
  await signsIn("restarted");
});

it("leaves the last of the room to signing in: settings and the change log stop before it", () => {
  const entry = { ts: 1, address: "", call: "x", code: 0, kind: "change" as const };
  const grow = (write: (text: string) => void) => {
    for (let round = 0; round < 10_000; round += 1) {
      try {
        write(`${round} ${"x".repeat(4_000)}`);
      } catch (error) {
        return String(error);
      }
    }
    return "";
  };
  const lines = (text: string) => store.audit.insert({ ...entry, before: undefined, after: text });
  let settings = 0;
  const more = (text: string) => store.settings.writeRaw(`s${(settings += 1)}`, JSON.stringify(text), 1);
  expect(grow(lines)).toContain("full");
  expect(grow(more)).toContain("full");
  expect(free()).toBeGreaterThan(48 * 1024);
  rmSync(path.join(disk(), "filler"), { force: true });
});
