/**
 * Scripts as people edit them: the project's, over them those uploaded, and what of both runs.
 *
 * Invariant: what was uploaded or saved changes nothing that runs; an activation puts all of it into one file at once.
 */
import { stat } from "node:fs/promises";
import { CODES } from "@hubwart/contract";
import { errorText, InvalidInputError, NotFoundError, ResultError } from "@hubwart/core";
import {
  type ActiveScripts,
  checkScripts,
  cronPatternsOf,
  literalsOf,
  mergedScripts,
  type Named,
  SCRIPT_LIMITS,
  SCRIPT_NAME,
  type ScriptProblem,
  type ScriptStore,
  unknownNames,
} from "@hubwart/lua";
import type { CompiledProject } from "@hubwart/project";
import { figureName, figuresOf } from "@hubwart/project/meters";
import { checkCron } from "@hubwart/scripts/cron";
import { ofProject } from "../../platform/of-project.ts";
import { texts } from "./texts.ts";

export interface ScriptsDeps {
  store: ScriptStore;
  /** File of the project that is current. */
  compiledFile: () => string | undefined;
  /** Script of the child that checks. */
  checkEntry: string;
}

interface ProjectPart extends Named {
  scripts: Record<string, string>;
  /** Unix seconds. */
  ts: number;
}

/** Past so many nobody reads them any more. */
const MOST_WARNINGS = 50;

const NO_PROJECT: ProjectPart = {
  scripts: {},
  channels: new Set(),
  alarms: new Set(),
  ofScripts: new Set(),
  ts: 0,
};

export class ScriptsService {
  readonly #deps: ScriptsDeps;
  readonly #project: () => Promise<ProjectPart>;
  #damaged = false;

  constructor(deps: ScriptsDeps) {
    this.#deps = deps;
    this.#project = ofProject(deps.compiledFile, NO_PROJECT, partOf);
  }

  async files() {
    const [project, uploaded, active] = await this.#all();
    const own = new Map(uploaded.map((script) => [script.name, script]));
    const runs = mergedScripts(project.scripts, active.scripts);
    const wanted = mergedScripts(project.scripts, sourcesOf(uploaded));
    const names = [...new Set([...Object.keys(wanted), ...Object.keys(runs)])].sort();
    const files = names.map((name) => {
      const script = own.get(name);
      return {
        filename: name,
        size: Buffer.byteLength(wanted[name] ?? ""),
        ts: script ? Math.floor(script.ts / 1_000) : project.ts,
        uploaded: script !== undefined,
        in_project: Object.hasOwn(project.scripts, name),
        changed: wanted[name] !== runs[name],
      };
    });
    const { hosts } = await this.#deps.store.settings();
    return {
      files,
      pending: this.#damaged || files.some(({ changed }) => changed) || !sameList(hosts, active.hosts),
    };
  }

  /** @throws NotFoundError */
  async file(name: string) {
    const [project, uploaded] = await this.#all();
    const own = uploaded.find((script) => script.name === name);
    const source = own?.source ?? (Object.hasOwn(project.scripts, name) ? project.scripts[name] : undefined);
    if (source === undefined) throw new NotFoundError(texts.noScript(name));
    return { source, uploaded: own !== undefined, in_project: Object.hasOwn(project.scripts, name) };
  }

  async save(name: string, source: string): Promise<void> {
    if (!SCRIPT_NAME.test(name))
      throw new InvalidInputError([
        {
          field: "file",
          message: texts.nameRule,
        },
      ]);
    if (Buffer.byteLength(source) > SCRIPT_LIMITS.sourceBytes)
      throw new InvalidInputError([
        { field: "source", message: texts.tooLarge(SCRIPT_LIMITS.sourceBytes / 1024) },
      ]);
    const [project, uploaded] = await this.#all();
    const after = new Set([...Object.keys(project.scripts), ...uploaded.map((script) => script.name), name]);
    if (after.size > SCRIPT_LIMITS.scripts)
      throw new InvalidInputError([{ field: "file", message: texts.tooMany(SCRIPT_LIMITS.scripts) }]);
    await this.#deps.store.write(name, source);
  }

