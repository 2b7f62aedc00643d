/**
 * An engine for unit tests: containers are entries of a map, and everything that would leave the machine must have been
 * scripted. What nobody scripted fails loudly.
 *
 *     const engine = new FakeEngine({ images: { "docker.io/x:1": "sha256:a" } });
 *     engine.script.pull["docker.io/x:1"] = async () => { engine.images.set("docker.io/x:1", "sha256:b"); };
 */
import { Readable } from "node:stream";
import { NotFoundError, UnavailableError } from "@hubwart/core";
import {
  type ContainerDetails,
  type ContainerSpec,
  type ContainerState,
  type Engine,
  EngineError,
  type EngineEvent,
  type EngineFile,
  type EngineInfo,
  type ExecResult,
  type LogLine,
  type PullProgress,
  type Sample,
} from "../engine.ts";
import { texts } from "../texts.ts";

export interface FakeContainer extends ContainerDetails {
  spec: ContainerSpec | undefined;
  files: Map<string, EngineFile>;
}

interface Script {
  pull: Record<string, (progress: (now: PullProgress) => void) => Promise<void>>;
  /** By container and command, joined by spaces. */
  exec: Record<string, () => Promise<ExecResult>>;
  sample: Record<string, () => Sample>;
  /** Content by container and folder, joined by a space. */
  archive: Record<string, string>;
  logs: Record<string, LogLine[]>;
  /** Runs when a container starts; ends it by throwing. */
  start: Record<string, (container: FakeContainer) => void>;
}

export class FakeEngine implements Engine {
  readonly containers = new Map<string, FakeContainer>();
  readonly images: Map<string, string>;
  readonly networks = new Set<string>();
  readonly volumes = new Set<string>();
  readonly script: Script = {
    pull: {},
    exec: {},
    sample: {},
    archive: {},
    logs: {},
    start: {},
  };
  /** What was asked for, in order: `create s4q_x`. */
  readonly calls: string[] = [];
  away = false;
  #count = 0;
  #listeners = new Set<(event: EngineEvent) => void>();

  constructor({ images = {} }: { images?: Record<string, string> } = {}) {
    this.images = new Map(Object.entries(images));
  }

  async info(): Promise<EngineInfo> {
    this.#here();
    return { product: "docker", version: "fake" };
  }

  async list(): Promise<ContainerState[]> {
    this.#here();
    return [...this.containers.values()];
  }

  async inspect(name: string): Promise<ContainerDetails | undefined> {
    this.#here();
    return this.#find(name);
  }

  async holderOf(port: number): Promise<string | undefined> {
    this.#here();
    const running = [...this.containers.values()].filter(({ status }) => status === "running");
    return running.find(({ spec }) => spec?.ports.some(({ host }) => host === port))?.name;
  }

  async sample(name: string): Promise<Sample> {
    const { name: real } = this.#need(name);
    return this.#scripted(this.script.sample[real], `sample ${real}`)();
  }

  async *logs(name: string): AsyncIterable<LogLine> {
    yield* this.#scripted(this.script.logs[this.#need(name).name], `logs ${name}`);
  }

  async imageId(reference: string): Promise<string | undefined> {
    this.#here();
    return this.images.get(reference);
  }

  async pull(reference: string, progress: (now: PullProgress) => void): Promise<void> {
    this.#called(`pull ${reference}`);
    await this.#scripted(this.script.pull[reference], `pull ${reference}`)(progress);
  }

  async ensureNetwork(name: string): Promise<void> {
    this.#here();
    this.networks.add(name);
  }

  async create(spec: ContainerSpec): Promise<void> {
    this.#called(`create ${spec.name}`);
    if (this.containers.has(spec.name)) throw new EngineError(`name ${spec.name} is in use`, 409);
    const imageId = this.images.get(spec.image);
    if (imageId === undefined) throw new NotFoundError(`no such image: ${spec.image}`);
    this.#count += 1;
    for (const volume of Object.keys(spec.volumes)) this.volumes.add(volume);
    this.containers.set(spec.name, {
      id: this.#count.toString(16).padStart(64, "0"),
      name: spec.name,
      image: spec.image,
      imageId,
      status: "created",
      labels: spec.labels,
      started: undefined,
      exitCode: 0,
      oomKilled: false,
      error: "",
      spec,
      files: new Map(),
    });
  }

