/** CPU shares need two samples: this keeps the last one of each container. */
import type { Engine, Sample } from "../engine.ts";

/** Questions to the engine under way at the same time. */
const AT_ONCE = 8;

export class Figures {
  readonly #engine: Engine;
  #last = new Map<string, Sample>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** By container id; one that ended meanwhile is left out. */
  async read(ids: readonly string[]): Promise<Map<string, { sample: Sample; cpu: number }>> {
    const found = new Map<string, { sample: Sample; cpu: number }>();
    const waiting = [...ids];
    const worker = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        const sample = await this.#engine.sample(id).catch(() => undefined);
        if (sample) found.set(id, { sample, cpu: cpuPercent(this.#last.get(id), sample) });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    this.#last = new Map([...found].map(([id, { sample }]) => [id, sample]));
    return found;
  }
}

/** As `docker stats` reckons: share of the machine's time, times its processors. Percent of one core. */
export function cpuPercent(before: Sample | undefined, now: Sample): number {
  if (!before || now.cpuTotal < before.cpuTotal) return 0;
  const used = now.cpuTotal - before.cpuTotal;
  const { systemTotal } = now;
  if (systemTotal !== undefined && before.systemTotal !== undefined && systemTotal > before.systemTotal) {
    return (used / (systemTotal - before.systemTotal)) * now.cpus * 100;
  }
  const elapsed = (now.at - before.at) * 1e6;
  return elapsed > 0 ? (used / elapsed) * 100 : 0;
}
