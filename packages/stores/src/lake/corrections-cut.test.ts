/** The power goes at each write of a correction, and of its undo: what was recorded counts or what was entered, in every width alike. */
import { cpSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import * as core from "@hubwart/core";
import { expect, it, vi } from "vitest";
import { A, chart, START, useLake, values } from "../testing/lake-bench.ts";
import type { Lake } from "./lake.ts";
import { DAY, HOUR, MINUTE } from "./spans.ts";
import { Summaries } from "./summaries.ts";

vi.mock("@hubwart/core", { spy: true });

const bench = useLake();
/** The span of three days in which an hourly value is corrected. */
const SPAN = { from: START + 10 * HOUR, to: START + 50 * HOUR };
const look = async (lake: Lake) => {
  const days = await chart(lake, A, START - 13 * HOUR, START + 4 * DAY, 6);
  const hours = await chart(lake, A, START, START + 4 * DAY, 100);
  const raw = await values(lake, A, SPAN.from, SPAN.from + 5 * HOUR);
  return JSON.stringify([days.series[0]?.points, hours.series[0]?.points, raw]);
};

/** Keeps a copy of the folder before and after each write to the disk, as a cut at that moment would leave it. */
function cutting(cuts: string[]): () => void {
  const cut = () => {
    const folder = `${bench.folder}-cut-${cuts.length}`;
    cpSync(bench.folder, folder, { recursive: true });
    cuts.push(folder);
  };
  const around = <T>(write: () => T): T => {
    cut();
    const written = write();
    cut();
    return written;
  };
  const spies = (["note", "replaceDay"] as const).map((name) => {
    const write = Object.getOwnPropertyDescriptor(Summaries.prototype, name)?.value as (
      ...given: unknown[]
    ) => void;
    return vi.spyOn(Summaries.prototype, name).mockImplementation(function (
      this: Summaries,
      ...given: unknown[]
    ) {
      around(() => write.apply(this, given));
    });
  });
  // Before the file is renamed, and behind it.
  vi.mocked(core.syncFile).mockImplementation(() => Promise.resolve(cut()));
  vi.mocked(core.syncFolder).mockImplementation(() => Promise.resolve(cut()));
  return () => {
    for (const spy of spies) spy.mockRestore();
    vi.mocked(core.syncFile).mockReset();
    vi.mocked(core.syncFolder).mockReset();
  };
}

async function outcomes(cuts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const folder of cuts) {
    const { close, lake } = await bench.open({ folder });
    await lake.settle();
    found.push(await look(lake));
    expect(readdirSync(path.join(folder, "corrections")).filter((name) => name.startsWith("."))).toEqual([]);
    await close();
    await rm(folder, { recursive: true });
  }
  return found;
}

it("a correction over three days is there or not, whole, and so is its undo", {
  timeout: 60_000,
}, async () => {
  const { lake } = await bench.open();
  for (let hour = 0; hour < 60; hour += 5) lake.add(A, START + hour * HOUR, hour, 0);
  bench.clock.freeze(5 * DAY);
  await lake.settle();
  const rows = [0, 1, 30].map((hour) => [SPAN.from + hour * HOUR + MINUTE, 1_000 + hour] as const);
  const before = await look(lake);
  const cuts: string[] = [];
  let stop = cutting(cuts);
  await lake.corrections.correct({ chan: A, ...SPAN, rows, by: "Erika Beispiel", why: "Fühler vertauscht" });
  stop();
  const after = await look(lake);
  expect(after).not.toBe(before);
  // Noted, the file, its name, three days: each before and behind.
  expect(cuts.length).toBeGreaterThanOrEqual(10);
  const corrected = await outcomes(cuts.splice(0));
  expect(corrected).toEqual([
    ...corrected.filter((each) => each === before),
    ...corrected.filter((each) => each === after),
  ]);
  expect(new Set(corrected)).toEqual(new Set([before, after]));
  stop = cutting(cuts);
  await lake.corrections.undo(1);
  stop();
  expect(await look(lake)).toBe(before);
  expect(cuts.length).toBeGreaterThanOrEqual(9);
  const undone = await outcomes(cuts);
  expect(undone).toEqual([
    ...undone.filter((each) => each === after),
    ...undone.filter((each) => each === before),
  ]);
  expect(new Set(undone)).toEqual(new Set([before, after]));
});
