/** Whatever happens, in whatever order: who is told of what, beside what a few lines say of it. */
import type { CompiledAlarm, CompiledAlarmClass } from "@hubwart/project/compiled";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { isActive } from "./states.ts";
import { alarm, stage } from "./testing/stage.ts";

/** Told until somebody has it, and until it is over. */
const [ACK, OFF] = ["chat.haus", "email.mail"];
const WAYS = [ACK, OFF];
const CLASSES: CompiledAlarmClass[] = [
  {
    id: "people",
    steps: [
      { after: 0, ways: [ACK], repeat: 5_000, until: "ack" },
      { after: 4_000, ways: [OFF], repeat: 7_000, until: "off" },
    ],
  },
];
const ENABLE = "bus.x.enable";
const row = (id: string, rest: Partial<CompiledAlarm> = {}): CompiledAlarm =>
  alarm({ id, source: `bus.x.${id}`, class: "people", text: id, ...rest });
const ALARMS = [
  row("plain"),
  row("none", { ack: "none" }),
  row("latch", { latch: true }),
  row("parent"),
  row("child", { parent: "parent" }),
  row("enabled", { enable: ENABLE }),
  row("works", { tags: ["works"] }),
  row("both", { ack: "both" }),
  row("slow", { onDelay: 3_000, offDelay: 3_000 }),
];
/** Thousands for those who changed who is told: `HUBWART_TOLD_RUNS=20000 npx vitest run --project unit … --testTimeout 3600000`. */
const RUNS = Number(process.env["HUBWART_TOLD_RUNS"] ?? 200);
const YEARS = 10 * 365 * 24 * 3_600_000;
const JUMPS = [-YEARS, -3_600_000, -30_000, 30_000, 3_600_000, YEARS];
const PAUSES = [10, 100, 1_000, 2_500, 12_000, 31_000];
const OFTEN = ["value", "value", "value", "pass", "pass", "pass", "ack", "ack", "again"] as const;
const SELDOM = ["reset", "enable", "shelve", "unshelve", "maintain", "fails", "slow", "clock"] as const;
const DEEDS = [...OFTEN, ...SELDOM];

type Plant = ReturnType<typeof stage>;

/** What was said on the ways, and what must not be. */
class Heard {
  readonly acked = new Set<number>();
  /** By way: of which somebody heard while it stood, and of which he heard that it is over. */
  readonly #stood = new Map(WAYS.map((way) => [way, new Set<number>()]));
  readonly #over = new Map(WAYS.map((way) => [way, new Set<number>()]));
  #read = 0;

  look(at: Plant): void {
    for (const { message, way } of at.sent.slice(this.#read)) {
      const [stood, over] = [this.#stood.get(way), this.#over.get(way)];
      const [wanting = "", ended = ""] = message.text.split("Vorbei:\n");
      for (const [, nr, went] of wanting.matchAll(/Nr\. (\d+)\)\n( {2}Inzwischen vorbei\.)?/g)) {
        if (way === ACK) expect(this.acked, `${nr} is told, and somebody has it`).not.toContain(Number(nr));
        (went === undefined ? stood : over)?.add(Number(nr));
      }
      for (const [, nr] of ended.matchAll(/Nr\. (\d+)\)/g)) {
        expect(stood, `${nr} is over, and nobody had heard of it`).toContain(Number(nr));
        over?.add(Number(nr));
      }
    }
    this.#read = at.sent.length;
    for (const { nr, way, what } of at.disk.kept.untold)
      if (what !== "over" && way === ACK)
        expect(this.acked, `${nr} is to be told, and somebody has it`).not.toContain(nr);
  }

  /** Who has a message of which nobody knows that he has it gets it again, unless somebody has the alarm by then. */
  startsAnew(at: Plant): void {
    this.#read = 0;
    for (const { nr, way, what } of at.disk.kept.untold) if (what === "new") this.#stood.get(way)?.delete(nr);
  }

