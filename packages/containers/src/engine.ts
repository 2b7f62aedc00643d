/**
 * What a container engine can do for us. One driver speaks the Docker Engine API (`./docker`), one fake stands in for it
 * in unit tests (`./fake`). Nothing above this interface knows an engine's wire.
 *
 * Every call throws `UnavailableError` when the engine does not answer, `NotFoundError` for an unknown container or image,
 * and `EngineError` for what the engine refuses, with the engine's own words.
 */
import { AppError } from "@hubwart/core";

/** The engine answered and refused. */
export class EngineError extends AppError {
  readonly kind = "unavailable";
  /** HTTP status of the engine's answer; 0 where a stream told of the error. */
  readonly status: number;
  constructor(message: string, status: number, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

export interface EngineInfo {
  /** `docker` or `podman`. */
  product: "docker" | "podman";
  version: string;
}

export interface ContainerState {
  /** 64 hex digits. */
  id: string;
  name: string;
  /** Reference it was created from. */
  image: string;
  /** `sha256:…` */
  imageId: string;
  status: "created" | "running" | "paused" | "restarting" | "removing" | "exited" | "dead";
  labels: Readonly<Record<string, string>>;
}

export interface ContainerDetails extends ContainerState {
  /** ISO 8601; undefined before the first start. */
  started: string | undefined;
  exitCode: number;
  /** Killed for its memory. */
  oomKilled: boolean;
  /** What the engine says of a start that failed; empty otherwise. */
  error: string;
}

/** Counters of one moment. */
export interface Sample {
  /** ns of processor time since the start. */
  cpuTotal: number;
  /** ns of processor time of the machine; undefined where the engine does not tell. */
  systemTotal: number | undefined;
  cpus: number;
  /** Bytes, without what the kernel merely caches of files, as `docker stats` shows it. */
  memory: number;
  /** Bytes since the start, all interfaces. */
  netIn: number;
  netOut: number;
  /** ms since the epoch. */
  at: number;
}

export interface LogLine {
  /** ms since the epoch. */
  ts: number;
  stream: "stdout" | "stderr";
  text: string;
}

export interface LogOptions {
  /** Last n lines before following. */
  tail: number;
  follow: boolean;
  /** ms since the epoch. */
  since?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** Bytes over all layers known so far. */
export interface PullProgress {
  done: number;
  total: number;
}

export interface PublishedPort {
  container: number;
  /** Always on 127.0.0.1. */
  host: number;
}

/** How a container is made. Only the catalogue makes these (`addons/spec.ts`). */
export interface ContainerSpec {
  name: string;
  image: string;
  labels: Readonly<Record<string, string>>;
  env: Readonly<Record<string, string>>;
  command: readonly string[] | undefined;
  /** Name of the engine's network, or the host's. */
  network: { kind: "host" } | { kind: "own"; name: string; alias: string };
  ports: readonly PublishedPort[];
  /** Volume's name → folder inside. */
  volumes: Readonly<Record<string, string>>;
  capabilities: readonly string[];
  limits: { memoryMiB: number; cpus: number; processes: number };
}

export interface EngineFile {
  /** Absolute path inside the container. */
  path: string;
  content: string | Uint8Array;
  mode: number;
  /** Owner and group; root without it. */
  uid?: number;
}

export interface ExecResult {
  code: number;
  /** Both streams, the last 64 KiB. */
  output: string;
}

export interface EngineEvent {
  /** `start`, `die`, `destroy`, … */
  action: string;
  container: string;
}

export interface Engine {
  info(): Promise<EngineInfo>;
  /** All containers, running or not. */
  list(): Promise<ContainerState[]>;
  /** undefined if there is no such container. */
  inspect(name: string): Promise<ContainerDetails | undefined>;
  /** Name of the running container that a port of the host leads to. */
  holderOf(port: number): Promise<string | undefined>;
  sample(name: string): Promise<Sample>;
  logs(name: string, options: LogOptions): AsyncIterable<LogLine>;
  /** Id of a local image; undefined if it is not here. */
  imageId(reference: string): Promise<string | undefined>;
  pull(reference: string, progress: (now: PullProgress) => void, signal?: AbortSignal): Promise<void>;
  ensureNetwork(name: string): Promise<void>;
  create(spec: ContainerSpec): Promise<void>;
  start(name: string): Promise<void>;
  /** SIGTERM, after `seconds` SIGKILL. Fine for one that does not run. */
  stop(name: string, seconds: number): Promise<void>;
  rename(name: string, to: string): Promise<void>;
  /** With its anonymous volumes; fine if it is gone already. */
  remove(name: string): Promise<void>;
  removeVolume(name: string): Promise<void>;
  exec(name: string, command: readonly string[], timeoutMs: number): Promise<ExecResult>;
  /** Puts files into a container that runs or not; folders are made. */
  put(name: string, files: readonly EngineFile[]): Promise<void>;
  /** A folder of the container as a tar stream. */
  archive(name: string, folder: string): Promise<NodeJS.ReadableStream>;
  /** Unpacks a tar stream into a folder of the container. */
  unpack(name: string, folder: string, tar: NodeJS.ReadableStream): Promise<void>;
  /** Ends with an error when the engine goes away, silently when `signal` aborts. */
  events(signal: AbortSignal): AsyncIterable<EngineEvent>;
}
