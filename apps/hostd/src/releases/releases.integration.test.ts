/** The release service as a real process: what it takes, what it refuses, and what a kill at any moment leaves. */
import { existsSync } from "node:fs";
import { cp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { createSigningKey, signLicense } from "@hubwart/license/sign";
import { waitFor } from "@hubwart/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hostileReleaseLines } from "../testing/hostile-releases.ts";
import { buildReleaseService, type ReleaseBench } from "../testing/release-bench.ts";

let build: Awaited<ReturnType<typeof buildReleaseService>>;
let bench: ReleaseBench;
beforeAll(async () => {
  build = await buildReleaseService();
});
afterAll(() => build.remove());
beforeEach(async () => {
  bench = await build.bench();
  await bench.publish("0.2.0");
  await bench.start();
});
afterEach(() => bench.remove());

const RELEASES = "var/lib/hubwart-releases/releases";
const installed = async () =>
  (await readdir(bench.at(RELEASES)))
    .filter((name) => !name.startsWith(".") && name !== "current")
    .toSorted();
/** Its fault, its kind, or "none". */
const outcome = (task: Promise<unknown>) =>
  task.then(
    () => "none",
    (error: { fault?: string; kind?: string; message: string }) => error.fault ?? error.kind ?? error.message,
  );

describe("a release of the channel", () => {
  it("is taken, tried and kept, each of it readable by everybody and root's alone to change", async () => {
    await bench.install("0.2.0");
    expect(await installed()).toEqual(["0.2.0"]);
    for (const [name, mode] of [
      ["server/main.mjs", 0o644],
      ["server/run", 0o755],
      ["manifest.json", 0o644],
      [".", 0o755],
    ] as const)
      expect([name, (await stat(bench.at(path.join(RELEASES, "0.2.0", name)))).mode & 0o777]).toEqual([
        name,
        mode,
      ]);
    expect(await bench.current()).toBeUndefined();
    await bench.door.use("0.2.0");
    expect(await bench.current()).toBe("0.2.0");
    expect(await bench.trial()).toMatchObject({ version: "0.2.0", before: null, boots: 0 });
    expect(await bench.calls()).toEqual([
      "daemon-reload",
      "--no-block try-restart hubwart-hostd.service hubwart-containers.service",
    ]);
    await bench.door.use("0.2.0");
    await bench.door.confirm("0.2.0");
    await bench.door.confirm("0.2.0");
    expect(await bench.trial()).toBeUndefined();
    expect(await outcome(bench.door.remove("0.2.0"))).toBe("conflict");
    await bench.publish("0.3.0");
    await bench.install("0.3.0");
    await bench.door.use("0.3.0");
    expect(await outcome(bench.door.remove("0.2.0"))).toBe("conflict");
    await bench.door.back("0.3.0");
    await bench.door.back("0.3.0");
    expect([await bench.current(), await bench.trial()]).toEqual(["0.2.0", undefined]);
    await bench.door.remove("0.3.0");
    expect(await installed()).toEqual(["0.2.0"]);
    // Each accepted change has left its line, the refused ones none.
    const record = bench.at("var/lib/hubwart-releases/changes.log");
    const verbs = (await readFile(record, "utf8"))
      .trim()
      .split("\n")
      .map((line) => /"audit":"(\w+)"/.exec(line)?.[1]);
    const twice = ["use", "use", "confirm", "confirm"];
    expect(verbs).toEqual(["install", ...twice, "install", "use", "back", "back", "remove"]);
    expect((await stat(record)).mode & 0o777).toBe(0o600);
  });

  it("is not tried if it is older, unknown, or another one is on trial", async () => {
    await bench.publish("0.0.9");
    expect(await outcome(bench.install("0.0.9"))).toBe("denied");
    expect(await outcome(bench.door.use("0.0.9"))).toBe("denied");
    expect(await outcome(bench.door.use("0.4.0"))).toBe("not-found");
    await bench.install("0.2.0");
    await bench.door.use("0.2.0");
    await bench.publish("0.3.0");
    expect(await outcome(bench.install("0.3.0"))).toBe("conflict");
    expect(await outcome(bench.door.use("0.3.0"))).toBe("conflict");
    expect(await outcome(bench.door.confirm("0.3.0"))).toBe("denied");
    await bench.door.confirm("0.2.0");
    // What ran before is no way back: it is older, whoever signed it.
    await bench.install("0.3.0");
    await bench.door.use("0.3.0");
    await bench.door.confirm("0.3.0");
    expect(await outcome(bench.door.use("0.2.0"))).toBe("denied");
    expect(await bench.current()).toBe("0.3.0");
  });
});

describe("what is handed over", () => {
  async function nothingTaken(): Promise<void> {
    expect(await installed()).toEqual([]);
    expect(await readdir(bench.at("var/lib/hubwart-releases/incoming"))).toEqual([]);
  }

  it("needs a licence of this device that includes the channel", async () => {
    await bench.publish("0.2.1", "dev");
    const dev = { channel: "dev" as const };
    const foreign = createSigningKey(new Date());
    const claims = JSON.parse(
      Buffer.from((await bench.license({ channels: "dev" })).split(".")[1] ?? "", "base64url").toString(),
    );
    for (const license of [
      "",
      "x".repeat(10_000),
      await bench.license(),
      await bench.license({ channels: "stable,test" }),
      await bench.license({ channels: "dev", fingerprint: "0".repeat(64) }),
      await bench.license({ channels: "dev", days: -1 }),
      signLicense(claims, foreign),
    ])
      expect(await outcome(bench.install("0.2.1", { ...dev, license }))).toBe("denied");
    // The channel that is asked for counts, not where the version is to be had.
    expect(await outcome(bench.install("0.2.1"))).toBe("not-offered");
    await nothingTaken();
    await bench.install("0.2.1", { ...dev, license: await bench.license({ channels: "stable,dev" }) });
    expect(await installed()).toEqual(["0.2.1"]);
  });

  it("is refused if it is older than what was seen, somebody else's, or swapped in part", async () => {
    const current = path.join(bench.peer.folder, "current");
    const kept = path.join(bench.peer.root, "kept");
    await cp(current, kept, { recursive: true, dereference: true });
    await bench.publish("0.3.0");
    // A refusal for another reason: what was seen is remembered all the same.
    expect(await outcome(bench.install("0.9.0", { handOver: bench.handOver("0.2.0") }))).toBe("not-offered");
    await bench.kill();
    await bench.start();
    const old = bench.handOver("0.2.0", kept);
    expect(await outcome(bench.install("0.2.0", { handOver: old }))).toBe("rollback");
    const fresh = bench.handOver("0.2.0");
    const forger = bench.peer.publisherIn("forger");
    await forger.create();
    await forger.publish(bench.archive("0.2.0"), "stable");
    const forged = (name: string) => readFile(path.join(bench.peer.root, "forger", "current", name));
    for (const part of [/timestamp/, /^2\.root/])
      expect([
        part,
        await outcome(
          bench.install("0.2.0", {
            handOver: {
              ...fresh,
              metadata: (name) =>
                part.test(name) ? forged(name.replace("2.root", "1.root")) : fresh.metadata(name),
            },
          }),
        ),
      ]).toEqual([part, "signature"]);
    await bench.publish("0.4.0");
    const newest = bench.handOver("0.4.0");
    for (const part of [/snapshot/, /targets/]) {
      const swapped = async (name: string) =>
        part.test(name) ? (await newest.metadata(name))?.subarray(0, -2) : newest.metadata(name);
      expect(await outcome(bench.install("0.4.0", { handOver: { ...newest, metadata: swapped } }))).toBe(
        "inconsistent",
      );
    }
    const huge = async () => Buffer.alloc(2_000_000, "{");
    expect(await outcome(bench.install("0.4.0", { handOver: { ...newest, metadata: huge } }))).toBe(
      "signature",
    );
    await nothingTaken();
    await bench.install("0.4.0");
    expect(await installed()).toEqual(["0.4.0"]);
  });

  it("is refused if the archive is another one, or changes while it is read", async () => {
    const right = bench.handOver("0.2.0");
    const bytes = await readFile(right.archive);
    const harmed = path.join(bench.peer.root, "harmed");
    for (const harm of [
      () => Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])]),
      () => bytes.subarray(0, -1),
      () => Buffer.concat([bytes, Buffer.alloc(1)]),
      () => Buffer.alloc(0),
    ]) {
      await writeFile(harmed, harm());
      expect(await outcome(bench.install("0.2.0", { handOver: { ...right, archive: harmed } }))).toBe(
        "damaged",
      );
    }
    await nothingTaken();
    await bench.install("0.2.0");
  });
});

