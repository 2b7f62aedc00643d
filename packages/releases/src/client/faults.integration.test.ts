/** What a hostile, broken or neglected repository does to a device: nothing, but for a clear error. */
import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Clock, systemClock } from "@hubwart/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TestRepository } from "../testing/repository.ts";
import { openRepository, type Repository } from "./repository.ts";

const DAY = 86_400_000;
let peer: TestRepository;
beforeEach(async () => {
  peer = await TestRepository.start();
  await peer.publisher.publish(await peer.archive("1.0.0"), "stable");
});
afterEach(() => peer.scope.end());

const limits = { answer: 500, stall: 500, window: 1000, least: 50, metadata: 800 };
const root = () => path.join(peer.root, "trusted.json");
async function open(options: { clock?: Clock; cache?: string } = {}) {
  const { clock = systemClock, cache = "cache" } = options;
  await cp(path.join(peer.folder, "current", "1.root.json"), root(), { force: false });
  const cacheFolder = path.join(peer.root, cache);
  return await openRepository({
    url: `${peer.url}/`,
    channel: "stable",
    arch: "x64",
    trustedRoot: root(),
    cacheFolder,
    clock,
    limits,
  });
}
const refresh = (repository: Repository) => repository.refresh(AbortSignal.timeout(30_000));
const fault = (task: Promise<unknown>) =>
  task.then(
    () => "none",
    (error: { fault?: string; message: string }) => error.fault ?? error.message,
  );
const versions = (repository: Repository) => repository.releases().map(({ version }) => version);
const current = (name: string) => path.join(peer.folder, "current", name);
const saved = (name: string) => path.join(peer.root, name);