  /** After some time without a change, on ways that work. */
  end(at: Plant): void {
    for (const { id } of ALARMS) {
      const [value, record] = [at.engine.sample(id)?.value, at.engine.record(id)];
      expect([id, record !== undefined && isActive(record.state)]).toEqual([id, Number(value ?? 0) > 20]);
    }
    const records = new Map([...at.engine.records].map((record) => [record.nr, record]));
    for (const [way, stood] of this.#stood)
      for (const nr of stood) {
        const record = records.get(nr);
        if (!record || !isActive(record.state))
          expect(this.#over.get(way), `${way} does not hear that ${nr} is over`).toContain(nr);
      }
    for (const [nr, record] of records)
      if (record.state === "unacked" && at.engine.audible(record))
        for (const way of WAYS) expect(this.#stood.get(way), `${way} does not hear of ${nr}`).toContain(nr);
  }
}

async function again(before: Plant): Promise<Plant> {
  const at = await before.again();
  for (const name of ["failing", "slow"] as const)
    for (const [way, how] of before[name]) (at[name] as Map<string, unknown>).set(way, how);
  at.value(ENABLE, true);
  for (const { id, source } of ALARMS) {
    const sample = before.engine.sample(id);
    if (sample) at.value(source, sample.value);
  }
  return at;
}

async function pass(at: Plant, ms: number, heard: Heard): Promise<void> {
  await at.pass(ms, Math.min(ms, 500));
  heard.look(at);
}

/** `n`: which of them, how long. */
async function act(
  at: Plant,
  heard: Heard,
  deed: Exclude<(typeof DEEDS)[number], "again">,
  n: number,
): Promise<void> {
  const { engine, failing, slow } = at;
  const pick = <T>(list: readonly T[]): T | undefined => list[n % Math.max(1, list.length)];
  const nr = pick([...engine.records])?.nr ?? 0;
  const order = { by: "Anna", why: "x", until: at.clock.now() + 20_000 };
  const way = pick(WAYS) ?? ACK;
  switch (deed) {
    case "value":
      at.value(pick(ALARMS)?.source ?? "", n % 2 === 0 ? 30 : 10);
      return;
    case "enable":
      at.value(ENABLE, n % 2 === 0);
      return;
    case "ack":
      // What is to be acknowledged twice is told again in between.
      for (const done of engine.ack([nr], "Anna"))
        if (![...engine.records].some((record) => record.nr === done && record.id === "both"))
          heard.acked.add(done);
      return;
    case "reset":
      engine.reset([nr], "Anna");
      return;
    case "shelve":
      engine.shelve([nr], order);
      return;
    case "unshelve":
      engine.unshelve([nr], "Anna");
      return;
    case "maintain":
      engine.maintain({ scope: "#works", ...order });
      return;
    case "fails":
      if (!failing.delete(way)) failing.set(way, "weg");
      return;
    case "slow":
      if (!slow.delete(way)) slow.set(way, 700);
      return;
    case "clock":
      at.clock.jump(pick(JUMPS) ?? 0);
      return;
    case "pass":
      await pass(at, pick(PAUSES) ?? 0, heard);
  }
}

it("nobody is told of what somebody has, all others are, and who heard of something hears that it is over", async () => {
  const deeds = fc.array(fc.tuple(fc.constantFrom(...DEEDS), fc.nat(99)), { minLength: 5, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(deeds, async (all) => {
      const heard = new Heard();
      let at = stage({ alarms: ALARMS, classes: CLASSES });
      at.value(ENABLE, true);
      for (const [deed, n] of all) {
        if (deed === "again") {
          heard.startsAnew(at);
          at = await again(at);
        } else await act(at, heard, deed, n);
        heard.look(at);
      }
      at.failing.clear();
      at.slow.clear();
      at.value(ENABLE, true);
      await pass(at, 120_000, heard);
      heard.end(at);
    }),
    { numRuns: RUNS },
  );
});
