/**
 * Constants: the project's, with the values that administrators gave them laid over. No HTTP here.
 *
 * Three states of a value: the project's own, the edited one (saved here), and the one that the hub runs with
 * (activated, part of the compiled project). Saving changes the second only. A project may have 100,000 of them: whatever goes
 * over all goes in parts, each as of one moment.
 */
import { CODES, constantFault } from "@hubwart/contract";
import {
  filterInParts,
  InvalidInputError,
  inParts,
  mapInParts,
  NotFoundError,
  ResultError,
  SerialQueue,
} from "@hubwart/core";
import { asGiven, type CompiledConstant, type Edits, groupOf, sameValue } from "@hubwart/project";
import { type Kept, keptTo } from "../../http/bounds.ts";
import type { Offers } from "../../offers.ts";
import type { EditedValues } from "./edited-values.ts";
import { texts } from "./texts.ts";

type Project = NonNullable<Awaited<ReturnType<Offers["project"]["constants"]>>>;

export interface ConstantsDeps {
  edited: EditedValues;
  project: () => Promise<Project | undefined>;
}

const ENDING = ".json";
const FAULTS_TOLD = 100;
const CHANGES_TOLD = 200;

export class ConstantsService {
  readonly #edited: EditedValues;
  readonly #project: ConstantsDeps["project"];
  readonly #changes = new SerialQueue();

  constructor({ edited, project }: ConstantsDeps) {
    this.#edited = edited;
    this.#project = project;
  }

  /** Whoever is kept to some channels gets the collections of those, and no files. */
  async files(kept: Kept = keptTo(undefined)) {
    const project = await this.#project();
    const { constants: all = [], uploaded = 0 } = project ?? {};
    const constants = await own(all, kept);
    const { values } = this.#edited;
    const groups = new Map<string, { edited: number; ts: number }>();
    for await (const part of inParts(constants)) {
      for (const constant of part) {
        const group = groups.get(groupOf(constant.chan)) ?? { edited: 0, ts: uploaded };
        const own = values.get(constant.chan);
        if (own !== undefined && isEdited(values, constant)) {
          group.edited += 1;
          group.ts = Math.max(group.ts, own.ts);
        }
        groups.set(groupOf(constant.chan), group);
      }
    }
    const files = [...groups].map(([name, { edited, ts }]) => ({
      filename: name + ENDING,
      type: "json",
      ts,
      edited,
    }));
    const others = (kept.patterns ? [] : (project?.files ?? [])).map((filename) => ({
      filename,
      type: endingOf(filename),
      ts: uploaded,
    }));
    return {
      files: [...files, ...others],
      pending: (await filterInParts(constants, (constant) => isPending(values, constant))).length,
      spare: project && !kept.patterns ? (await unneeded(values, constants)).length : 0,
    };
  }

  /** @throws NotFoundError */
  async rows(file: string, kept: Kept = keptTo(undefined)) {
    const constants = await this.#collection(file, kept);
    const { values } = this.#edited;
    return mapInParts(constants, (constant) => {
      const { chan, type, min, max, label = "", value } = asGiven(constant);
      return {
        channel: chan,
        value: valueOf(values, constant),
        label,
        type,
        ...(min === undefined ? {} : { min }),
        ...(max === undefined ? {} : { max }),
        project: value,
        edited: isEdited(values, constant),
        active: constant.value,
      };
    });
  }

