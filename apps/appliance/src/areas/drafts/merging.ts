/**
 * Brings a draft and the project that runs now together, where that is no longer the one the draft began with. What the merge does
 * are steps of the draft: "Rückgängig" takes it back, and the base with it.
 */
import { randomBytes } from "node:crypto";
import { type DraftConflict, type DraftEntry, LIMITS } from "@hubwart/contract";
import { type Clock, ConflictError, InvalidInputError } from "@hubwart/core";
import { documentOf, type KeyOf, type Merged, mergeDraft } from "@hubwart/draft";
import type { TablesResult } from "@hubwart/project";
import type { Offers } from "../../offers.ts";
import type { Content, DraftFile, Head } from "./draft-file.ts";
import { keepSteps, type NewStep } from "./keep.ts";
import { type Sealer, type Secrets, withSharedNames } from "./secrets.ts";
import type { Shelf } from "./shelf.ts";
import { texts } from "./texts.ts";

export type Origin = NonNullable<ReturnType<Offers["project"]["origin"]>>;
type Side = "mine" | "theirs";

interface MergingDeps {
  shelf: Shelf;
  sealer: Sealer;
  clock: Clock;
  project: Pick<Offers["project"], "origin">;
  /** Of a kept version. */
  tablesOf(origin: Origin): Promise<Pick<TablesResult, "sheets" | "scripts">>;
  /** Cells that mean the same become the same. */
  form: (document: Content["document"]) => Content["document"];
  keyOf: KeyOf;
}

/** Whether publishing would put back what others did. */
export function isMoved(base: Head["base"], running: Pick<Origin, "version" | "hash"> | undefined): boolean {
  return (
    base !== null && running !== undefined && base.version !== running.version && base.hash !== running.hash
  );
}

interface Compared {
  merged: Merged;
  /** Those of the base are known. */
  known: boolean;
  /** Under the names that the merge uses. */
  secrets: Secrets;
}

const NOTHING = { needed: false, running: "", base: "known" as const, taken: [], conflicts: [], more: 0 };
const newId = () => `m${randomBytes(9).toString("base64url")}`;

export class DraftMerging {
  readonly #deps: MergingDeps;

  constructor(deps: MergingDeps) {
    this.#deps = deps;
  }

  async look(id: string) {
    const sides = await this.#sides(id);
    return await this.#deps.shelf.with(id, async (file) => {
      if (!sides || !isMoved(file.head.base, sides.origin)) return { ...NOTHING, seq: file.seq };
      const { known, merged } = await this.#compare(file, sides, () => undefined);
      const { conflicts, taken } = merged;
      const told = conflicts.slice(0, LIMITS.draftConflicts);
      return {
        needed: true,
        seq: file.seq,
        running: sides.origin.version,
        base: known ? ("known" as const) : ("unknown" as const),
        taken,
        conflicts: told,
        more: conflicts.length - told.length,
      };
    });
  }

  /** @throws ConflictError where the draft or the running project went on, InvalidInputError for what is undecided */
  async merge(
    id: string,
    request: {
      seq: number;
      running: string;
      decisions: Readonly<Record<string, Side>>;
      rest?: Side | undefined;
      by: string;
    },
  ): Promise<DraftEntry[]> {
    const sides = await this.#sides(id);
    const decided = new Map(Object.entries(request.decisions));
    return await this.#deps.shelf.with(id, async (file) => {
      if (file.seq !== request.seq) throw new ConflictError(texts.notNewest);
      const now = this.#deps.project.origin(undefined);
      if (!sides || sides.origin.version !== request.running || now?.version !== request.running)
        throw new ConflictError(texts.otherRuns);
      if (!isMoved(file.head.base, sides.origin)) return [];
      const decide = (conflict: string) => decided.get(conflict) ?? request.rest;
      const compared = await this.#compare(file, sides, decide);
      const open = compared.merged.conflicts.filter((conflict) => decide(conflict.id) === undefined);
      if (open.length > 0)
        throw new InvalidInputError([{ field: "decisions", message: texts.undecided(open.length) }]);
      return await this.#keep(file, sides.origin, compared, request.by);
    });
  }

  async #keep(file: DraftFile, origin: Origin, { merged, secrets }: Compared, by: string) {
    const tables = `b${file.seq + 1}`;
    const to = { version: origin.version, hash: origin.hash, tables };
    const { base, ops } = merged;
    await file.keepBase(tables, { document: base, secrets: namedIn(base, secrets) });
    const from = file.head.base;
    if (ops.length === 0 || from === null) {
      await file.setBase(to);
      return [];
    }
    const steps: NewStep[] = [];
    for (let at = 0; at < ops.length; at += LIMITS.draftStepOperations)
      steps.push({
        key: newId(),
        label: texts.merged(origin.version),
        ops: ops.slice(at, at + LIMITS.draftStepOperations),
      });
    const last = steps.at(-1);
    if (last) last.rebased = { from, to };
    const fresh = [...namedIn(ops, secrets)].filter(([ref]) => !file.secrets.has(ref));
    return await keepSteps(file, steps, by, this.#deps, new Map(fresh));
  }

  /** Read before the draft's turn comes: it takes a process of its own. */
  async #sides(
    id: string,
  ): Promise<{ origin: Origin; theirs: Content; before: Content | undefined } | undefined> {
    const origin = this.#deps.project.origin(undefined);
    const base = await this.#deps.shelf.with(id, async ({ head }) => await Promise.resolve(head.base));
    if (!origin || !base || !isMoved(base, origin)) return undefined;
    const began = base.tables === undefined ? this.#deps.project.origin(base.version) : undefined;
    const before = began?.hash === base.hash ? await this.#read(began) : undefined;
    return { origin, theirs: await this.#read(origin), before };
  }

  async #read(origin: Origin): Promise<Content> {
    const { scripts, sheets } = await this.#deps.tablesOf(origin);
    return this.#deps.sealer.seal(documentOf(sheets, scripts));
  }

  async #compare(
    file: DraftFile,
    { before, theirs }: { before: Content | undefined; theirs: Content },
    decide: (conflict: DraftConflict["id"]) => Side | undefined,
  ): Promise<Compared> {
    const { form, keyOf } = this.#deps;
    const base = (await file.readBase()) ?? before;
    const [ours, others, began] = withSharedNames([file, theirs, ...(base ? [base] : [])]);
    if (!ours || !others) throw new Error("a side is missing");
    const merged = mergeDraft({
      base: began && form(began),
      theirs: form(others),
      ours: form(ours),
      keyOf,
      newId,
      decide,
    });
    const secrets = new Map([...(base?.secrets ?? []), ...theirs.secrets, ...file.secrets]);
    return { merged, known: base !== undefined, secrets };
  }
}

function namedIn(used: unknown, secrets: Secrets): Map<string, string | number | boolean> {
  const text = JSON.stringify(used);
  return new Map([...secrets].filter(([ref]) => text.includes(`"${ref}"`)));
}
