/** Why an add-on does not run, with what it said at last. */
import { type AddOnId, containerName } from "../catalogue/ids.ts";
import { type Engine, EngineError } from "../engine.ts";
import { texts } from "../texts.ts";
import type { SeenState } from "./add-ons.ts";

const LAST_LINES = 5;
const LONGEST = 2_000;

export async function endedError(
  engine: Engine,
  id: AddOnId,
  { exitCode, oomKilled }: SeenState,
): Promise<EngineError> {
  const lines: string[] = [];
  try {
    const last = engine.logs(containerName(id), { tail: LAST_LINES, follow: false });
    for await (const { text } of last) lines.push(text);
  } catch {
    // The reason stands without its lines.
  }
  const why = oomKilled ? texts.endedByMemory : texts.endedWithCode(exitCode);
  return new EngineError([why, ...lines.slice(-LAST_LINES)].join("\n").slice(0, LONGEST), 0);
}
