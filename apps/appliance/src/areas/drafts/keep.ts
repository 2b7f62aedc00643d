/** Steps of a draft, sealed and numbered, on their way to the disk. */
import type { DraftEntry, DraftOperation, DraftStep } from "@hubwart/contract";
import { type Clock, InvalidInputError } from "@hubwart/core";
import { DraftFault } from "@hubwart/draft";
import { type DraftFile, GROWN_MOST } from "./draft-file.ts";
import type { Sealer, Secrets } from "./secrets.ts";
import { texts } from "./texts.ts";
import { applyInTurns, Work } from "./work.ts";

interface Keeping {
  sealer: Sealer;
  clock: Clock;
  /** Of what the steps say, where he is one whom stored secrets are kept from. */
  typist?: string | undefined;
}
export type NewStep = DraftStep & Pick<DraftEntry, "rebased">;

/**
 * @param more secrets that the steps may name besides those of the draft
 * @throws InvalidInputError for what does not fit; then nothing is done
 */
export async function keepSteps(
  file: DraftFile,
  steps: readonly NewStep[],
  by: string,
  { clock, sealer, typist }: Keeping,
  more: Secrets = new Map(),
): Promise<DraftEntry[]> {
  if (file.full && !steps.every(({ ops }) => ops.every(lessens))) throw tooLarge();
  const at = Math.floor(clock.now() / 1000);
  let { document } = file;
  const secrets = new Map([...file.secrets, ...more]);
  const fresh = new Map(more);
  const entries: DraftEntry[] = [];
  const work = new Work();
  let { base } = file.head;
  for (const step of steps) {
    const sealed = await fitting(applyInTurns(sealer, document, step.ops, secrets, work));
    document = sealed.document;
    for (const [ref, value] of sealed.secrets) {
      secrets.set(ref, value);
      fresh.set(ref, value);
    }
    const rebased = step.rebased ?? takenBack(step, [...file.entries, ...entries], base);
    if (rebased) base = rebased.to;
    entries.push({
      ...step,
      ops: sealed.ops,
      inverse: sealed.inverse,
      ...(rebased ? { rebased } : {}),
      seq: file.seq + entries.length + 1,
      at,
      by,
    });
  }
  if (entries.length > 0) await file.append(entries, document, fresh, typist, work.done);
  return entries;
}

const lessens = (op: DraftOperation): boolean =>
  LESSENING.has(op.op) || (op.op === "script" && op.text === null);
const LESSENING: ReadonlySet<string> = new Set(["delete", "dropColumn", "dropTable"]);
const tooLarge = () => new InvalidInputError([{ field: "steps", message: texts.tooLarge(GROWN_MOST) }]);

/** Who takes a merge back has the base of before again, unless it is another one by now. */
function takenBack(
  { undoes }: DraftStep,
  entries: readonly DraftEntry[],
  base: DraftFile["head"]["base"],
): DraftEntry["rebased"] {
  const undone = undoes === undefined ? undefined : entries.find(({ seq }) => seq === undoes)?.rebased;
  return undone && undone.to.tables === base?.tables ? { from: undone.to, to: undone.from } : undefined;
}

async function fitting<T>(task: Promise<T>): Promise<T> {
  try {
    return await task;
  } catch (error) {
    if (!(error instanceof DraftFault)) throw error;
    const message = error.kind === "unknown" ? texts.unknown : texts.twice;
    throw new InvalidInputError([{ field: "steps", message: `${message} (${error.what})` }], {
      cause: error,
    });
  }
}
