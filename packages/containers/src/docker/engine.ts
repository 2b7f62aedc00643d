/**
 * The driver for the Docker Engine API: Docker, and Podman's compatible service.
 *
 *     const engine = dockerEngine({ socketPath: "/run/docker.sock" });
 *     await engine.info();
 */
import { Readable } from "node:stream";
import { type Clock, ConflictError, errorText, systemClock, UnavailableError } from "@hubwart/core";
import Docker from "dockerode";
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
  type LogOptions,
  type PullProgress,
  type Sample,
} from "../engine.ts";
import { tarOf } from "../tar.ts";
import { texts } from "../texts.ts";
import { createOptions } from "./create.ts";
import { engineError, ifThere, translated, understood } from "./errors.ts";
import { frames } from "./frames.ts";
import { jsonLines } from "./json-lines.ts";
import { logLines } from "./logs.ts";
import { Networks } from "./networks.ts";
import { ANSWER_MS, CHANGE_MS, Patience, SIGN_MS } from "./patience.ts";
import { followPull } from "./pull.ts";
import { toSample } from "./sample.ts";

export interface DockerOptions {
  /** Path of the engine's Unix socket. */
  socketPath: string;
  clock?: Clock;
}

const MOST_OUTPUT = 64 * 1024;

export function dockerEngine(options: DockerOptions): Engine {
  return new DockerEngine(options);
}

class DockerEngine implements Engine {
  readonly #docker: Docker;
  readonly #clock: Clock;
  readonly #patience: Patience;
  readonly #networks: Networks;

  constructor({ socketPath, clock = systemClock }: DockerOptions) {
    this.#docker = new Docker({ socketPath });
    this.#clock = clock;
    this.#patience = new Patience(clock);
    this.#networks = new Networks(this.#docker, this.#patience);
  }

  async info(): Promise<EngineInfo> {
    const found = await this.#soon(() => this.#docker.version());
    return understood(() => {
      const parts = (found.Components ?? []) as { Name?: string }[];
      const podman = parts.some(({ Name }) => Name?.startsWith("Podman"));
      return { product: podman ? "podman" : "docker", version: found.Version };
    });
  }

  async list(): Promise<ContainerState[]> {
    const found = await this.#soon((abortSignal) => this.#docker.listContainers({ all: true, abortSignal }));
    return understood(() =>
      found.map((one) => ({
        id: one.Id,
        name: nameOf(one),
        image: one.Image,
        imageId: one.ImageID,
        status: toStatus(one.State),
        labels: one.Labels ?? {},
      })),
    );
  }

  async inspect(name: string): Promise<ContainerDetails | undefined> {
    const one = await ifThere(() =>
      this.#soon((abortSignal) => this.#docker.getContainer(name).inspect({ abortSignal } as object)),
    );
    return one ? understood(() => toDetails(one)) : undefined;
  }

  async holderOf(port: number): Promise<string | undefined> {
    const running = await this.#soon((abortSignal) => this.#docker.listContainers({ abortSignal }));
    return understood(() => {
      const holder = running.find(({ Ports }) => Ports?.some(({ PublicPort }) => PublicPort === port));
      return holder && nameOf(holder);
    });
  }

