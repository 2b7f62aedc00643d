/** What stands between a stranger's backup and the device: the calls, the job's last look, and the process that parses it. */
import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { FORMAT, type Manifest, writeArchive } from "@hubwart/archive";
import { useFolder } from "@hubwart/testing/folder";
import { beforeEach, describe, expect, it } from "vitest";
import type { BackupPart } from "../../../backup-part.ts";
import type { AppContext } from "../../../context.ts";
import { inspect } from "./inspect.ts";
import { defineRestore } from "./job.ts";
import type { OpenedBackups } from "./opened.ts";
import { OF_DEVICE } from "./parts.ts";
import { type RestoreParts, restoreHandlers } from "./routes.ts";

const { signal } = new AbortController();
const PARTS: BackupPart[] = [
  { name: "settings", label: "Einstellungen", paths: ["/data/state.db"] },
  { name: "license", label: "Lizenz", paths: ["/data/license"], stays: "Gilt nur für ihr Gerät." },
];
const folder = useFolder();
let file: string;
beforeEach(async () => {
  file = path.join(folder(), "archive");
  await writeFile(path.join(folder(), "x"), "");
  const about: Manifest = {
    format: FORMAT,
    product: "Hubwart",
    version: "0.0.1",
    host: "keller",
    created: "2026-11-21T02:00:00.000Z",
    encrypted: true,
    parts: PARTS.map(({ label, name }) => ({ name, label })),
    left: [],
    files: [],
  };
  await writeArchive(folder(), about, file, undefined, signal);
});

describe("the calls of a restore", () => {
  /** The device as the calls see it, and what they asked of it. */
  function device({ password = false } = {}) {
    const asked = { costs: [] as unknown[], braked: [] as string[], started: 0 };
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    const app = {
      config: { product: "Hubwart" },
      deviceKey: { publicKey: "" },
      layout: { root: folder() },
      launcher: { present: true },
      backupParts: () => PARTS,
      hasher: { hash: () => Promise.resolve("hash") },
      store: { credential: { read: () => (password ? { id: "a", hash: "b", changed: 1 } : undefined) } },
      sessions: {
        guarded: async (what: string, address: string, attempt: () => Promise<boolean>) => {
          asked.braked.push(`${what}:${address}`);
          if (!(await attempt())) throw new Error("wrong");
        },
      },
      cipher: {
        decrypt: async (_file: string, given: string, costliest?: number) => {
          asked.costs.push(costliest);
          if (given === "hold") await held;
          return given === "wrong" ? undefined : createReadStream(file);
        },
      },
    } as unknown as AppContext;
    const opened = { find: () => ({ id: "x", file, encrypted: true }) };
    const restore = { start: () => ({ id: (asked.started += 1) }) };
    const calls = restoreHandlers(app, { opened, restore } as unknown as RestoreParts);
    const call = async (name: "restoreLook" | "restoreStart", body: object, session?: object) => {
      const request = { audit: () => undefined, address: "192.0.2.7", session, body: { id: "x", ...body } };
      return await calls[name]?.(request as never);
    };
    return { asked, call, go };
  }
  const start = { pwd: "right", parts: ["settings"] };

  it("ask for less work from strangers than from people who are signed in, and brake guesses by address", async () => {
    const { asked, call } = device();
    await call("restoreLook", { pwd: "right" });
    await call("restoreLook", { pwd: "right" }, {});
    expect(asked.costs).toEqual([16, undefined]);
    await expect(call("restoreLook", { pwd: "wrong" })).rejects.toThrow("wrong");
    expect(asked.braked).toEqual(Array(3).fill("restore:192.0.2.7"));
  });

  it("derive one key at a time, and let few wait", async () => {
    const { asked, call, go } = device();
    const waiting = Array.from({ length: 4 }, () => call("restoreLook", { pwd: "hold" }));
    await expect(call("restoreLook", { pwd: "hold" })).rejects.toThrow("andere Sicherungen");
    expect(asked.costs.length).toBeLessThan(2);
    go();
    await Promise.all(waiting);
  });

  it("begin only what may be restored, and never without a password in the end", async () => {
    const { asked, call } = device();
    await expect(call("restoreStart", { ...start, parts: ["license"] }, {})).rejects.toMatchObject({
      fields: [{ message: expect.stringContaining("„license“") }],
    });
    await expect(call("restoreStart", start)).rejects.toMatchObject({ fields: [{ field: "first" }] });
    expect(asked.started).toBe(0);
    expect(await call("restoreStart", { ...start, first: "ein neues" })).toEqual({ job: 1 });
  });

  it("begin nothing for a stranger once somebody has set a password", async () => {
    const { asked, call } = device({ password: true });
    await expect(call("restoreStart", { ...start, first: "ein neues" })).rejects.toThrow("bereits");
    expect(asked.started).toBe(0);
  });
});

it("a stranger's restore ends where somebody has set a password while the backup was proved", async () => {
  let change: ((context: object) => Promise<void>) | undefined;
  const app = {
    layout: { root: folder() },
    store: { credential: { read: () => ({ id: "a", hash: "b", changed: 1 }) }, jobs: { open: () => [] } },
    jobs: {
      define: ({ steps }: { steps: { id: string; run: (context: object) => Promise<void> }[] }) => {
        change = steps.find(({ id }) => id === "change")?.run;
      },
    },
  } as unknown as AppContext;
  defineRestore(app, {} as OpenedBackups, "none");
  const context = { id: 1, data: { setup: true }, live: { password: "", firstHash: "hash" }, signal };
  await expect(change?.(context)).rejects.toThrow("Inzwischen wurde ein Passwort eingerichtet");
});

it("what proves the device's own proxy stays that of the device", () => {
  expect(OF_DEVICE).toContain("proxy.proof");
});

it("the process that parses a backup has nothing of the environment", async () => {
  const entry = path.join(folder(), "child.mjs");
  const names = 'Object.keys(process.env).filter((name) => !name.startsWith("NODE_")).sort()';
  await writeFile(entry, `process.once("message", () => process.send({ password: ${names}.join() }));`);
  const task = { database: undefined, projects: [], files: [] };
  expect(await inspect(entry, task, signal)).toEqual({ password: "" });
});