describe("the socket", () => {
  it("takes nothing outside its set, nor a path, and writes nothing for it", async () => {
    const before = await bench.files();
    for (const line of hostileReleaseLines) {
      const text = await bench.say(line);
      if (text === "") continue;
      expect(JSON.parse(text)).toMatchObject({
        ok: false,
        kind: expect.stringMatching(/invalid|denied|not-found|unavailable/),
      });
    }
    expect(await bench.files()).toEqual(before);
    expect(await bench.calls()).toEqual([]);
    expect(bench.journal).not.toContain("defect");
    for (const line of bench.journal.split("\n").filter(Boolean))
      expect(() => JSON.parse(line)).not.toThrow();
  });

  it("is not held up by somebody who begins an installation and says nothing", async () => {
    await bench.install("0.2.0");
    await bench.door.use("0.2.0");
    await bench.door.confirm("0.2.0");
    await bench.publish("0.3.0");
    await bench.install("0.3.0");
    const silent = net.connect(bench.socket);
    const request = { verb: "install", channel: "stable", version: "0.4.0", license: await bench.license() };
    silent.write(`${JSON.stringify(request)}\n`);
    await new Promise((resolve) => silent.once("data", resolve));
    expect(await outcome(bench.install("0.4.0", { handOver: bench.handOver("0.3.0") }))).toBe("conflict");
    await bench.door.use("0.3.0");
    await bench.door.back("0.3.0");
    expect(await bench.current()).toBe("0.2.0");
    silent.destroy();
    await bench.publish("0.4.0");
    await waitFor(async () => (await outcome(bench.install("0.4.0"))) === "none", {
      what: "the next installation",
    });
  });
});

