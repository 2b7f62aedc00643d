/** Steps of a draft, sealed and numbered, on their way to the disk. */
import type { DraftEntry, DraftStep } from "@hubwart/contract";
import { type Clock, InvalidInputError } from "@hubwart/core";
import { DraftFault } from "@hubwart/draft";
import type { DraftFile } from "./draft-file.ts";
import type { Sealer, Secrets } from "./secrets.ts";
import { texts } from "./texts.ts";

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
  const at = Math.floor(clock.now() / 1000);
  let { document } = file;
  const secrets = new Map([...file.secrets, ...more]);
  const fresh = new Map(more);
  const entries: DraftEntry[] = [];
  let { base } = file.head;
  for (const step of steps) {
    const sealed = fitting(() => sealer.apply(document, step.ops, secrets));
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
  if (entries.length > 0) await file.append(entries, document, fresh, typist);
  return entries;
}

/** Who takes a merge back has the base of before again, unless it is another one by now. */
function takenBack(
  { undoes }: DraftStep,
  entries: readonly DraftEntry[],
  base: DraftFile["head"]["base"],
): DraftEntry["rebased"] {
  const undone = undoes === undefined ? undefined : entries.find(({ seq }) => seq === undoes)?.rebased;
  return undone && undone.to.tables === base?.tables ? { from: undone.to, to: undone.from } : undefined;
}

function fitting<T>(task: () => T): T {
  try {
    return task();
  } catch (error) {
    if (!(error instanceof DraftFault)) throw error;
    const message = error.kind === "unknown" ? texts.unknown : texts.twice;
    throw new InvalidInputError([{ field: "steps", message: `${message} (${error.what})` }], {
      cause: error,
    });
  }
}