  async sample(name: string): Promise<Sample> {
    const raw = await this.#soon((abortSignal) =>
      this.#docker.getContainer(name).stats({ stream: false, "one-shot": true, abortSignal } as {
        stream: false;
      }),
    );
    return understood(() => toSample(raw, this.#clock.now()));
  }

  async *logs(name: string, { tail, follow, since, signal }: LogOptions): AsyncIterable<LogLine> {
    const stream = await this.#stream(`/containers/${encodeURIComponent(name)}/logs?`, signal, {
      stdout: true,
      stderr: true,
      timestamps: true,
      follow,
      tail,
      ...(since === undefined ? {} : { since: (since / 1000).toFixed(3) }),
    });
    yield* untilAborted(logLines(stream), stream, signal);
  }

  async imageId(reference: string): Promise<string | undefined> {
    const image = await ifThere(() => this.#read<{ Id: string }>(`/images/${reference}/json`));
    return image && understood(() => withHash(image.Id));
  }

  async pull(reference: string, progress: (now: PullProgress) => void, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    let stream: Readable | undefined;
    const begun = new AbortController();
    const stop = () => {
      begun.abort();
      stream?.destroy(new Error("aborted"));
    };
    signal?.addEventListener("abort", stop, { once: true });
    try {
      // The engine answers once its registry has.
      stream = (await this.#patience.within(
        SIGN_MS,
        (late) => this.#docker.pull(reference, { abortSignal: AbortSignal.any([late, begun.signal]) }),
        texts.pullSilent,
      )) as Readable;
      await followPull(this.#patience.flowing(stream, texts.pullSilent), progress);
    } catch (error) {
      if (signal?.aborted) throw new ConflictError(texts.cancelled, { cause: error });
      throw engineError(error);
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  }

  ensureNetwork(name: string): Promise<void> {
    return this.#networks.ensure(name);
  }

  async create(spec: ContainerSpec): Promise<void> {
    await this.#change((abortSignal) =>
      this.#docker.createContainer({ ...createOptions(spec), abortSignal }),
    );
  }

  async start(name: string): Promise<void> {
    const container = this.#docker.getContainer(name);
    try {
      await unlessSo(this.#change((abortSignal) => container.start({ abortSignal })));
    } catch (error) {
      if (!(error instanceof EngineError) || (await this.inspect(name))?.status !== "paused") throw error;
      await this.#change((abortSignal) => container.unpause({ abortSignal }));
    }
  }

  async stop(name: string, seconds: number): Promise<void> {
    const container = this.#docker.getContainer(name);
    await unlessSo(
      this.#patience.within(seconds * 1000 + CHANGE_MS, (abortSignal) =>
        container.stop({ t: seconds, abortSignal }),
      ),
    );
  }

  async rename(name: string, to: string): Promise<void> {
    await this.#change((abortSignal) => this.#docker.getContainer(name).rename({ name: to, abortSignal }));
  }

  async remove(name: string): Promise<void> {
    await ifThere(() =>
      this.#change((abortSignal) =>
        this.#docker.getContainer(name).remove({ force: true, v: true, abortSignal }),
      ),
    );
  }

  async removeVolume(name: string): Promise<void> {
    // Of a database of many gigabytes.
    await ifThere(() =>
      this.#patience.within(SIGN_MS, (abortSignal) => this.#docker.getVolume(name).remove({ abortSignal })),
    );
  }

  async exec(name: string, command: readonly string[], timeoutMs: number): Promise<ExecResult> {
    const options = { Cmd: [...command], AttachStdout: true, AttachStderr: true, Tty: false };
    const exec = await this.#soon((abortSignal) =>
      this.#docker.getContainer(name).exec({ ...options, abortSignal }),
    );
    const stream = (await this.#soon((abortSignal) =>
      exec.start({ hijack: true, stdin: false, abortSignal }),
    )) as Readable;
    let late = false;
    const cancel = this.#clock.after(timeoutMs, () => {
      late = true;
      stream.destroy();
    });
    const parts: Buffer[] = [];
    let size = 0;
    try {
      for await (const { bytes } of frames(stream)) {
        parts.push(Buffer.from(bytes));
        size += bytes.length;
        while (size > MOST_OUTPUT && parts.length > 1) size -= parts.shift()?.length ?? 0;
      }
    } catch (error) {
      if (!late) throw engineError(error);
    } finally {
      cancel();
    }
    if (late) throw new EngineError(texts.commandSilent(command[0] ?? ""), 0);
    const output = Buffer.concat(parts).subarray(-MOST_OUTPUT).toString("utf8");
    return { code: await this.#exitCode(exec), output };
  }

  /** The stream may end a moment before the engine has noted the exit code. */
  async #exitCode(exec: Docker.Exec): Promise<number> {
    for (let tries = 0; ; tries += 1) {
      const state = await this.#soon((abortSignal) => exec.inspect({ abortSignal }));
      if (!state.Running && state.ExitCode !== null) return state.ExitCode;
      if (tries === 40) throw new EngineError(texts.commandUnending, 0);
      await new Promise<void>((resolve) => void this.#clock.after(50, resolve));
    }
  }

  async put(name: string, files: readonly EngineFile[]): Promise<void> {
    const bytes = await tarOf(
      files.map(({ path, content, mode, uid = 0 }) => ({
        name: path.replace(/^\//, ""),
        mode,
        uid,
        gid: uid,
        content: Buffer.from(content),
      })),
    );
    await this.unpack(name, "/", Readable.from([bytes], { objectMode: false }));
  }

  async archive(name: string, folder: string): Promise<NodeJS.ReadableStream> {
    const stream = await this.#change((abortSignal) =>
      this.#docker.getContainer(name).getArchive({ path: folder, abortSignal }),
    );
    return Readable.from(this.#patience.flowing(stream as Readable), { objectMode: false });
  }

  async unpack(name: string, folder: string, source: NodeJS.ReadableStream): Promise<void> {
    const cut = new AbortController();
    let failure: Error | undefined;
    const { stream, end } = this.#patience.given(source as AsyncIterable<Uint8Array>, (error) => {
      failure = error;
      cut.abort();
    });
    const options = { path: folder, abortSignal: cut.signal };
    try {
      await translated(() => this.#docker.getContainer(name).putArchive(stream, options));
    } catch (error) {
      throw failure ?? error;
    } finally {
      end();
    }
  }

  async *events(signal: AbortSignal): AsyncIterable<EngineEvent> {
    const stream = await this.#stream("/events?", signal, {
      filters: JSON.stringify({ type: ["container"] }),
    });
    for await (const value of untilAborted(jsonLines(stream), stream, signal)) {
      const { Action, Actor } = value as { Action?: string; Actor?: { Attributes?: { name?: string } } };
      // `exec_start: …` and the like carry their command.
      if (Action !== undefined) {
        yield { action: Action.split(":")[0] ?? "", container: Actor?.Attributes?.name ?? "" };
      }
    }
    if (!signal.aborted) throw new UnavailableError(texts.engineEnded);
  }

  #soon<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.#patience.within(ANSWER_MS, call);
  }

  #change<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.#patience.within(CHANGE_MS, call);
  }

  /** What the library asks without a way to call it off. */
  #read<T>(path: string): Promise<T> {
    return this.#soon((abortSignal) => this.#dial<T>(path, { abortSignal }));
  }

  #stream(path: string, signal: AbortSignal | undefined, query: object): Promise<Readable> {
    const abort = signal ? { abortSignal: signal } : {};
    return translated(() => this.#dial<Readable>(path, { isStream: true, options: query, ...abort }));
  }

  #dial<T>(path: string, options: object): Promise<T> {
    const statusCodes = { 200: true, 404: "not found", 500: "server error" };
    return new Promise((resolve, reject) => {
      this.#docker.modem.dial(
        { path, method: "GET", statusCodes, ...options },
        (error: unknown, found: unknown) => {
          if (error) reject(error instanceof Error ? error : new Error(errorText(error)));
          else resolve(found as T);
        },
      );
    });
  }
}

