import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ManualClock } from "@hubwart/core";
import type { Store } from "@hubwart/core/store";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { allActive, boot, gotOf, type ScriptedTargets, scriptedTargets, testStore } from "./testing.ts";

const folder = useFolder();
let store: Store;
let clock: ManualClock;
let targets: ScriptedTargets;
beforeEach(() => {
  clock = new ManualClock();
  store = testStore(folder(), clock);
  targets = scriptedTargets();
});
afterEach(() => {
  store.close();
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const parts = () => ({ folder: folder(), store, clock, targets });
const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, i) => first + i);
const waiting = () => readdirSync(path.join(folder(), "forwarding")).filter((name) => /^\d/.test(name));

describe("status forwarding", () => {
  it("makes nothing until somebody switches it on", async () => {
    const app = await boot(parts());
    await app.pass(5);
    expect(app.service.status()).toMatchObject({ next: 0, mqtt: { pending: 0, sent: 0 } });
    expect(app.service.config()).toMatchObject({
      settings: { interval: 0 },
      http: { active: false, pod: "", path: "/hubwart/state" },
      mqtt: { active: false, server: "mosquitto:1884", topic: "/hubwart/state/" },
      influxdb: { active: false, server: "influxdb:8086", bucket: "hubwart_state" },
    });
    await app.service.save({ settings: { interval: 15 } });
    await app.pass(60);
    expect(gotOf(targets)).toEqual([[], [], []]);
    expect(waiting()).toEqual([]);
    await app.end();
  });

  it("delivers everything in order after an outage of 10 minutes with a restart in the middle", async () => {
    const first = await boot({ ...parts(), config: allActive() });
    await first.pass(3);
    targets.mqtt.down = true;
    await first.pass(5);
    expect(first.service.status().mqtt).toMatchObject({
      pending: 5,
      last_error: { text: "MQTT ist nicht da" },
    });
    expect(first.service.findings()).toEqual([
      {
        code: "forwarding-mqtt",
        level: 2,
        text: "Die Weiterleitung des Status an MQTT gelingt nicht: MQTT ist nicht da",
        route: "/runtime/infotohub?tab=mqtt",
      },
    ]);
    await first.end();
    const second = await boot(parts());
    await second.pass(5);
    expect(targets.mqtt.got).toEqual(upTo(4));
    expect(second.service.status().mqtt.pending).toBe(10);
    targets.mqtt.down = false;
    await second.pass(2);
    expect(gotOf(targets)).toEqual([upTo(16), upTo(16), upTo(16)]);
    expect(second.service.status().mqtt).toMatchObject({ pending: 0, sent: 16, dropped: 0, retry: 0 });
    expect(second.service.findings()).toEqual([]);
    expect(waiting()).toEqual([]);
    await second.end();
  });

  it("repeats at most the document under way after a sudden end, and never a later one first", async () => {
    const first = await boot({ ...parts(), config: allActive() });
    await first.pass(3);
    targets.http.down = true;
    await first.pass(4);
    // Nobody ends the first one: what it wrote so far is all there is.
    targets.http.down = false;
    writeFileSync(path.join(folder(), "forwarding", ".000000000099.json.abc.tmp"), "{");
    const second = await boot(parts());
    await second.service.idle();
    expect(targets.http.got).toEqual(upTo(8));
    expect(readdirSync(path.join(folder(), "forwarding"))).toEqual(["progress.json"]);
    await second.end();
    await first.end();
  });

  it("drops the oldest when the buffer is full, and counts them", async () => {
    const limits = { documents: 4, bytes: 1e6 };
    const app = await boot({ ...parts(), limits, config: allActive() });
    await app.pass(2);
    targets.influxdb.down = true;
    await app.pass(10);
    expect(waiting()).toHaveLength(4);
    expect(app.service.status().influxdb).toMatchObject({ pending: 4, dropped: 6, sent: 3 });
    expect(app.service.status().mqtt).toMatchObject({ pending: 0, dropped: 0, sent: 13 });
    targets.influxdb.down = false;
    await app.pass(1);
    expect(targets.influxdb.got).toEqual([1, 2, 3, 10, 11, 12, 13, 14]);
    await app.end();
  });

  it("keeps within its bytes", async () => {
    const app = await boot({ ...parts(), limits: { documents: 1_000, bytes: 100 }, config: allActive() });
    targets.http.down = true;
    await app.pass(12);
    const { pending, dropped } = app.service.status().http;
    expect(pending).toBeGreaterThan(0);
    expect(pending * '{"seq":10,"test":false}'.length).toBeLessThanOrEqual(100);
    expect(pending + dropped).toBe(13);
    await app.end();
  });

  it("tries less and less often while a target is away, and says why once", async () => {
    const app = await boot({ ...parts(), config: allActive() });
    targets.http.down = true;
    await app.pass(1);
    const before = targets.http.attempts;
    await app.pass(10, 1_000);
    const attempts = targets.http.attempts - before;
    expect(attempts).toBeGreaterThanOrEqual(10);
    expect(attempts).toBeLessThanOrEqual(30);
    expect(app.service.status().http.retry).toBeGreaterThan(clock.now());
    expect(app.log.entries.filter(({ level }) => level === "warn")).toHaveLength(1);
    await app.end();
  });

  it("goes on with the interval after a restart instead of beginning it anew", async () => {
    const config = { ...allActive(), settings: { interval: 60 as const } };
    const first = await boot({ ...parts(), config });
    await first.pass(1);
    await first.end();
    clock.advance(30 * 60_000);
    const second = await boot(parts());
    await second.pass(28);
    expect(targets.http.got).toEqual([1]);
    await second.pass(2);
    expect(targets.http.got).toEqual([1, 2]);
    await second.end();
  });

  it.each([-3 * DAY, -2 * HOUR, 2 * HOUR, 3 * DAY])(
    "keeps its interval when the clock is set by %d ms, and tells the next time by the new clock",
    async (jump) => {
      const config = { ...allActive(), settings: { interval: 60 as const } };
      const app = await boot({ ...parts(), config });
      await app.pass(10);
      clock.jump(jump);
      expect(app.service.status().next - clock.now()).toBe(50 * 60_000);
      await app.pass(51);
      expect(targets.http.got).toEqual([1, 2]);
      await app.end();
      clock.jump(-Math.abs(jump));
      const again = await boot(parts());
      expect(again.service.status().next - clock.now()).toBeLessThanOrEqual(HOUR);
      await again.pass(61);
      expect(targets.http.got).toEqual([1, 2, 3]);
      await again.end();
    },
  );

  it("tells the next attempt by the new clock as well", async () => {
    targets.mqtt.down = true;
    const app = await boot({ ...parts(), config: allActive() });
    await app.pass(1);
    clock.jump(-3 * DAY);
    const { retry } = app.service.status().mqtt;
    expect(retry).toBeGreaterThan(clock.now() - 1);
    expect(retry - clock.now()).toBeLessThanOrEqual(60_000);
    await app.end();
  });

  it("gives a target that is switched on only what comes from then on", async () => {
    const { http, ...others } = allActive();
    const app = await boot({ ...parts(), config: others });
    await app.pass(3);
    if (http) await app.service.save({ http });
    await app.pass(2);
    expect(targets.http.got).toEqual([5, 6]);
    targets.http.down = true;
    await app.pass(2);
    if (http) await app.service.save({ http: { ...http, active: false } });
    expect(app.service.status().http).toMatchObject({ pending: 0, retry: 0 });
    expect(waiting()).toEqual([]);
    await app.end();
  });

  it("says in a test what the target said, beside the documents that wait", async () => {
    const app = await boot({ ...parts(), config: { ...allActive(), settings: { interval: 0 } } });
    const signal = new AbortController().signal;
    expect(await app.service.test("mqtt", signal)).toEqual({ delivered: true, text: "angenommen" });
    expect(targets.mqtt.got).toEqual([0]);
    expect(app.service.status().mqtt.last_success).toBe(clock.now());
    targets.mqtt.down = true;
    expect(await app.service.test("mqtt", signal)).toEqual({ delivered: false, text: "MQTT ist nicht da" });
    expect(app.service.status().mqtt.last_error?.text).toBe("MQTT ist nicht da");
    await app.service.save({ mqtt: { active: false, server: "mosquitto:1884", topic: "t" } });
    await expect(app.service.test("mqtt", signal)).rejects.toThrow("nicht aktiv");
    await app.end();
  });
});