  async remove(name: string): Promise<void> {
    if (await this.#deps.store.remove(name)) return;
    const [project] = await this.#all();
    if (Object.hasOwn(project.scripts, name)) throw new ResultError(CODES.unsupported, texts.ofProject);
    throw new NotFoundError(texts.noScript(name));
  }

  /**
   * Problems, warnings of channels and alarms that the project does not have and of times that never come, and the channels it has.
   *
   * @param alone of a script for another project: what it names is not looked at
   */
  async check(name: string, source: string, alone = false) {
    const project = alone ? undefined : await this.#project();
    const found = await checkScripts(this.#deps.checkEntry, { [name]: source });
    const problem = found[name];
    return {
      problems: problem ? [problem] : [],
      warnings: [...(project ? unknownNames(source, project) : []), ...impossibleTimes(source)].toSorted(
        (a, b) => a.line - b.line,
      ),
      channels: literalsOf(source)
        .filter(({ text }) => project?.channels.has(text))
        .map(({ line, text }) => ({ chan: text, line })),
    };
  }

  /** Names of what the hub runs, or will once it is up. */
  async running(): Promise<string[]> {
    const [project, , active] = await this.#all();
    return Object.keys(mergedScripts(project.scripts, active.scripts));
  }

  /** What an activation would make run. */
  async wanted(): Promise<{ scripts: Record<string, string>; hosts: string[]; changed: boolean }> {
    const [project, uploaded, active] = await this.#all();
    const scripts = sourcesOf(uploaded);
    const { hosts } = await this.#deps.store.settings();
    const before = JSON.stringify([mergedScripts(project.scripts, active.scripts), active.hosts]);
    const after = JSON.stringify([mergedScripts(project.scripts, scripts), hosts]);
    return { scripts, hosts, changed: this.#damaged || before !== after };
  }

  /** Of everything that would run, by name. */
  async problems(scripts: Record<string, string>): Promise<Record<string, ScriptProblem>> {
    const [project] = await this.#all();
    return await checkScripts(this.#deps.checkEntry, mergedScripts(project.scripts, scripts));
  }

  /** What is active cannot be read: nothing runs until it is activated anew. */
  get damaged(): boolean {
    return this.#damaged;
  }

  async #all() {
    const { store } = this.#deps;
    return await Promise.all([this.#project(), store.uploaded(), this.active()]);
  }

  async active(): Promise<ActiveScripts> {
    try {
      const active = await this.#deps.store.active();
      this.#damaged = false;
      return active;
    } catch {
      this.#damaged = true;
      return { scripts: {}, hosts: [] };
    }
  }
}

async function partOf(compiled: CompiledProject, file: string): Promise<ProjectPart> {
  const own = compiled.pods.flatMap(({ channels }) => channels.map(({ chan }) => chan));
  return {
    scripts: compiled.scripts,
    channels: new Set([
      ...own,
      ...[...compiled.constants, ...(compiled.schedules ?? [])].map(({ chan }) => chan),
      ...(compiled.meters ?? []).flatMap((meter) =>
        figuresOf(meter).map((figure) => figureName(meter.id, figure)),
      ),
    ]),
    alarms: new Set((compiled.alarms ?? []).map(({ id }) => id)),
    ofScripts: new Set((compiled.alarms ?? []).flatMap(({ id, kind }) => (kind === "script" ? [id] : []))),
    ts: Math.floor((await stat(file)).mtimeMs / 1_000),
  };
}

/** Patterns given to `cron` that are none, or of a time that never comes. The script would end there. */
function impossibleTimes(source: string): ScriptProblem[] {
  return cronPatternsOf(source)
    .slice(0, MOST_WARNINGS)
    .flatMap(({ line, text }) => {
      try {
        checkCron(text);
        return [];
      } catch (error) {
        return [{ line, text: errorText(error) }];
      }
    });
}

function sourcesOf(uploaded: readonly { name: string; source: string }[]): Record<string, string> {
  return Object.fromEntries(uploaded.map(({ name, source }) => [name, source]));
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, at) => item === b[at]);
}