describe("metadata", () => {
  it("that somebody else signed is refused, all of it and each piece", async () => {
    const device = await open();
    const forger = peer.publisherIn("forger");
    await forger.create();
    await forger.publish(await peer.archive("9.0.0"), "stable");
    const theirs = (name: string) => readFile(path.join(peer.root, "forger", "current", name));
    for (const forged of ["timestamp.json", "2.snapshot.json", "2.targets.json", "2.root.json"]) {
      peer.disturb = (name, _request, response) => {
        if (name !== `metadata/${forged}`) return false;
        void theirs(forged.replace("2.root", "1.root")).then((bytes) => response.end(bytes));
        return true;
      };
      expect([forged, await fault(refresh(device))]).toEqual([
        forged,
        // Before a signature the hash counts, which the timestamp names.
        /snapshot|targets/.test(forged) ? "inconsistent" : "signature",
      ]);
    }
    peer.disturb = (name, _request, response) => {
      void theirs(path.basename(name)).then(
        (bytes) => response.end(bytes),
        () => response.writeHead(404).end(),
      );
      return true;
    };
    expect(await fault(refresh(device))).toBe("signature");
    expect(versions(device)).toEqual([]);
    peer.disturb = () => false;
    await refresh(device);
    expect(versions(device)).toEqual(["1.0.0"]);
  });

  it("changed in one byte is refused", async () => {
    const device = await open();
    for (const changed of ["timestamp.json", "2.snapshot.json", "2.targets.json"]) {
      const text = await readFile(current(changed), "utf8");
      peer.disturb = (name, _request, response) => {
        if (name !== `metadata/${changed}`) return false;
        response.end(text.replace(/"version":(\d)/, (_all, digit) => `"version":${Number(digit) + 1}`));
        return true;
      };
      expect(await fault(refresh(device))).toMatch(/^(signature|inconsistent)$/);
    }
  });

  it("past its time is refused, by the system's clock and by the time that has been", async () => {
    const device = await open();
    await refresh(device);
    const later = await open({ clock: { ...systemClock, now: () => Date.now() + 8 * DAY } });
    expect(await fault(refresh(later))).toBe("expired");
    expect(versions(later)).toEqual([]);
    peer.offset = -8 * DAY;
    await rm(path.join(peer.folder, "current"));
    await peer.publisher.create();
    await rm(root());
    expect(await fault(refresh(await open({ cache: "other" })))).toBe("expired");
  });

  it("that is held back shows in its age, and ends with its time", async () => {
    let ahead = 0;
    const device = await open({ clock: { ...systemClock, now: () => Date.now() + ahead } });
    expect(device.metadataAge).toBeUndefined();
    await refresh(device);
    expect(device.metadataAge).toBeLessThan(30_000);
    ahead = 3 * DAY;
    await refresh(device);
    expect(device.metadataAge).toBeGreaterThan(3 * DAY - 1000);
    ahead = 7 * DAY;
    expect(await fault(refresh(device))).toBe("expired");
    expect(await fault(device.download({ version: "1.0.0" }, saved("x"), { signal: signal() }))).toBe(
      "expired",
    );
    // Known at once after a restart.
    const again = await open({ clock: { ...systemClock, now: () => Date.now() + ahead } });
    expect(again.metadataAge).toBeGreaterThan(7 * DAY - 1000);
  });

  it("older than seen before is refused, by a device that was restarted too", async () => {
    await cp(path.join(peer.folder, "generations"), saved("old"), { recursive: true });
    const [old] = (await readdir(saved("old"))).sort().slice(-1);
    await peer.publisher.publish(await peer.archive("1.1.0"), "stable");
    await refresh(await open());
    peer.disturb = (name, _request, response) => {
      void readFile(path.join(saved("old"), old ?? "", path.basename(name))).then(
        (bytes) => response.end(bytes),
        () => response.writeHead(404).end(),
      );
      return true;
    };
    const device = await open();
    expect(await fault(refresh(device))).toBe("rollback");
    expect(versions(device)).toEqual([]);
    // Without what it has seen it could not know.
    expect(await fault(refresh(await open({ cache: "fresh" })))).toBe("none");
  });

  it("of two states mixed is refused", async () => {
    const old = await readFile(current("2.snapshot.json"));
    await peer.publisher.publish(await peer.archive("1.1.0"), "stable");
    peer.disturb = (name, _request, response) => {
      if (name !== "metadata/3.snapshot.json") return false;
      response.end(old);
      return true;
    };
    expect(await fault(refresh(await open()))).toBe("inconsistent");
    peer.disturb = (name, _request, response) => {
      if (name !== "metadata/3.targets.json") return false;
      response.writeHead(404).end();
      return true;
    };
    expect(await fault(refresh(await open()))).toBe("inconsistent");
  });

  it("without an end, late, dripping, cut or of another site is no repository", async () => {
    const device = await open();
    const answers: Record<string, (name: string, response: import("node:http").ServerResponse) => void> = {
      signature: (_name, response) => {
        response.write("{");
        const more = setInterval(() => response.write("x".repeat(65_536)), 1);
        response.once("close", () => clearInterval(more));
      },
      unreachable: () => {},
      "unreachable ": (_name, response) => {
        response.write("{");
        const more = setInterval(() => response.write(" "), 100);
        response.once("close", () => clearInterval(more));
      },
      "unreachable  ": (_name, response) => response.writeHead(200, { "content-length": 100 }).write("{"),
      "unreachable   ": (_name, response) => response.end("<html>Bitte melden Sie sich am WLAN an.</html>"),
      "unreachable    ": (_name, response) => response.writeHead(302, { location: "/elsewhere" }).end(),
      "unreachable     ": (_name, response) => response.writeHead(503).end(),
      "unreachable      ": (_name, response) => response.destroy(),
    };
    for (const piece of ["metadata/2.root.json", "metadata/timestamp.json"]) {
      for (const [expected, answer] of Object.entries(answers)) {
        peer.disturb = (name, _request, response) => {
          if (name !== piece) return false;
          answer(name, response);
          return true;
        };
        expect([piece, expected, await fault(refresh(device))]).toEqual([piece, expected, expected.trim()]);
      }
    }
    peer.disturb = () => false;
    expect(await fault(refresh(device))).toBe("none");
  });

  it("is asked for once by callers at the same moment, and a caller can end it", async () => {
    const device = await open();
    await Promise.all([refresh(device), refresh(device)]);
    expect(peer.asked.filter((name) => name === "metadata/timestamp.json")).toHaveLength(1);
    peer.disturb = () => true;
    const gone = AbortSignal.timeout(50);
    await expect(device.refresh(gone)).rejects.toSatisfy((error) => error === gone.reason);
    expect((await readdir(saved("cache"))).filter((name) => name.startsWith("refresh-"))).toEqual([]);
  });
});

