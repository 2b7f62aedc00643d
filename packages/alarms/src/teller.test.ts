import type { CompiledAlarmClass } from "@hubwart/project/compiled";
import { describe, expect, it } from "vitest";
import { alarm, stage } from "./testing/stage.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const CLASS: CompiledAlarmClass = {
  id: "technik",
  steps: [
    { after: 0, ways: ["chat.haus"], repeat: 10 * MINUTE, until: "ack" },
    { after: HOUR, ways: ["email.mail.leitung"], until: "ack" },
  ],
};
const A = alarm({ class: "technik", action: "Pumpe prüfen" });
const plant = (classes = [CLASS], alarms = [A]) => stage({ alarms, classes });
type Plant = ReturnType<typeof stage>;
const ways = ({ sent }: Plant) => sent.map(({ way }) => way);
const texts = ({ sent }: Plant) => sent.map(({ message }) => message.text);

describe("who is told of an alarm", () => {
  it("is told within seconds, with what to do, and others later where nobody has it", async () => {
    const at = plant();
    at.temp(30);
    await at.pass(2_000);
    expect(ways(at)).toEqual(["chat.haus"]);
    expect(at.sent[0]?.message.subject).toBe("[Haus] Mittel: bus.x.temp über 20");
    expect(texts(at)[0]).toMatch(
      /^Neu:\n- Mittel: bus\.x\.temp über 20 \(seit .*, Nr\. 1\)\n {2}Was tun: Pumpe prüfen\n$/,
    );
    expect(at.happened()).toContain("told a");
    await at.pass(HOUR + 2_000);
    expect(ways(at)).toContain("email.mail.leitung");
  });

  it("is reminded at growing pauses, at most a day apart, until it is acknowledged", async () => {
    const at = plant([
      { id: "technik", steps: [{ after: 0, ways: ["chat.haus"], repeat: 10 * MINUTE, until: "ack" }] },
    ]);
    at.temp(30);
    await at.pass(10 * MINUTE + 4_000);
    expect(at.sent).toHaveLength(2);
    expect(texts(at)[1]).toContain("Noch nicht erledigt:");
    await at.pass(20 * MINUTE);
    expect(at.sent).toHaveLength(3);
    await at.pass(40 * MINUTE);
    expect(at.sent).toHaveLength(4);
    await at.pass(10 * 24 * HOUR, MINUTE);
    const before = at.sent.length;
    expect(before).toBeGreaterThan(11);
    await at.pass(24 * HOUR, MINUTE);
    expect(at.sent.length).toBe(before + 1);
    at.engine.ack("all", "Anna");
    await at.pass(5 * 24 * HOUR, MINUTE);
    expect(at.sent.length).toBe(before + 1);
  });

  it("is not told where somebody has it by then, and neither are the later steps", async () => {
    const at = plant();
    at.temp(30);
    await at.pass(1_000);
    at.engine.ack("all", "Anna");
    await at.pass(2 * HOUR, MINUTE);
    expect(at.sent).toEqual([]);
    expect(at.disk.kept.untold).toEqual([]);
  });

  it("hears that it is over, and only who heard of it; a short one is told in one", async () => {
    const at = plant();
    at.temp(30);
    await at.pass(5_000);
    at.temp(10);
    await at.pass(5_000);
    expect(ways(at)).toEqual(["chat.haus", "chat.haus"]);
    expect(at.sent[1]?.message.subject).toContain("Vorbei:");
    at.engine.ack("all", "Anna");
    at.temp(30);
    await at.pass(1_000);
    at.temp(10);
    await at.pass(5_000);
    expect(at.sent).toHaveLength(3);
    expect(texts(at)[2]).toContain("Inzwischen vorbei.");
  });

  it("hears that it is over also where a reminder was about to go out, and somebody has it by then", async () => {
    const at = plant();
    at.temp(30);
    await at.pass(2_000);
    await at.pass(10 * MINUTE - 1_000);
    expect(at.disk.kept.untold.map(({ what }) => what)).toEqual(["again"]);
    at.temp(10);
    at.engine.ack("all", "Anna");
    await at.pass(5_000);
    expect(texts(at).slice(1)).toEqual([expect.stringMatching(/^Vorbei:\n.*Nr\. 1\)\n$/)]);
  });

  it("hears nothing of what went and was acknowledged while its first message was lost on the way", async () => {
    const at = plant();
    at.temp(30);
    await at.pass(1_000);
    at.teller.saying("chat.haus", at.teller.sayable("chat.haus"));
    at.temp(10);
    at.teller.saying("chat.haus", []);
    at.engine.ack("all", "Anna");
    await at.pass(5_000);
    expect([at.sent, at.disk.kept.untold]).toEqual([[], []]);
  });

  it("hears nothing of what somebody had before it was said, and ended later", async () => {
    const at = plant();
    at.temp(30);
    await at.pass(1_000);
    at.engine.ack("all", "Anna");
    at.temp(10);
    await at.pass(5_000);
    expect(at.sent).toEqual([]);
  });

  it.each([
    ["went", (at: Plant) => at.temp(10)],
    ["was acknowledged, and went", (at: Plant) => void at.engine.ack("all", "Anna")],
  ])("hears that it is over also where it %s while the message was on its way", async (_, meanwhile) => {
    const at = plant();
    at.slow.set("chat.haus", 500);
    at.temp(30);
    await at.pass(2_000);
    expect(at.sent).toHaveLength(1);
    meanwhile(at);
    await at.pass(1_000);
    at.temp(10);
    await at.pass(5_000);
    expect(texts(at).slice(1)).toEqual([expect.stringMatching(/^Vorbei:\n.*Nr\. 1\)\n$/)]);
  });

  it("is told of what stood under maintenance, on a shelf or suppressed once it is heard, with the time of the class", async () => {
    const at = plant();
    at.engine.maintain({ scope: "bus.x", by: "Anna", why: "Umbau", until: at.clock.now() + HOUR });
    at.temp(30);
    await at.pass(10 * MINUTE);
    expect(at.sent).toEqual([]);
    at.engine.shelve([1], { by: "Anna", why: "Umbau", until: at.clock.now() + HOUR });
    at.engine.endMaintenance(1, "Anna");
    await at.pass(10 * MINUTE);
    expect(at.sent).toEqual([]);
    at.engine.unshelve("all", "Anna");
    await at.pass(2_000);
    expect(ways(at)).toEqual(["chat.haus"]);
  });

  it("until off: is reminded also of one that somebody has, and no more when it is over", async () => {
    const at = plant(
      [{ id: "technik", steps: [{ after: 0, ways: ["chat.haus"], repeat: MINUTE, until: "off" }] }],
      [alarm({ class: "technik", ack: "none" })],
    );
    at.temp(30);
    await at.pass(MINUTE + 3_000);
    expect(at.sent).toHaveLength(2);
    at.temp(10);
    await at.pass(HOUR, MINUTE);
    expect(at.sent).toHaveLength(3);
  });
});

