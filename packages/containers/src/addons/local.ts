/**
 * The verbs on an engine that this process may speak to.
 *
 *     const addOns = new LocalAddOns({ engine, registry: undefined, clock });
 *     await addOns.start("mosquitto", { users: [] });
 *
 * Concurrency: verbs of one add-on follow one another (the callers' lanes see to it); reads may run at any time.
 */
import { randomBytes } from "node:crypto";
import { posix } from "node:path";
import { Readable } from "node:stream";
import { type Clock, ConflictError, InvalidInputError, NotFoundError, ResultError } from "@hubwart/core";
import type { AddOn, AddOnBackup } from "../catalogue/add-on.ts";
import { type AddOnId, asideName, containerName } from "../catalogue/ids.ts";
import { CATALOGUE } from "../catalogue/index.ts";
import {
  type ContainerDetails,
  type Engine,
  EngineError,
  type LogLine,
  type LogOptions,
  type PullProgress,
} from "../engine.ts";
import { texts } from "../texts.ts";
import type { AddOns, Overview, SeenState } from "./add-ons.ts";
import { endedError } from "./ended.ts";
import { Figures } from "./figures.ts";
import { healthProblem, lastLine } from "./health.ts";
import { addOnIn, containerSpec, imageReference, isAside, SPEC_LABEL, volumeName } from "./spec.ts";
import { takenPortError } from "./taken-port.ts";

export interface LocalOptions {
  engine: Engine;
  /** Instead of the public registry. */
  registry: string | undefined;
  clock: Clock;
  /** Hands authorities to the engine; without it pulls trust what the engine was set up with. */
  trust?: (authorities: readonly string[]) => Promise<void>;
}

/** Result code of what an add-on refuses. */
const REFUSED = 1002;
const START_TRIES = 3;
/** Between two tries, ms. */
const START_AGAIN_MS = 1_000;
const LOOK_EVERY_MS = 300;
/** An add-on that is well must stay so for this long, ms. */
const STEADY_MS = 1_500;

export class LocalAddOns implements AddOns {
  readonly #engine: Engine;
  readonly #registry: string | undefined;
  readonly #clock: Clock;
  readonly #figures: Figures;
  readonly #trust: LocalOptions["trust"];

  constructor({ engine, registry, clock, trust }: LocalOptions) {
    this.#trust = trust;
    this.#engine = engine;
    this.#registry = registry;
    this.#clock = clock;
    this.#figures = new Figures(engine);
  }