describe("keys", () => {
  it("are rotated one after the other, also for a device that was away, and the old ones count no longer", async () => {
    const present = await open();
    await refresh(present);
    const away = await open({ cache: "away" });
    await cp(path.join(peer.folder, "keys"), saved("stolen"), { recursive: true });
    for (const role of ["timestamp", "snapshot", "targets", "root"] as const) {
      await peer.publisher.rotate(role);
      expect([role, await fault(refresh(present))]).toEqual([role, "none"]);
    }
    await peer.publisher.publish(await peer.archive("1.1.0"), "stable");
    expect([await fault(refresh(present)), await fault(refresh(away))]).toEqual(["none", "none"]);
    expect(versions(away)).toEqual(["1.1.0", "1.0.0"]);
    await rm(path.join(peer.folder, "keys"), { recursive: true });
    await cp(saved("stolen"), path.join(peer.folder, "keys"), { recursive: true });
    await peer.publisher.publish(await peer.archive("6.6.6"), "stable");
    expect([await fault(refresh(present)), await fault(refresh(away))]).toEqual(["signature", "signature"]);
    // Nor when the new roots are hidden from who has seen them.
    peer.disturb = (name, _request, response) => {
      if (!name.endsWith(".root.json")) return false;
      response.writeHead(404).end();
      return true;
    };
    expect([await fault(refresh(present)), await fault(refresh(await open({ cache: "away" })))]).toEqual([
      "signature",
      "signature",
    ]);
    // What was verified once is not asked for again: before the rotation, after it, and by the other device.
    expect(peer.asked.filter((name) => name.endsWith("/2.root.json"))).toHaveLength(3);
  });

  it("are finished or dropped after a rotation that was cut off", async () => {
    const keys = path.join(peer.folder, "keys");
    const before = await readFile(path.join(keys, "timestamp.json"), "utf8");
    await peer.publisher.rotate("timestamp");
    const after = await readFile(path.join(keys, "timestamp.json"), "utf8");
    // Cut between publishing and taking the new key.
    await writeFile(path.join(keys, "timestamp.next.json"), after);
    await writeFile(path.join(keys, "timestamp.json"), before);
    await peer.publisher.publish(await peer.archive("1.1.0"), "stable");
    expect(await fault(refresh(await open()))).toBe("none");
    // Cut before publishing.
    await writeFile(path.join(keys, "timestamp.next.json"), before);
    await peer.publisher.publish(await peer.archive("1.2.0"), "stable");
    expect(await fault(refresh(await open()))).toBe("none");
    expect(await readdir(keys)).not.toContain("timestamp.next.json");
  });
});

it("a damaged memory of what was seen costs no update", async () => {
  await peer.publisher.rotate("timestamp");
  const device = await open();
  await refresh(device);
  for (const name of await readdir(saved("cache"))) {
    for (const content of [
      "",
      "{",
      "[]",
      "null",
      (await readFile(path.join(saved("cache"), name))).subarray(0, 30),
    ]) {
      await writeFile(path.join(saved("cache"), name), content);
      expect([name, await fault(refresh(await open()))]).toEqual([name, "none"]);
    }
  }
});

it("a release of another channel or architecture, or one withdrawn, is not to be had", async () => {
  await peer.publisher.publish(await peer.archive("2.0.0"), "dev");
  await peer.publisher.publish(await peer.archive("2.1.0", { arch: "arm64" }), "stable");
  const device = await open();
  await refresh(device);
  expect(versions(device)).toEqual(["1.0.0"]);
  for (const version of ["2.0.0", "2.1.0"]) {
    expect(await fault(device.download({ version }, saved("x"), { signal: signal() }))).toBe("not-offered");
  }
  await peer.publisher.withdraw("1.0.0");
  // Told before the device has asked again, and after.
  expect(await fault(device.download({ version: "1.0.0" }, saved("x"), { signal: signal() }))).toBe(
    "not-offered",
  );
  await refresh(device);
  expect(await fault(device.download({ version: "1.0.0" }, saved("x"), { signal: signal() }))).toBe(
    "not-offered",
  );
});

const signal = () => AbortSignal.timeout(60_000);
