import { createLogger, ManualClock, MemoryLogSink, Scope, UnavailableError } from "@hubwart/core";
import type { MailOrder } from "@hubwart/runtime/methods";
import { Zone } from "@hubwart/schedule/zone";
import { describe, expect, it } from "vitest";
import { ReportMail } from "./mail.ts";
import { duePeriod, nextDue } from "./mail-due.ts";
import type { MailConfig, MailState } from "./mail-settings.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const BERLIN = new Zone("Europe/Berlin");
const NOTHING: MailState = { since: "2026-01", done: [], open: [], success: null, error: null };

/** What is kept goes through JSON, as on the disk. */
function disk(config: Partial<MailConfig> = {}, state: Partial<MailState> = {}) {
  const kept = {
    config: { active: true, pod: "email.haus", recipients: ["a@b.de"], day: 1, ...config },
    state: JSON.stringify({ ...NOTHING, ...state }),
  };
  return {
    read: () => kept.config,
    write: (next: MailConfig) => void (kept.config = next),
    state: () => JSON.parse(kept.state) as MailState,
    keep: (next: MailState) => void (kept.state = JSON.stringify(next)),
  };
}

function bench(now: string, settings = disk()) {
  const clock = new ManualClock(Date.parse(now));
  const sink = new MemoryLogSink();
  const sent: string[] = [];
  const orders: MailOrder[] = [];
  const world = { answer: (_to: string): string | Error | undefined => undefined };
  let scope = new Scope();
  const begin = () =>
    new ReportMail({
      settings,
      zone: () => Promise.resolve(BERLIN.name),
      report: (period) => Promise.resolve({ subject: `Bericht ${period}`, text: "t" }),
      send: (_pod, order) => {
        const why = world.answer(order.to);
        if (why instanceof Error) return Promise.reject(why);
        if (why !== undefined) return Promise.resolve({ sent: false, text: why });
        orders.push(order);
        sent.push(`${order.to} ${order.subject.slice(-7)}`);
        return Promise.resolve({ sent: true, text: "250 OK" });
      },
      clock,
      log: createLogger("t", "t", sink),
      scope,
    });
  let mail = begin();
  const pass = async (ms: number, step = 30_000) => {
    for (let gone = 0; gone < ms; gone += step) {
      clock.advance(step);
      for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
    }
  };
  return {
    clock,
    sent,
    orders,
    sink,
    world,
    settings,
    pass,
    state: () => mail.state(),
    findings: () => mail.findings(),
    save: (change: Partial<MailConfig>) => mail.save({ ...settings.read(), ...change }),
    test: () => mail.test(),
    restart: async () => {
      await scope.end();
      scope = new Scope();
      mail = begin();
    },
  };
}

describe("which report is due", () => {
  it.each([
    ["before six on the day", "2026-11-01T05:59:59+01:00", 1, "2026-09"],
    ["at six", "2026-11-01T06:00:00+01:00", 1, "2026-10"],
    ["on the day after", "2026-11-02T00:00:00+01:00", 1, "2026-10"],
    ["late in the month", "2026-11-14T23:00:00+01:00", 15, "2026-09"],
    ["over the year", "2027-01-01T06:00:00+01:00", 1, "2026-12"],
    ["on a day that the clock is put forward", "2026-03-29T06:00:00+02:00", 28, "2026-02"],
    ["by the zone's clock, not that of Greenwich", "2026-07-01T04:30:00Z", 1, "2026-06"],
  ])("%s", (_what, at, day, period) => {
    expect(duePeriod(Date.parse(at), BERLIN, day)).toBe(period);
  });

  it("is told with the next time, over summer and winter", () => {
    const next = (at: string, day: number) => new Date(nextDue(Date.parse(at), BERLIN, day)).toISOString();
    expect(next("2026-10-20T12:00:00Z", 1)).toBe("2026-11-01T05:00:00.000Z");
    expect(next("2026-03-29T00:30:00Z", 28)).toBe("2026-04-28T04:00:00.000Z");
    expect(next("2026-12-28T12:00:00Z", 28)).toBe("2027-01-28T05:00:00.000Z");
  });
});

