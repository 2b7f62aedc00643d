/** Progress of a pull: the engine tells of each layer by itself; people want one bar. */
import * as z from "zod/mini";
import { EngineError, type PullProgress } from "../engine.ts";
import { jsonLines } from "./json-lines.ts";
import { engineWords } from "./words.ts";

const line = z.object({
  id: z.optional(z.string()),
  status: z.optional(z.string()),
  error: z.optional(z.string()),
  progressDetail: z.optional(z.object({ current: z.optional(z.number()), total: z.optional(z.number()) })),
});

/** Reads a pull to its end. @throws EngineError when the engine reports an error in the stream */
export async function followPull(
  source: AsyncIterable<Buffer>,
  progress: (now: PullProgress) => void,
): Promise<void> {
  const layers = new Map<string, { done: number; total: number }>();
  for await (const value of jsonLines(source)) {
    const parsed = z.safeParse(line, value);
    if (!parsed.success) continue;
    const { id, status, error, progressDetail } = parsed.data;
    if (error !== undefined) throw new EngineError(engineWords(error), 0);
    if (id === undefined) continue;
    const known = layers.get(id);
    if (status === "Downloading" && progressDetail?.total !== undefined) {
      layers.set(id, { done: progressDetail.current ?? 0, total: progressDetail.total });
    } else if (known && (status === "Download complete" || status === "Pull complete")) {
      known.done = known.total;
    } else continue;
    let done = 0;
    let total = 0;
    for (const layer of layers.values()) {
      done += layer.done;
      total += layer.total;
    }
    progress({ done, total });
  }
}