describe("a kill", () => {
  const STATE = "var/lib/hubwart-releases";
  /** What is there once the installation and the switch have got so far. */
  const MOMENTS: readonly ((wanted: string) => string)[] = [
    () => `${STATE}/repository/timestamp.json`,
    () => `${STATE}/incoming/archive`,
    (wanted) => `${STATE}/incoming/${wanted}`,
    (wanted) => `${STATE}/incoming/${wanted}/server/main.mjs`,
    (wanted) => `${STATE}/releases/${wanted}`,
    () => `${STATE}/trial.json`,
    () => `${STATE}/trial.json`,
  ];

  it("at any moment leaves a release that is whole, and the way back while it is on trial", async () => {
    const seen = new Set<string>();
    for (const [round, moment] of MOMENTS.entries()) {
      const wanted = `0.3.${round}`;
      await bench.publish(wanted);
      let over = false;
      const work = async () => {
        await bench.install(wanted);
        await bench.door.use(wanted);
      };
      const under = work()
        .catch(() => undefined)
        .finally(() => (over = true));
      await waitFor(async () => over || existsSync(bench.at(moment(wanted))), {
        what: "the moment",
        interval: 1,
      });
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
      await bench.kill();
      await bench.start();
      await under;
      const [trial, current, there] = [await bench.trial(), await bench.current(), await installed()];
      for (const name of there) await stat(bench.at(path.join(RELEASES, name, "manifest.json")));
      expect(await readdir(bench.at(`${STATE}/incoming`))).toEqual([]);
      // Its first connection may have brought the switch to its end, which may be said twice.
      seen.add(current === wanted ? "switched" : there.includes(wanted) ? "installed" : "nothing");
      expect(current === wanted).toBe(trial?.["version"] === wanted);
      if (current === wanted) await bench.door.back(wanted);
      expect([await bench.current(), await bench.trial()]).toEqual([undefined, undefined]);
    }
    expect(seen).toContain("switched");
    process.stdout.write(`killed, then: ${[...seen].join(", ")}\n`);
  });

  it("of the device again and again during a trial ends it, and starts the product anew", async () => {
    await bench.install("0.2.0");
    await bench.door.use("0.2.0");
    for (const boot of ["boot-2", "boot-2", "boot-3", "boot-4"]) {
      await bench.kill();
      await bench.start(boot);
      expect(await bench.current()).toBe("0.2.0");
    }
    await bench.kill();
    await bench.start("boot-5");
    expect([await bench.current(), await bench.trial()]).toEqual([undefined, undefined]);
    expect((await bench.calls()).slice(-3)).toEqual([
      "daemon-reload",
      "--no-block try-restart hubwart-hostd.service hubwart-containers.service",
      "--no-block restart hubwart.service",
    ]);
  });
});