describe("a way that takes nothing", () => {
  it("gets all in one message when it is back, without what somebody has by then; others are not held up", async () => {
    const alarms = Array.from({ length: 50 }, (_none, at) =>
      alarm({ id: `a${at}`, source: "bus.x.temp", class: "technik", priority: at === 30 ? 1 : 3 }),
    );
    const at = plant(
      [{ id: "technik", steps: [{ after: 0, ways: ["chat.haus", "email.mail"], until: "ack" }] }],
      alarms,
    );
    at.failing.set("email.mail", "Kein Mailserver");
    at.temp(30);
    await at.pass(10_000);
    expect(ways(at)).toEqual(["chat.haus"]);
    expect(at.sender.troubles).toEqual([{ way: "email.mail", text: "Kein Mailserver" }]);
    at.engine.ack([1, 2, 3], "Anna");
    at.failing.clear();
    await at.pass(10 * MINUTE);
    expect(ways(at)).toEqual(["chat.haus", "email.mail"]);
    expect(at.sender.troubles).toEqual([]);
    const [line = "", worst = ""] = texts(at)[1]?.split("\n") ?? [];
    expect(line).toBe("Neu:");
    expect(worst).toContain("Dringend");
    expect(texts(at)[1]).toContain("… und 27 weitere Meldungen");
    expect(at.log.entries.filter(({ level }) => level === "warn")).toHaveLength(1);
  });

  it("is tried at growing pauses, and once a minute in the end", async () => {
    const at = plant();
    at.failing.set("chat.haus", "weg");
    let tries = 0;
    const original = at.failing.get.bind(at.failing);
    at.failing.get = (way) => {
      tries += 1;
      return original(way);
    };
    at.temp(30);
    await at.pass(HOUR);
    expect(tries).toBeGreaterThan(55);
    expect(tries).toBeLessThan(70);
  });
});

