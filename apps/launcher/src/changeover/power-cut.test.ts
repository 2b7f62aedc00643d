/** A changeover whose device loses its power at any moment ends whole, on one side or the other. */
import { describe, expect, it } from "vitest";
import { bench, fresh, life, NEW, OLD, record } from "../testing/changeover-bench.ts";
import { PowerCut } from "../testing/power-cut-disk.ts";

describe("a power cut", () => {
  const modes = [
    { half: false, forgets: false },
    { half: true, forgets: false },
    { half: false, forgets: true },
  ];

  /** Every start ends in the old or the new state, and as a whole. */
  async function everyMoment(act: () => Promise<void>, mode: (typeof modes)[number], ends: object[]) {
    let moments = 0;
    const seen = new Set<number>();
    for (let moment = 1; ; moment += 1) {
      fresh();
      bench.disk.cut = { at: moment, ...mode };
      try {
        await act();
      } catch (error) {
        if (!(error instanceof PowerCut)) throw error;
      }
      if (bench.disk.cut) break;
      moments += 1;
      // Again in the middle of going on, somewhere else.
      bench.disk.cut = { at: bench.disk.operations + 1 + (moment % 5), ...mode };
      await life()
        .changeovers.open()
        .catch((error: unknown) => {
          if (!(error instanceof PowerCut)) throw error;
        });
      bench.disk.cut = undefined;
      const last = life();
      await last.changeovers.open();
      const { state } = record();
      expect(["trial", "done", "back"], `after operation ${moment}`).toContain(state);
      if (state === "trial") {
        if (!bench.disk.files.has("state.db-wal"))
          expect(bench.disk.state(), `operation ${moment}`).toEqual(NEW);
        await last.tell("bad", "Nein.");
        expect(record().state).toBe("back");
      }
      const at = ends.findIndex((end) => same(end, bench.disk.state()));
      expect(at, `between, after operation ${moment}: ${JSON.stringify(bench.disk.state())}`).toBeGreaterThan(
        -1,
      );
      seen.add(at);
    }
    expect(moments).toBeGreaterThan(10);
    return seen;
  }
  const same = (one: object, other: Record<string, string>) => {
    const entries = Object.entries(one);
    return (
      entries.length === Object.keys(other).length && entries.every(([name, text]) => other[name] === text)
    );
  };

  it.each(modes)(
    "at any file operation of the swap leaves the old state to go back to (%j)",
    async (mode) => {
      await everyMoment(() => life().start(), mode, [OLD]);
    },
  );

  it.each(modes)("at any file operation of putting back ends in the old state (%j)", async (mode) => {
    const act = async () => {
      const launcher = life();
      await launcher.start();
      await launcher.tell("bad", "Nein.");
    };
    await everyMoment(act, mode, [OLD]);
  });

  it.each(modes)(
    "at any file operation of ending it well ends in the old or the new state (%j)",
    async (mode) => {
      const act = async () => {
        const launcher = life();
        await launcher.changeovers.open();
        await launcher.tell("good");
      };
      const seen = await everyMoment(act, mode, [OLD, NEW]);
      expect(seen).toEqual(new Set([0, 1]));
    },
  );
});
