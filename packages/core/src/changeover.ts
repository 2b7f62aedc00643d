/**
 * A changeover: files of the data folder are replaced while nothing of the product runs, tried, and put back if the
 * product does not come up with them. Restore and update share it; `docs/states/changeover.md` has the states.
 *
 *     // everything staged below changeoverFolder(root, id)/new, and `syncTree` over it
 *     await requestChangeover(root, { id, kind: "restore", replace, gateMs: 90_000 });
 *     launcher.changeover(id, "begin");           // this process is stopped now
 *     (await readChangeover(root))?.state         // in the next one
 *
 * The record is one file, always replaced as a whole. Until it is `ready` it belongs to whoever asks; from then on the
 * launcher alone writes it.
 */
import path from "node:path";
import * as z from "zod/mini";
import { ConflictError } from "./errors.ts";
import { readFileIfThere, writeFileAtomic } from "./files.ts";
import { texts } from "./texts.ts";

const FILE = "changeover.json";
const FOLDER = "changeover";
/** Never replaced: what the changeover itself, the sockets of this run and the releases are. */
const OURS = new Set([FILE, FOLDER, "run", "releases"]);
const LONGEST_GATE = 3_600_000;
const LONGEST_TRIAL = 86_400_000;
export const RELEASE_NAME = /^[0-9A-Za-z][0-9A-Za-z.+-]{0,63}$/;

/** Below the data folder, with `/`, and nothing that leads out of it. */
export function isInside(name: string): boolean {
  const segments = name.split("/");
  return (
    name.length <= 1024 &&
    !name.includes("\0") &&
    segments.every((segment) => segment !== "" && segment !== "." && segment !== "..")
  );
}

const inside = z.string().check(z.refine(isInside));
const replaceable = inside.check(z.refine((name) => !OURS.has(name.split("/")[0] ?? "")));

const recordSchema = z
  .object({
    id: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,63}$/)),
    kind: z.enum(["restore", "update"]),
    /** `with` takes the place of `path`; null: nothing does. Relative to the data folder. */
    replace: z.array(z.object({ path: replaceable, with: z.nullable(inside) })).check(z.maxLength(256)),
    /** Stay where they are, but are as they were before once it is put back: what a new release migrates. */
    keep: z._default(z.array(replaceable).check(z.maxLength(256)), []),
    /** Version to run from afterwards; null: that of the installation; absent: the one that runs now. */
    release: z.optional(z.nullable(z.string().check(z.regex(RELEASE_NAME)))),
    /** Within so many ms of each start the new state has to be called good. */
    gateMs: z.number().check(z.int(), z.minimum(1_000), z.maximum(LONGEST_GATE)),
    /** So long it stays on trial after it was called good, ms of running; 0: what is good is done. */
    trialMs: z._default(z.number().check(z.int(), z.minimum(0), z.maximum(LONGEST_TRIAL)), 0),
    state: z.enum(["ready", "swapping", "trial", "putting-back", "done", "back"]),
    /** Of what is replaced or kept: what was there before. Known once it is swapping. */
    had: z.optional(z.array(z.string())),
    /** Version that ran before; null: that of the installation. Known once it is swapping. */
    releaseBefore: z.optional(z.nullable(z.string())),
    /** Starts of the launcher that found it on trial. */
    starts: z._default(z.number(), 0),
    /** On trial: it was called good. */
    good: z._default(z.boolean(), false),
    /** ms of `trialMs` that it has run for, by no clock that may jump. */
    tried: z._default(z.number(), 0),
    /** Unasked ends of each process since the switch. */
    crashes: z._default(z.record(z.string(), z.number()), {}),
    /** The launcher that tried it was asked to end: its next start is no sign of trouble. */
    rests: z._default(z.boolean(), false),
    /** German: why it was put back. */
    reason: z._default(z.string(), ""),
  })
  .check(
    z.refine(({ id, replace }) =>
      replace.every((entry) => entry.with === null || entry.with.startsWith(`${FOLDER}/${id}/new/`)),
    ),
    z.refine(({ replace, keep }) => apart([...replace.map((entry) => entry.path), ...keep])),
  );
export type Changeover = z.output<typeof recordSchema>;
export type ChangeoverRequest = Pick<Changeover, "id" | "kind" | "replace" | "gateMs"> & {
  keep?: string[];
  release?: string | null;
  trialMs?: number;
};

/** No path is named twice, and none lies in another. */
function apart(paths: readonly string[]): boolean {
  return paths.every((one, at) =>
    paths.every((other, where) => where === at || (one !== other && !one.startsWith(`${other}/`))),
  );
}

/** `new/`: what was staged. `old/`: what was there before. `trial.log`: what the processes said while on trial. */
export const changeoverFolder = (root: string, id: string) => path.join(root, FOLDER, id);

/** Undefined if there has been none, or nobody can read it. */
export async function readChangeover(root: string): Promise<Changeover | undefined> {
  const text = await readFileIfThere(path.join(root, FILE));
  return text === undefined ? undefined : parseChangeover(text);
}

/** Undefined for what is not a record of ours. */
export function parseChangeover(text: string): Changeover | undefined {
  try {
    return recordSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Undefined for one that must not be carried out. */
export const checkedChangeover = (record: unknown): Changeover | undefined =>
  recordSchema.safeParse(record).data;

export const isOver = ({ state }: Changeover): boolean => state === "done" || state === "back";

/** @throws ConflictError while one is open that has another id, with what to wait for */
export async function refuseDuringChangeover(root: string, id?: string): Promise<void> {
  const before = await readChangeover(root);
  if (!before || isOver(before) || before.id === id) return;
  throw new ConflictError(before.good ? texts.onTrial : texts.beingChanged);
}

/**
 * Makes a staged changeover ready. Everything below `new/` must be on disk already.
 *
 * @throws ConflictError while another one is open, RangeError for one that names what may not be replaced
 */
export async function requestChangeover(root: string, request: ChangeoverRequest): Promise<void> {
  await refuseDuringChangeover(root, request.id);
  const record = checkedChangeover({ ...request, state: "ready" });
  if (!record) throw new RangeError("not a changeover");
  await writeFileAtomic(path.join(root, FILE), JSON.stringify(record, null, 2));
}