  /** Rows not named stay. Either all are saved or none. @returns edited values of the collection */
  async save(
    file: string,
    rows: readonly { channel: string; value?: unknown }[],
    kept: Kept = keptTo(undefined),
  ): Promise<number> {
    return await this.#changes.run(async () => {
      const constants = await this.#collection(file, kept);
      const { set, remove, faults } = await judged(constants, rows, this.#edited.values);
      if (faults.length > 0) throw new InvalidInputError(faults);
      await this.#edited.change(set, remove);
      const { values } = this.#edited;
      return (await filterInParts(constants, (constant) => isEdited(values, constant))).length;
    });
  }

  /** What activating would change, the first of them, and how many there are. */
  async changes(kept: Kept = keptTo(undefined)) {
    const constants = await own((await this.#project())?.constants ?? [], kept);
    const { values } = this.#edited;
    const pending = await filterInParts(constants, (constant) => isPending(values, constant));
    const changes = pending.slice(0, CHANGES_TOLD).map((constant) => ({
      channel: constant.chan,
      label: constant.label ?? "",
      from: constant.value,
      to: valueOf(values, constant),
    }));
    return { changes, total: pending.length };
  }

  /** What to compile with. */
  edits(): Edits {
    return new Map([...this.#edited.values].map(([chan, { value }]) => [chan, value]));
  }

  /** @returns how many values went */
  async clean(): Promise<number> {
    return await this.#changes.run(async () => {
      const project = await this.#project();
      // Which values are needed, a project tells; while none is known, none is to blame.
      if (!project) throw new ResultError(CODES.noProject, texts.noProject);
      const spare = await unneeded(this.#edited.values, project.constants);
      if (spare.length > 0) await this.#edited.change(new Map(), spare);
      return spare.length;
    });
  }

  async #collection(file: string, kept: Kept): Promise<readonly CompiledConstant[]> {
    const constants = await own((await this.#project())?.constants ?? [], kept);
    const found = await filterInParts(constants, ({ chan }) => groupOf(chan) + ENDING === file);
    if (found.length === 0) throw new NotFoundError(texts.noCollection(file));
    return found;
  }
}

async function own(constants: readonly CompiledConstant[], kept: Kept): Promise<readonly CompiledConstant[]> {
  return kept.patterns ? await filterInParts(constants, ({ chan }) => kept.channel(chan)) : constants;
}

type Values = EditedValues["values"];
type Row = { channel: string; value?: unknown };

/** What rows change, and which do not fit. */
async function judged(constants: readonly CompiledConstant[], rows: readonly Row[], values: Values) {
  const byName = new Map(await mapInParts(constants, (constant) => [constant.chan, asGiven(constant)]));
  const set = new Map<string, unknown>();
  const remove = new Set<string>();
  const seen = new Set<string>();
  const faults: { field: string; message: string }[] = [];
  await mapInParts(rows, ({ channel, value }, index) => {
    const constant = byName.get(channel);
    const fault = seen.has(channel)
      ? texts.twice(channel)
      : constant
        ? constantFault(constant, value)
        : texts.unknown(channel);
    seen.add(channel);
    if (fault !== undefined || !constant) {
      const field = constant ? `rows.${index}.value` : `rows.${index}.channel`;
      if (faults.length < FAULTS_TOLD) faults.push({ field, message: fault ?? "" });
    } else if (sameValue(value, constant.value)) remove.add(channel);
    else if (!sameValue(value, values.get(channel)?.value)) set.set(channel, value);
  });
  return { set, remove, faults };
}

function valueOf(values: Values, constant: CompiledConstant): unknown {
  const own = values.get(constant.chan);
  return own === undefined ? asGiven(constant).value : own.value;
}

function isEdited(values: Values, constant: CompiledConstant): boolean {
  return !sameValue(valueOf(values, constant), asGiven(constant).value);
}

function isPending(values: Values, constant: CompiledConstant): boolean {
  return !sameValue(valueOf(values, constant), constant.value);
}

/** Values of constants that the project does not have, or has itself. */
async function unneeded(values: Values, constants: readonly CompiledConstant[]): Promise<string[]> {
  const known = new Map(await mapInParts(constants, (constant) => [constant.chan, constant]));
  return await filterInParts([...values.keys()], (chan) => {
    const constant = known.get(chan);
    return constant === undefined || !isEdited(values, constant);
  });
}

function endingOf(filename: string): string {
  return /\.([A-Za-z0-9]{1,10})$/.exec(filename)?.[1]?.toLowerCase() ?? "";
}
