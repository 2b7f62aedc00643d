import { describe, expect, it } from "vitest";
import { ScriptedHub } from "../../testing/scripted-hub.ts";
import { alarm, COUNTS, lookOf } from "./testing.ts";
import { AlarmWatch } from "./watch.ts";

function setup() {
  const hub = new ScriptedHub();
  return { hub, watch: new AlarmWatch(hub) };
}

describe("the alarms in short", () => {
  it("are not known before the hub has answered", async () => {
    const { watch } = setup();
    expect(await watch.read()).toEqual({ state: "unsure", worst: [], changes: 0 });
  });

  it("are the counts and the worst that count", async () => {
    const { hub, watch } = setup();
    hub.say({ state: "running" });
    const standing = [1, 2, 3, 4, 5].map((nr) => alarm(nr, nr === 1 ? { maintenance: 1 } : {}));
    hub.answers.alarms = () => lookOf(standing);
    const { worst, ...head } = await watch.read();
    expect(head).toEqual({ state: "watching", counts: COUNTS, changes: 0 });
    expect(worst.map(({ nr }) => nr)).toEqual([2, 3, 4]);
  });

  it("stay as they were last known while hub or engine is away, and say so", async () => {
    const { hub, watch } = setup();
    hub.say({ state: "running" });
    hub.answers.alarms = () => lookOf([alarm(1)]);
    await watch.read();
    hub.answers.alarms = () => {
      throw new Error("the engine does not answer");
    };
    expect(await watch.read()).toMatchObject({ state: "unsure", counts: COUNTS, worst: [{ nr: 1 }] });
    hub.goAway();
    expect(await watch.read()).toMatchObject({ state: "unsure", counts: COUNTS });
    hub.say({ state: "no_project" });
    expect(await watch.read()).toEqual({ state: "no_project", worst: [], changes: 0 });
  });

  it("tell of every change, also one after which the counts are the same", async () => {
    const { hub, watch } = setup();
    hub.say({ state: "running" });
    hub.answers.alarms = () => lookOf([]);
    let heard = 0;
    const end = watch.on(() => {
      heard += 1;
      watch.noted();
    });
    hub.sayAlarms(COUNTS);
    hub.say({ projectVersion: "2" });
    expect(heard).toBe(2);
    expect((await watch.read()).changes).toBe(2);
    end();
    hub.sayAlarms(COUNTS);
    expect(heard).toBe(2);
  });

  it("are a finding while nobody watches", async () => {
    const { hub, watch } = setup();
    hub.say({ state: "running" });
    expect(watch.findings()).toEqual([]);
    hub.answers.alarms = () => lookOf([], { trouble: "Der Prozess startet nicht." });
    await watch.read();
    expect(watch.findings()).toMatchObject([
      { code: "alarms-trouble", level: 2, text: expect.stringContaining("Der Prozess startet nicht.") },
    ]);
    hub.answers.alarms = () => lookOf([]);
    await watch.read();
    expect(watch.findings()).toEqual([]);
  });

  it("say which maintenance ran out, until somebody ends it", async () => {
    const { hub, watch } = setup();
    hub.say({ state: "running" });
    const work = { nr: 1, scope: "#keller", by: "Anna", why: "Umbau", since: 1, until: 2 };
    hub.answers.alarms = () =>
      lookOf([], { maintenance: [work, { ...work, nr: 2, scope: "bus.x", ranOut: 3 }] });
    await watch.read();
    expect(watch.findings()).toMatchObject([
      {
        code: "alarms-maintenance-over",
        level: 2,
        text: expect.stringContaining("Wartung von bus.x ist um"),
      },
    ]);
    hub.answers.alarms = () => lookOf([], { maintenance: [work] });
    await watch.read();
    expect(watch.findings()).toEqual([]);
  });

  it("say for days that the journal was damaged, also while nobody answers", async () => {
    const { hub, watch } = setup();
    hub.say({ state: "running" });
    hub.answers.alarms = () => ({ ...lookOf([]), damaged: "Der Verlauf beginnt neu." });
    expect((await watch.read()).state).toBe("watching");
    hub.answers.alarms = () => {
      throw new Error("away");
    };
    expect((await watch.read()).state).toBe("unsure");
    expect(watch.findings()).toMatchObject([{ code: "alarms-damaged", text: "Der Verlauf beginnt neu." }]);
  });
});
