/**
 * Constants: the project's, with the values that administrators gave them laid over. No HTTP here.
 *
 * Three states of a value: the project's own, the edited one (saved here), and the one that the hub runs with
 * (activated, part of the compiled project). Saving changes the second only.
 */
import { CODES, constantFault } from "@hubwart/contract";
import { InvalidInputError, NotFoundError, ResultError, SerialQueue } from "@hubwart/core";
import { asGiven, type CompiledConstant, type Edits, groupOf, sameValue } from "@hubwart/project";
import type { Offers } from "../../offers.ts";
import type { EditedValues } from "./edited-values.ts";

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

  async files() {
    const project = await this.#project();
    const { constants = [], uploaded = 0 } = project ?? {};
    const groups = new Map<string, { edited: number; ts: number }>();
    for (const constant of constants) {
      const group = groups.get(groupOf(constant.chan)) ?? { edited: 0, ts: uploaded };
      const own = this.#edited.values.get(constant.chan);
      if (own !== undefined && this.#isEdited(constant)) {
        group.edited += 1;
        group.ts = Math.max(group.ts, own.ts);
      }
      groups.set(groupOf(constant.chan), group);
    }
    const files = [...groups].map(([name, { edited, ts }]) => ({
      filename: name + ENDING,
      type: "json",
      ts,
      edited,
    }));
    const others = (project?.files ?? []).map((filename) => ({
      filename,
      type: endingOf(filename),
      ts: uploaded,
    }));
    return {
      files: [...files, ...others],
      pending: constants.filter((constant) => this.#isPending(constant)).length,
      spare: project ? this.#unneeded(constants).length : 0,
    };
  }

  /** @throws NotFoundError */
  async rows(file: string) {
    const constants = await this.#collection(file);
    return constants.map((constant) => {
      const { chan, type, min, max, label = "", value } = asGiven(constant);
      return {
        channel: chan,
        value: this.#valueOf(constant),
        label,
        type,
        ...(min === undefined ? {} : { min }),
        ...(max === undefined ? {} : { max }),
        project: value,
        edited: this.#isEdited(constant),
        active: constant.value,
      };
    });
  }

  /** Rows not named stay. Either all are saved or none. @returns edited values of the collection */
  async save(file: string, rows: readonly { channel: string; value?: unknown }[]): Promise<number> {
    return await this.#changes.run(async () => {
      const constants = await this.#collection(file);
      const byName = new Map(constants.map((constant) => [constant.chan, asGiven(constant)]));
      const set = new Map<string, unknown>();
      const remove = new Set<string>();
      const seen = new Set<string>();
      const faults: { field: string; message: string }[] = [];
      for (const [index, { channel, value }] of rows.entries()) {
        const constant = byName.get(channel);
        const fault = seen.has(channel)
          ? `Die Konstante „${channel}“ kommt mehrfach vor.`
          : constant
            ? constantFault(constant, value)
            : `Die Sammlung hat keine Konstante „${channel}“.`;
        seen.add(channel);
        if (fault !== undefined || !constant) {
          const field = constant ? `rows.${index}.value` : `rows.${index}.channel`;
          if (faults.length < FAULTS_TOLD) faults.push({ field, message: fault ?? "" });
        } else if (sameValue(value, constant.value)) remove.add(channel);
        else if (!sameValue(value, this.#edited.values.get(channel)?.value)) set.set(channel, value);
      }
      if (faults.length > 0) throw new InvalidInputError(faults);
      await this.#edited.change(set, remove);
      return constants.filter((constant) => this.#isEdited(constant)).length;
    });
  }

  /** What activating would change, the first of them, and how many there are. */
  async changes() {
    const constants = (await this.#project())?.constants ?? [];
    const pending = constants.filter((constant) => this.#isPending(constant));
    const changes = pending.slice(0, CHANGES_TOLD).map((constant) => ({
      channel: constant.chan,
      label: constant.label ?? "",
      from: constant.value,
      to: this.#valueOf(constant),
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
      if (!project) throw new ResultError(CODES.noProject, "Es ist kein Projekt vorhanden.");
      const unneeded = this.#unneeded(project.constants);
      if (unneeded.length > 0) await this.#edited.change(new Map(), unneeded);
      return unneeded.length;
    });
  }

  async #collection(file: string): Promise<readonly CompiledConstant[]> {
    const constants = (await this.#project())?.constants ?? [];
    const found = constants.filter(({ chan }) => groupOf(chan) + ENDING === file);
    if (found.length === 0) throw new NotFoundError(`Das Projekt hat keine Konstanten in „${file}“.`);
    return found;
  }

  #valueOf(constant: CompiledConstant): unknown {
    const own = this.#edited.values.get(constant.chan);
    return own === undefined ? asGiven(constant).value : own.value;
  }

  #isEdited(constant: CompiledConstant): boolean {
    return !sameValue(this.#valueOf(constant), asGiven(constant).value);
  }

  #isPending(constant: CompiledConstant): boolean {
    return !sameValue(this.#valueOf(constant), constant.value);
  }

  #unneeded(constants: readonly CompiledConstant[]): string[] {
    const known = new Map(constants.map((constant) => [constant.chan, constant]));
    return [...this.#edited.values.keys()].filter((chan) => {
      const constant = known.get(chan);
      return constant === undefined || !this.#isEdited(constant);
    });
  }
}

function endingOf(filename: string): string {
  return /\.([A-Za-z0-9]{1,10})$/.exec(filename)?.[1]?.toLowerCase() ?? "";
}