/** 304: it runs, or does not, already. Podman answers a start of a running one so too. */
async function unlessSo(done: Promise<unknown>): Promise<void> {
  try {
    await done;
  } catch (error) {
    if (!(error instanceof EngineError && error.status === 304)) throw error;
  }
}

function toDetails(one: Docker.ContainerInspectInfo): ContainerDetails {
  const state = one.State;
  return {
    id: one.Id,
    name: one.Name.replace(/^\//, ""),
    image: one.Config.Image,
    imageId: withHash(one.Image),
    status: toStatus(state.Status),
    labels: one.Config.Labels ?? {},
    started: state.StartedAt.startsWith("0001-") ? undefined : new Date(state.StartedAt).toISOString(),
    exitCode: state.ExitCode,
    oomKilled: state.OOMKilled,
    error: state.Error,
  };
}

const withHash = (id: string): string => (id.startsWith("sha256:") ? id : `sha256:${id}`);

/** One that is only half removed has none: Docker says null. */
const nameOf = ({ Id, Names }: { Id: string; Names: string[] | null }): string =>
  (Names?.[0] ?? Id).replace(/^\//, "");

const STATES = ["created", "running", "paused", "restarting", "removing", "exited", "dead"] as const;

function toStatus(text: string): ContainerState["status"] {
  const lower = text.toLowerCase();
  // Podman's own words.
  if (lower === "configured" || lower === "initialized") return "created";
  if (lower === "stopped" || lower === "stopping") return "exited";
  return STATES.find((state) => state === lower) ?? "dead";
}

/** Passes a stream on; an abort ends it silently, anything else that breaks it is told. */
async function* untilAborted<T>(
  source: AsyncIterable<T>,
  stream: Readable,
  signal: AbortSignal | undefined,
): AsyncGenerator<T> {
  try {
    yield* source;
  } catch (error) {
    if (!signal?.aborted) throw engineError(error);
  } finally {
    stream.destroy();
  }
}
