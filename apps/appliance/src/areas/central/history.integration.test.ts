/** Recorded values on their way to a central: of a real device, and of a day without a connection. */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createLogger, ManualClock, MemoryLogSink, Scope, systemClock } from "@hubwart/core";
import type { HubState } from "@hubwart/fleet";
import { joinCentral } from "@hubwart/fleet/join";
import { Uplink } from "@hubwart/fleet/uplink";
import { zipOf } from "@hubwart/project/testing/zip";
import { Lake } from "@hubwart/stores/lake";
import { freePort, type Product, startCentral, startProduct, type TestCentral } from "@hubwart/testing";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { PASSWORD } from "../../testing/test-app.ts";
import { HistorySource } from "./history-source.ts";

let central: TestCentral;
let folder = "";
beforeAll(async () => {
  [central, folder] = await Promise.all([
    startCentral(),
    mkdtemp(path.join(os.tmpdir(), "hubwart-history-")),
  ]);
}, 180_000);
afterAll(async () => {
  await central?.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Series {
  hub: string;
  name: string;
  points: [number, number, number, number][];
}

async function drawn(channel: string, from: number, to: number, points = 300): Promise<Series[]> {
  const { body } = await central.call(
    "GET",
    `/sites/history?channel=${channel}&from=${from}&to=${to}&points=${points}`,
  );
  expect(body["left"]).toBe(0);
  return body["series"] as Series[];
}

it("draws at the central what a real device recorded, after both were started anew", async () => {
  const [dataDir, port] = [path.join(folder, "device"), await freePort()];
  let product: Product = await startProduct({ dataDir });
  try {
    await product.api.signIn(PASSWORD);
    const join = { address: central.address, join_token: await central.code({ name: "Haus" }) };
    expect((await product.api.post("/system/central/join", join)).body).toMatchObject({ code: 0 });
    const door = { open: true, may: "see", findings: true, alarms: true, history: true };
    expect((await product.api.post("/system/central/save", door)).status).toBe(200);
    const tables = [
      ["project.csv", "key;value\nid;haus\nname;Haus\n"],
      ["pods.csv", `id;port\nhttp_in.anlage;${port}\n`],
      ["http_in.csv", "pod;channel;type;dir;path;record\nanlage;temperatur;float;in;/t;ja\n"],
    ].map(([name = "", content = ""]) => ({ name, content }));
    expect((await product.api.uploadProject(await zipOf(tables), "haus.zip")).body).toMatchObject({
      code: 0,
    });
    const began = Date.now();
    for (const value of [21.5, 24, 19]) {
      await vi.waitFor(
        async () =>
          expect(
            (await fetch(`http://127.0.0.1:${port}/t`, { method: "POST", body: String(value) })).ok,
          ).toBe(true),
        { timeout: 30_000, interval: 200 },
      );
    }
    await vi.waitFor(
      async () => {
        const chart = {
          chans: ["http_in.anlage.temperatur"],
          from: began - 1_000,
          to: Date.now(),
          points: 50,
        };
        const { body } = await product.api.post("/trace/chart", chart);
        expect(JSON.stringify(body)).toContain("19");
      },
      { timeout: 20_000, interval: 200 },
    );
    await product.stop();
    await central.kill();
    await central.restart();
    // What the device had not finished when it ended becomes a part.
    product = await startProduct({ dataDir });
    await vi.waitFor(
      async () => {
        const [house] = await drawn("http_in.anlage.temperatur", began - 3_600_000, Date.now() + 60_000);
        expect(house?.name).toBe("Haus");
        const points = house?.points ?? [];
        expect(Math.min(...points.map(([, least]) => least))).toBe(19);
        expect(Math.max(...points.map(([, , most]) => most))).toBe(24);
      },
      { timeout: 60_000, interval: 500 },
    );
    const { body } = await central.call("GET", "/sites");
    const [{ hub } = { hub: "" }] = body["sites"] as { hub: string }[];
    const of = (await central.call("GET", `/sites/history/of?hub=${hub}`)).body;
    expect(of["channels"]).toEqual(["http_in.anlage.temperatur"]);
    expect(of["sites"]).toMatchObject([{ name: "Haus", bytes: expect.any(Number) }]);
    const from = began - 7_200_000;
    await product.api.signIn(PASSWORD);
    const correction = {
      chan: "http_in.anlage.temperatur",
      from,
      to: from + 600_000,
      does: "replace",
      values: [[from, 500]],
      reason: "Fühler war ab",
    };
    expect((await product.api.post("/recording/correct", correction)).body).toMatchObject({ code: 0 });
    await vi.waitFor(
      async () => {
        const [house] = await drawn("http_in.anlage.temperatur", from - 1_000, from + 600_000);
        expect(house).toMatchObject({
          points: [[expect.any(Number), 500, 500, 500]],
          corrected: [{ from, to: from + 600_000, why: "Fühler war ab", empty: false }],
        });
      },
      { timeout: 60_000, interval: 500 },
    );
  } finally {
    await product.stop();
  }
}, 180_000);

const STATE: HubState = {
  v: 1,
  at: 1,
  name: "hub",
  version: "1.2.3",
  started: 1,
  may: "none",
  plant: "running",
  license: { valid: true },
};

it("has every value of a day without a connection, in order and once", async () => {
  const clock = new ManualClock(Date.parse("2026-11-20T23:00:00Z"));
  const scope = new Scope();
  const log = createLogger("hub", "lake", new MemoryLogSink());
  const lake = path.join(folder, "lake");
  const recorder = await Lake.open({ folder: lake, clock, scope, log, keep: { days: 3_650, bytes: 1e9 } });
  const joining = {
    address: central.address,
    code: await central.code({ name: "Fern" }),
    name: "h",
    version: "1",
  };
  const identity = await joinCentral(joining);
  const source = await HistorySource.open({ lake, file: path.join(folder, "sent.json") });
  const begin = clock.now();
  const written: number[] = [];
  // 25 hours: the end of a day, a day, and a quarter of the next.
  for (let minute = 0; minute < 25 * 60 + 15; minute += 1) {
    written.push(minute);
    recorder.add("bus.a.zaehler", clock.now(), minute, 0);
    clock.advance(60_000);
    if (minute % 15 === 14) await recorder.settle();
  }
  const uplink = new Uplink({
    identity,
    clock: systemClock,
    log,
    state: async () => STATE,
    files: [source],
  });
  uplink.start();
  try {
    await vi.waitFor(
      async () => {
        const found: number[] = [];
        // A point for each minute.
        for (let from = begin; from < clock.now(); from += 10 * 3_600_000) {
          const to = Math.min(from + 10 * 3_600_000, clock.now()) - 1;
          const [site] = await drawn("bus.a.zaehler", from, to, 1_000);
          for (const [, least, most] of site?.points ?? []) {
            expect(least).toBe(most);
            found.push(least);
          }
        }
        expect(found).toEqual(written);
      },
      { timeout: 60_000, interval: 500 },
    );
  } finally {
    await uplink.stop();
    await scope.end();
  }
}, 120_000);

it("refuses a span that is none, and says where there is nothing", async () => {
  expect((await central.call("GET", "/sites/history?channel=a&from=5&to=5")).status).toBe(400);
  expect((await central.call("GET", "/sites/history?channel=a&from=0&to=999999999999999")).status).toBe(400);
  expect(await drawn("gibt.es.nicht", 1, 1_000)).toEqual([]);
});