describe("a process that starts anew", () => {
  it("tells what it had not told yet, once, and goes on with the steps where they were", async () => {
    const before = plant();
    before.failing.set("chat.haus", "weg");
    before.temp(30);
    await before.pass(20 * MINUTE);
    const at = await before.again();
    await at.pass(3_000);
    expect(ways(at)).toEqual(["chat.haus"]);
    await at.pass(39 * MINUTE);
    expect(ways(at)).not.toContain("email.mail.leitung");
    await at.pass(2 * MINUTE);
    expect(ways(at)).toContain("email.mail.leitung");
  });

  it("tells nothing again that was told, nor what somebody has", async () => {
    const before = plant();
    before.temp(30);
    await before.pass(3_000);
    before.engine.ack("all", "Anna");
    const at = await before.again();
    at.temp(30);
    await at.pass(2 * HOUR, MINUTE);
    expect(at.sent).toEqual([]);
  });

  it("tells nothing of what somebody has, where a cause that had just ended explained it before", async () => {
    const bus = alarm({ id: "bus", source: "bus.x.state", class: "technik" });
    const child = alarm({ id: "child", parent: "bus", class: "technik" });
    const before = plant([CLASS], [child, bus]);
    before.value("bus.x.state", 30);
    before.temp(30);
    await before.pass(3_000);
    before.engine.ack([1], "Anna");
    before.value("bus.x.state", 10);
    const at = await before.again();
    await at.pass(29_000);
    expect(texts(at).join()).not.toContain("bus.x.temp");
    await at.pass(4_000);
    expect(texts(at).join()).toContain("Neu:\n- Mittel: bus.x.temp über 20");
    at.engine.ack([2], "Anna");
    at.sent.length = 0;
    await at.pass(2 * HOUR, MINUTE);
    expect(texts(at)).toEqual([]);
    expect(at.disk.kept.untold).toEqual([]);
  });

  it("says that it is over to whom it told what the next project no longer has", async () => {
    const before = plant();
    before.temp(30);
    await before.pass(3_000);
    const at = await before.again({ alarms: [alarm({ id: "other", source: "bus.x.other" })] });
    await at.pass(5_000);
    expect(ways(at)).toEqual(["chat.haus"]);
    expect(at.sent[0]?.message.subject).toContain("Vorbei:");
  });

  it("makes nobody wait longer where the clock was set back meanwhile", async () => {
    const before = plant();
    before.temp(30);
    await before.pass(3_000);
    before.clock.jump(-10 * 365 * 24 * HOUR);
    const at = await before.again();
    await at.pass(HOUR + 3_000);
    expect(ways(at)).toContain("email.mail.leitung");
  });
});

it("a disk that takes nothing keeps nobody from being told, and nobody is told twice for it", async () => {
  const at = plant();
  at.disk.full = true;
  at.temp(30);
  await at.pass(10_000);
  expect(ways(at)).toEqual(["chat.haus"]);
  at.disk.full = false;
  await at.pass(10_000);
  expect(ways(at)).toEqual(["chat.haus"]);
  expect(at.disk.kept.untold).toEqual([]);
});

describe("many at once", () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_none, at) =>
      alarm({ id: `a${at}`, source: "bus.x.temp", class: "technik" }),
    );

  it("are written down together, and not one by one", async () => {
    const at = plant([CLASS], many(2_000));
    at.temp(30);
    await at.pass(3_000);
    expect(at.sent).toHaveLength(1);
    expect(at.disk.commits).toBeLessThan(6);
  });

  it("that something explains a moment later are not told, but where they stand when that is over", async () => {
    const bus = alarm({ id: "bus", source: "bus.x.online", kind: "false", limits: [], class: "technik" });
    const children = many(40).map((child) => ({ ...child, parent: "bus" }));
    const at = plant([CLASS], [...children, bus]);
    at.value("bus.x.temp", 30);
    await at.pass(1_000);
    at.value("bus.x.online", false);
    await at.pass(5_000);
    expect(texts(at).join("")).not.toContain("bus.x.temp");
    expect(texts(at)[0]).toContain("bus.x.online");
    at.value("bus.x.online", true);
    await at.pass(35_000);
    expect(texts(at).at(-1)).toContain("bus.x.temp über 20");
  });

  it("that were explained until they went are not told at all", async () => {
    const bus = alarm({ id: "bus", source: "bus.x.online", kind: "false", limits: [], class: "technik" });
    const at = plant([CLASS], [...many(3).map((child) => ({ ...child, parent: "bus" })), bus]);
    at.value("bus.x.temp", 30);
    await at.pass(1_000);
    at.value("bus.x.online", false);
    at.value("bus.x.temp", 10);
    at.value("bus.x.online", true);
    await at.pass(60_000);
    expect(texts(at).join("")).not.toMatch(/Neu:[^V]*bus\.x\.temp/);
  });
});

it("what waits for a way that the next project does not have is given up, and written down", async () => {
  const before = plant();
  before.failing.set("chat.haus", "weg");
  before.temp(30);
  await before.pass(10_000);
  const steps = [{ after: HOUR, ways: ["email.mail"], until: "ack" as const }];
  const at = await before.again({ classes: [{ id: "technik", steps }] });
  await at.pass(10_000);
  expect(at.sent).toEqual([]);
  expect(at.sender.troubles).toEqual([]);
  expect(at.disk.events.at(-1)).toMatchObject({ what: "untold", by: "chat.haus" });
  expect(at.disk.kept.untold).toEqual([]);
});
