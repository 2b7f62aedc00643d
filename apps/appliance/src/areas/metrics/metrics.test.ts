import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ManualClock } from "@hubwart/core";
import type { AlarmTally } from "@hubwart/ipc";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestStore } from "../../testing/test-store.ts";
import { alarmFamilies } from "./alarms.ts";
import { MetricsText } from "./text-format.ts";
import { MetricsToken } from "./token.ts";

describe("the text format", () => {
  it("escapes what would end a label or a line", () => {
    const page = new MetricsText();
    page.family("a_total", "counter", "back\\slash\nand line").add(1, { l: 'say "hi"\\\n' });
    page.family("b", "gauge", "Big.").add(Number.POSITIVE_INFINITY).add(1e21, { x: "" });
    page.family("c", "gauge", "Not known.").add(undefined);
    expect(page.text()).toBe(
      [
        "# HELP a_total back\\\\slash\\nand line",
        "# TYPE a_total counter",
        'a_total{l="say \\"hi\\"\\\\\\n"} 1',
        "# HELP b Big.",
        "# TYPE b gauge",
        "b +Inf",
        'b{x=""} 1e+21',
        "",
      ].join("\n"),
    );
    expect(() => page.family("b", "gauge", "Again.")).toThrow("already");
  });
});

describe("alarms", () => {
  const page = (tally: Parameters<typeof alarmFamilies>[1]) => {
    const text = new MetricsText();
    alarmFamilies(text, tally);
    return text.text().split("\n");
  };
  const TALLY: AlarmTally = {
    alarms: 40,
    counts: { priorities: [0, 2, 0, 0], unacked: 2, shelved: 3, suppressed: 4, maintenance: 5 },
    standing: [{ state: "unacked", priority: 2, count: 2 }],
    raised: [0, 7, 0, 0],
    acked: [0, 5, 0, 0],
    ackTime: [0, 62_500, 0, 0],
    messages: [{ way: "email.mail", told: 3, failed: 1, givenUp: 2 }],
  };

  it("are counted by priority and state, messages by way", () => {
    expect(page(TALLY)).toEqual(
      expect.arrayContaining([
        "hubwart_alarms_up 1",
        "hubwart_alarms_defined 40",
        'hubwart_alarms_standing{priority="2",state="unacked"} 2',
        'hubwart_alarms_standing{priority="1",state="latchedAcked"} 0',
        'hubwart_alarms_quiet{reason="suppressed"} 4',
        'hubwart_alarms_raised_total{priority="2"} 7',
        'hubwart_alarms_acknowledged_total{priority="2"} 5',
        'hubwart_alarms_acknowledgement_seconds_total{priority="2"} 62.5',
        'hubwart_alarm_messages_total{way="email.mail",outcome="told"} 3',
        'hubwart_alarm_messages_total{way="email.mail",outcome="failed"} 1',
        'hubwart_alarm_notices_given_up_total{way="email.mail"} 2',
      ]),
    );
  });

  it("that nobody watches are told as such; of a project without any there is nothing", () => {
    expect(page("away")).toContain("hubwart_alarms_up 0");
    expect(page("away").filter((line) => line.startsWith("hubwart"))).toHaveLength(1);
    expect(page({ ...TALLY, alarms: 0 })).toEqual([""]);
    expect(page(undefined)).toEqual([""]);
  });
});

describe("the token", () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), "hubwart-metrics-"))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("outlives a restart as a hash only", () => {
    const clock = new ManualClock();
    const file = path.join(folder, "state.db");
    const open = () => openTestStore(folder, clock);
    const first = open();
    const token = new MetricsToken(first, clock).create();
    first.close();
    expect(readFileSync(file).includes(token)).toBe(false);
    const second = open();
    const again = new MetricsToken(second, clock);
    expect(again.info()).toEqual({ has_token: true, created: clock.now(), last_used: 0 });
    for (const wrong of [undefined, "", token, `Basic ${token}`, `Bearer ${token}x`, `Bearer ${token} x`]) {
      expect(again.admits(wrong)).toBe(false);
    }
    expect(again.admits(`Bearer ${token}`)).toBe(true);
    expect(again.info().last_used).toBe(clock.now());
    again.revoke();
    expect(again.admits(`Bearer ${token}`)).toBe(false);
    second.close();
  });
});