describe("the report by e-mail", () => {
  it("goes out once a month, to everybody, over a year with both changes of the clock", async () => {
    const run = bench("2026-01-15T12:00:00Z", disk({ recipients: ["a@b.de", "c@d.de"] }));
    await run.pass(365 * DAY, HOUR / 4);
    const months = [
      "2025-12",
      ...Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, "0")}`),
    ];
    // Switched on in January: December was over by then.
    expect(run.sent).toEqual(months.slice(1).flatMap((month) => [`a@b.de ${month}`, `c@d.de ${month}`]));
    expect(run.settings.state().success?.period).toBe("2026-12");
  });

  it("is not repeated by a restart, nor by one in the middle of its recipients", async () => {
    const run = bench("2026-11-01T05:00:00Z", disk({ recipients: ["a@b.de", "c@d.de", "e@f.de"] }));
    run.world.answer = (to) => (to === "c@d.de" ? "451 später" : undefined);
    await run.pass(15 * MINUTE);
    expect(run.sent).toEqual(["a@b.de 2026-10", "e@f.de 2026-10"]);
    await run.restart();
    run.world.answer = () => undefined;
    await run.pass(2 * HOUR);
    expect(run.sent).toEqual(["a@b.de 2026-10", "e@f.de 2026-10", "c@d.de 2026-10"]);
    for (let start = 0; start < 5; start += 1) {
      await run.restart();
      await run.pass(30 * MINUTE);
    }
    expect(run.sent).toHaveLength(3);
    expect(new Set(run.orders.map(({ key }) => key))).toEqual(new Set(["energy-2026-10"]));
  });

  it("comes late rather than never where the mail server is away for weeks, and is a finding after a day", async () => {
    const run = bench("2026-11-01T05:00:00Z");
    run.world.answer = () => "Der Mailserver antwortet nicht.";
    await run.pass(12 * HOUR, MINUTE);
    expect([run.findings(), run.state().error?.text]).toEqual([[], "Der Mailserver antwortet nicht."]);
    expect(run.state().next).toBeGreaterThan(run.clock.now());
    await run.restart();
    await run.pass(15 * HOUR, MINUTE);
    expect(run.findings()).toMatchObject([
      { code: "energy-mail", level: 2, text: expect.stringContaining("seit mehr als einem Tag") },
    ]);
    expect(run.sink.entries.filter(({ level }) => level === "warn")).toHaveLength(1);
    await run.pass(35 * DAY, HOUR / 4);
    run.world.answer = () => undefined;
    await run.pass(2 * HOUR, MINUTE);
    expect(run.sent).toEqual(["a@b.de 2026-10", "a@b.de 2026-11"]);
    expect([run.findings(), run.state().error]).toEqual([[], null]);
  });

  it("goes to the others where one address is wrong, and waits for all where the pod is away", async () => {
    const recipients = ["falsch", "c@d.de"];
    const run = bench("2026-11-01T05:00:00Z", disk({ recipients }));
    run.world.answer = (to) => (to === "falsch" ? new Error("keine Adresse") : undefined);
    await run.pass(15 * MINUTE);
    expect([run.sent, run.state().error?.text]).toEqual([["c@d.de 2026-10"], "keine Adresse"]);
    let asked = 0;
    const away = bench("2026-11-01T05:00:00Z", disk({ recipients: ["a@b.de", "c@d.de"] }));
    away.world.answer = () => {
      asked += 1;
      return new UnavailableError("Der Pod läuft nicht.");
    };
    await away.pass(11 * MINUTE);
    expect(asked).toBe(1);
  });

  it.each([
    ["half a minute", MINUTE / 2],
    ["nine minutes", 9 * MINUTE],
  ])(
    "is neither early nor skipped where the clock is a month, a year or ten ahead for %s",
    async (_what, long) => {
      for (const ahead of [30 * DAY, 365 * DAY, 3_650 * DAY]) {
        const run = bench("2026-11-15T12:00:00Z", disk({}, { done: [{ period: "2026-10", at: 1 }] }));
        await run.pass(HOUR);
        run.clock.jump(ahead);
        await run.pass(long);
        await run.restart();
        await run.pass(MINUTE / 2);
        run.clock.jump(-ahead);
        await run.pass(20 * DAY, HOUR / 4);
        expect(run.sent).toEqual(["a@b.de 2026-11"]);
      }
    },
  );

  it("goes out in time also where a clock that was ahead for hours has sent it early, and no other month is repeated", async () => {
    const run = bench("2026-11-15T12:00:00Z", disk({}, { done: [{ period: "2026-10", at: 1 }] }));
    run.clock.jump(30 * DAY);
    await run.pass(3 * HOUR);
    expect(run.sent).toEqual(["a@b.de 2026-11"]);
    run.clock.jump(-30 * DAY);
    await run.pass(60 * DAY, HOUR / 4);
    expect(run.sent.slice(1)).toEqual(["a@b.de 2026-11", "a@b.de 2026-12"]);
  });

  it("is not sent twice by a clock that is set back a little after it went out", async () => {
    const run = bench("2026-11-01T05:00:00Z");
    await run.pass(15 * MINUTE);
    run.clock.jump(-10 * MINUTE);
    await run.pass(DAY, 5 * MINUTE);
    expect(run.sent).toEqual(["a@b.de 2026-10"]);
  });

  it("begins with the month that runs, whatever the clock was when it was switched on", async () => {
    const run = bench("2036-11-15T12:00:00Z", disk({ active: false }));
    await run.save({ active: true });
    run.clock.jump(-3_650 * DAY);
    await run.pass(HOUR);
    const before = run.sent.length;
    await run.pass(30 * DAY, HOUR / 4);
    expect(run.sent.slice(before)).toEqual(["a@b.de 2026-11"]);
    const now = bench("2026-11-15T12:00:00Z", disk({ active: false }));
    await now.save({ active: true });
    await now.pass(DAY, HOUR / 4);
    expect(now.sent).toEqual([]);
    await now.save({ active: false });
    await now.pass(60 * DAY, HOUR / 4);
    expect([now.sent, now.state().next]).toEqual([[], 0]);
  });

  it("is tried by hand, whatever was sent, and says what the server said", async () => {
    const run = bench("2026-11-15T12:00:00Z");
    expect(await run.test()).toEqual({ delivered: true, text: "250 OK" });
    expect([run.orders[0]?.subject, run.settings.state().done]).toEqual(["Probe: Bericht 2026-10", []]);
    run.world.answer = () => "550 no such user";
    expect(await run.test()).toEqual({ delivered: false, text: "550 no such user" });
    run.world.answer = () => new UnavailableError("Der Pod läuft nicht.");
    expect(await run.test()).toEqual({ delivered: false, text: "Der Pod läuft nicht." });
    await run.save({ active: false });
    await expect(run.test()).rejects.toThrow("Schalten Sie");
  });
});