  async start(name: string): Promise<void> {
    this.#called(`start ${name}`);
    const container = this.#need(name);
    container.status = "running";
    container.started = new Date(0).toISOString();
    this.#tell("start", name);
    this.script.start[name]?.(container);
  }

  async stop(name: string): Promise<void> {
    this.#called(`stop ${name}`);
    this.end(name, 0);
  }

  /** The container ends by itself. */
  end(name: string, exitCode: number): void {
    const container = this.#need(name);
    if (container.status !== "running") return;
    container.status = "exited";
    container.exitCode = exitCode;
    this.#tell("die", name);
  }

  async rename(name: string, to: string): Promise<void> {
    this.#called(`rename ${name} ${to}`);
    const container = this.#need(name);
    if (this.containers.has(to)) throw new EngineError(`name ${to} is in use`, 409);
    this.containers.delete(name);
    container.name = to;
    this.containers.set(to, container);
  }

  async remove(name: string): Promise<void> {
    this.#called(`remove ${name}`);
    if (this.containers.delete(name)) this.#tell("destroy", name);
  }

  async removeVolume(name: string): Promise<void> {
    this.#called(`removeVolume ${name}`);
    this.volumes.delete(name);
  }

  async exec(name: string, command: readonly string[]): Promise<ExecResult> {
    const what = `${name} ${command.join(" ")}`;
    this.#called(`exec ${what}`);
    if (this.#need(name).status !== "running") throw new EngineError(`${name} is not running`, 409);
    return this.#scripted(this.script.exec[what], `exec ${what}`)();
  }

  async put(name: string, files: readonly EngineFile[]): Promise<void> {
    this.#called(`put ${name}`);
    const container = this.#need(name);
    for (const file of files) container.files.set(file.path, file);
  }

  async archive(name: string, folder: string): Promise<NodeJS.ReadableStream> {
    const what = `archive ${this.#need(name).name} ${folder}`;
    this.#called(what);
    return Readable.from([Buffer.from(this.#scripted(this.script.archive[`${name} ${folder}`], what))]);
  }

  /** What was unpacked is a file of the container, by the folder it went to. */
  async unpack(name: string, folder: string, tar: NodeJS.ReadableStream): Promise<void> {
    this.#called(`unpack ${name} ${folder}`);
    const parts: Buffer[] = [];
    for await (const part of tar) parts.push(Buffer.from(part));
    this.#need(name).files.set(folder, { path: folder, content: Buffer.concat(parts), mode: 0 });
  }

  async *events(signal: AbortSignal): AsyncIterable<EngineEvent> {
    this.#here();
    const waiting: EngineEvent[] = [];
    let wake = () => {};
    const listener = (event: EngineEvent) => {
      waiting.push(event);
      wake();
    };
    this.#listeners.add(listener);
    const stop = () => wake();
    signal.addEventListener("abort", stop);
    try {
      while (!signal.aborted) {
        const next = waiting.shift();
        if (next) yield next;
        else {
          if (this.away) throw new UnavailableError(texts.engineEnded);
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    } finally {
      this.#listeners.delete(listener);
      signal.removeEventListener("abort", stop);
    }
  }

  /** The engine goes away, with all that runs. */
  leave(): void {
    this.away = true;
    for (const container of this.containers.values()) {
      if (container.status === "running") Object.assign(container, { status: "exited", exitCode: 137 });
    }
    for (const listener of this.#listeners) listener({ action: "gone", container: "" });
  }

  #tell(action: string, container: string): void {
    for (const listener of this.#listeners) listener({ action, container });
  }

  #find(name: string): FakeContainer | undefined {
    return this.containers.get(name) ?? [...this.containers.values()].find(({ id }) => id === name);
  }

  #need(name: string): FakeContainer {
    this.#here();
    const found = this.#find(name);
    if (!found) throw new NotFoundError(`no such container: ${name}`);
    return found;
  }

  #called(what: string): void {
    this.#here();
    this.calls.push(what);
  }

  #here(): void {
    if (this.away) throw new UnavailableError(texts.noEngine);
  }

  #scripted<T>(found: T | undefined, what: string): T {
    if (found === undefined) throw new Error(`nobody scripted ${what}`);
    return found;
  }
}