  async overview(): Promise<Overview> {
    const [engine, all] = await Promise.all([this.#engine.info(), this.#engine.list()]);
    const running = all.filter(({ status }) => status === "running");
    const [figures, details] = await Promise.all([
      this.#figures.read(running.map(({ id }) => id)),
      Promise.all(running.map(({ id }) => this.#engine.inspect(id).catch(() => undefined))),
    ]);
    const started = new Map(details.map((one) => [one?.id, one?.started]));
    const containers = all
      .filter((one) => !isAside(one))
      .map((one) => {
        const found = figures.get(one.id);
        return {
          name: one.name,
          addOn: addOnIn(one),
          running: one.status === "running",
          started: started.get(one.id),
          cpu: found?.cpu ?? 0,
          memory: found?.sample.memory ?? 0,
          netIn: found?.sample.netIn ?? 0,
          netOut: found?.sample.netOut ?? 0,
          imageId: one.imageId,
          exitCode: 0,
        };
      });
    return { engine, containers };
  }

  async state(id: AddOnId): Promise<SeenState> {
    const [now, aside] = await Promise.all([this.#find(id), this.#aside(id)]);
    return {
      exists: now !== undefined,
      running: now?.status === "running",
      exitCode: now?.exitCode ?? 0,
      oomKilled: now?.oomKilled ?? false,
      imageId: now?.imageId ?? "",
      aside: aside !== undefined,
    };
  }

  async hasImage(id: AddOnId): Promise<boolean> {
    return (await this.#engine.imageId(this.#reference(id))) !== undefined;
  }

  async pull(id: AddOnId, progress: (now: PullProgress) => void, signal?: AbortSignal) {
    const reference = this.#reference(id);
    await this.#engine.pull(reference, progress, signal);
    const [image, container] = await Promise.all([this.#engine.imageId(reference), this.#find(id)]);
    return { newer: image !== container?.imageId };
  }

  async start(id: AddOnId, parameters: unknown, { keep = false } = {}): Promise<void> {
    const entry = CATALOGUE[id];
    const rendered = entry.render(parameters);
    const spec = containerSpec(id, entry, rendered, this.#registry);
    const present = await this.#own(id);
    const asWanted = present?.labels[SPEC_LABEL] === spec.labels[SPEC_LABEL];
    if (present?.status === "running" && asWanted) return;
    if (present && !asWanted) {
      const there = await this.hasImage(id);
      if (keep && (!there || present.image !== spec.image)) {
        if (present.status !== "running") await this.#begin(spec.name);
        return;
      }
      // What runs is not given up for something that cannot be made.
      if (!there) throw new NotFoundError(texts.imageMissing(entry.title));
      await this.#engine.stop(spec.name, entry.stopSeconds);
      await this.#engine.remove(spec.name);
    }
    if (spec.network.kind === "own") await this.#engine.ensureNetwork(spec.network.name);
    const begin = async () => {
      if (rendered.files.length > 0) await this.#engine.put(spec.name, rendered.files);
      await this.#begin(spec.name);
    };
    if (!asWanted) {
      await this.#engine.create(spec);
      return await begin();
    }
    try {
      await begin();
    } catch (error) {
      // Docker's word for a network that somebody removed: the container never takes another one, not even of the same name.
      if (!(error instanceof NotFoundError && (await this.hasImage(id)))) throw error;
      await this.#engine.remove(spec.name);
      await this.#engine.create(spec);
      await begin();
    }
  }

  /** An engine may fail while it still gives back what was in use a moment ago: a port, a bridge, a cgroup. */
  async #begin(name: string): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        await this.#engine.start(name);
        return;
      } catch (error) {
        if (!(error instanceof EngineError) || error.status < 500) throw error;
        if (tries === START_TRIES) throw await takenPortError(this.#engine, error);
      }
      await new Promise<void>((resolve) => void this.#clock.after(START_AGAIN_MS, resolve));
    }
  }

  async stop(id: AddOnId): Promise<void> {
    if (await this.#find(id)) await this.#engine.stop(containerName(id), CATALOGUE[id].stopSeconds);
  }

  async apply(id: AddOnId, parameters: unknown): Promise<void> {
    const entry = CATALOGUE[id];
    const rendered = entry.render(parameters);
    if (entry.apply === undefined) {
      const message = texts.settingsAtStart;
      throw new InvalidInputError([{ field: "id", message }]);
    }
    const present = await this.#running(id);
    const { image } = containerSpec(id, entry, rendered, this.#registry);
    // Its commands are those of its image.
    if (present.image !== image) {
      throw new ResultError(REFUSED, texts.updateFirst(entry.title));
    }
    await this.#engine.put(containerName(id), rendered.files);
    await this.command(id, entry.apply, {});
  }

  async command(id: AddOnId, name: string, args: unknown): Promise<string> {
    const entry = CATALOGUE[id];
    const found = Object.hasOwn(entry.commands, name) ? entry.commands[name] : undefined;
    if (!found) throw new InvalidInputError([{ field: "name", message: texts.noSuchCommand }]);
    const run = randomBytes(16).toString("hex");
    const files = found.files(args, run);
    await this.#running(id);
    if (files.length > 0) await this.#engine.put(containerName(id), files);
    const argv = found.ownRun ? [...found.argv, run] : found.argv;
    const { code, output } = await this.#engine.exec(containerName(id), argv, found.timeoutMs);
    if (code !== 0) throw new ResultError(REFUSED, lastLine(output) || texts.errorCode(code));
    return output;
  }

  async awaitHealthy(id: AddOnId): Promise<void> {
    const entry = CATALOGUE[id];
    const end = this.#clock.monotonic() + entry.health.timeoutMs;
    let wellSince: number | undefined;
    let problem: string | undefined;
    for (;;) {
      const state = await this.state(id);
      if (!state.running) throw await endedError(this.#engine, id, state);
      problem = await healthProblem(id, entry, this.#engine).catch((error: Error) => error.message);
      const now = this.#clock.monotonic();
      if (problem === undefined) wellSince ??= now;
      else wellSince = undefined;
      if (wellSince !== undefined && now - wellSince >= STEADY_MS) return;
      if (now > end) throw new EngineError(problem ?? texts.unstable, 0);
      await new Promise<void>((resolve) => void this.#clock.after(LOOK_EVERY_MS, resolve));
    }
  }

  /** One that is aside already is the last that was good: it stays, and the present one goes. */
  async setAside(id: AddOnId): Promise<void> {
    const name = containerName(id);
    if (!(await this.#own(id))) return;
    await this.#engine.stop(name, CATALOGUE[id].stopSeconds);
    if (await this.#aside(id)) await this.#engine.remove(name);
    else await this.#engine.rename(name, asideName(id));
  }

  async putBack(id: AddOnId): Promise<void> {
    if (!(await this.#aside(id))) return;
    if (await this.#own(id)) await this.#engine.remove(containerName(id));
    await this.#engine.rename(asideName(id), containerName(id));
  }

  async dropAside(id: AddOnId): Promise<void> {
    if (await this.#aside(id)) await this.#engine.remove(asideName(id));
  }

  async *save(id: AddOnId, args: unknown): AsyncIterable<Uint8Array> {
    const { clear, folder, save } = backupOf(id);
    const { running } = await this.state(id);
    if (save === undefined) await this.stop(id);
    else if (running) await this.command(id, save, args);
    else throw new NotFoundError(notRunning(CATALOGUE[id]));
    try {
      yield* (await this.#engine.archive(containerName(id), folder)) as AsyncIterable<Uint8Array>;
    } finally {
      if (save === undefined && running) await this.#begin(containerName(id));
      if (clear !== undefined) await this.command(id, clear, {});
    }
  }

  async load(id: AddOnId, args: unknown, archive: AsyncIterable<Uint8Array>): Promise<void> {
    const { clear, folder, load } = backupOf(id);
    if (load === undefined) await this.stop(id);
    await this.#engine.unpack(containerName(id), posix.dirname(folder), Readable.from(archive));
    if (load === undefined) await this.#begin(containerName(id));
    else await this.command(id, load, args);
    if (clear !== undefined) await this.command(id, clear, {});
  }

  async reset(id: AddOnId): Promise<void> {
    await this.stop(id);
    if (await this.#own(id)) await this.#engine.remove(containerName(id));
    if (await this.#aside(id)) await this.#engine.remove(asideName(id));
    for (const part of CATALOGUE[id].reset) await this.#engine.removeVolume(volumeName(id, part));
  }

  async trust(authorities: readonly string[]): Promise<void> {
    await this.#trust?.(authorities);
  }

  logs(id: AddOnId, options: LogOptions): AsyncIterable<LogLine> {
    return this.#engine.logs(containerName(id), options);
  }

  async watch(signal: AbortSignal, changed: (container: string) => void): Promise<void> {
    for await (const { action, container } of this.#engine.events(signal)) {
      if (CHANGES.has(action)) changed(container);
    }
  }

  #reference(id: AddOnId): string {
    return imageReference(CATALOGUE[id], this.#registry);
  }

  /** undefined for somebody else's container of the same name, too. */
  async #find(id: AddOnId): Promise<ContainerDetails | undefined> {
    const found = await this.#engine.inspect(containerName(id));
    return found && addOnIn(found) === id ? found : undefined;
  }

  async #aside(id: AddOnId): Promise<ContainerDetails | undefined> {
    const found = await this.#engine.inspect(asideName(id));
    return found && isAside(found) ? found : undefined;
  }

  /** @throws ConflictError where somebody else's container has the name: it is never touched */
  async #own(id: AddOnId): Promise<ContainerDetails | undefined> {
    const found = await this.#engine.inspect(containerName(id));
    if (!found || addOnIn(found) === id) return found;
    throw new ConflictError(texts.nameTaken(containerName(id)));
  }

  /** @throws NotFoundError */
  async #running(id: AddOnId): Promise<ContainerDetails> {
    const found = await this.#find(id);
    if (found?.status === "running") return found;
    throw new NotFoundError(notRunning(CATALOGUE[id]));
  }
}

const CHANGES = new Set(["start", "die", "destroy", "create", "rename", "pause", "unpause"]);

function backupOf(id: AddOnId): AddOnBackup {
  const { backup, title } = CATALOGUE[id];
  if (backup) return backup;
  throw new InvalidInputError([{ field: "id", message: texts.nothingToBackUp(title) }]);
}

const notRunning = ({ title }: AddOn): string => texts.notRunning(title);
