/**
 * A foreign process for the length of a test.
 *
 *     const peer = await startProcess("/usr/sbin/mosquitto", ["-c", file], { ready: /running/ });
 *     await peer.stop();              // SIGTERM, after 5 s SIGKILL
 *     await peer.stop("SIGKILL");
 *
 * A peer that ends before it is ready fails the test with what it printed.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { rm } from "node:fs/promises";

export interface PeerProcess {
  readonly pid: number;
  /** What it has printed so far, both streams. */
  output(): string;
  /** Resolves when the output, from the beginning, matches. */
  prints(pattern: RegExp): Promise<void>;
  /** Resolves when the process has ended; fine to call twice. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface PeerOptions {
  /** Ready as soon as the output matches; at once if absent. */
  ready?: RegExp;
  env?: Record<string, string>;
  cwd?: string;
  /** Until it is ready, ms; default 60 s. */
  timeout?: number;
}

export async function startProcess(
  file: string,
  args: readonly string[],
  options: PeerOptions = {},
): Promise<PeerProcess> {
  const child = spawn(file, [...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...options.env },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  const peer = new SpawnedProcess(child, file, options.timeout ?? 60_000);
  try {
    await peer.spawned();
    if (options.ready) await peer.prints(options.ready);
  } catch (error) {
    await peer.stop("SIGKILL");
    throw error;
  }
  return peer;
}

export interface RestartedPeer {
  /** The process that runs now. */
  current: () => PeerProcess;
  /** Ends it as a power cut would. */
  kill: () => Promise<void>;
  restart: () => Promise<void>;
  /** For good; its folder goes with it. */
  stop: () => Promise<void>;
}

/** A peer that is killed and started again where it was. @param folder all that it keeps; goes as well where it does not start */
export async function startRestarted(
  run: () => Promise<PeerProcess>,
  folder: string,
): Promise<RestartedPeer> {
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  let current: PeerProcess;
  try {
    current = await run();
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    current: () => current,
    kill: () => current.stop("SIGKILL"),
    async restart() {
      await current.stop();
      current = await run();
    },
    async stop() {
      await current.stop();
      await remove();
    },
  };
}

/** A test process that ends early, by an uncaught error say, takes its peers with it. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

class SpawnedProcess implements PeerProcess {
  readonly #child: ChildProcess;
  readonly #file: string;
  readonly #timeout: number;
  readonly #ended: Promise<void>;
  #output = "";
  #changed: (() => void)[] = [];
  #gone = false;

  constructor(child: ChildProcess, file: string, timeout: number) {
    this.#child = child;
    this.#file = file;
    this.#timeout = timeout;
    running.add(child);
    this.#ended = new Promise((resolve) => {
      const over = () => {
        running.delete(child);
        this.#gone = true;
        this.#notify();
        resolve();
      };
      child.once("close", over);
      child.once("error", over);
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#output += text;
        this.#notify();
      });
    }
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  output(): string {
    return this.#output;
  }

  spawned(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#child.once("spawn", resolve);
      this.#child.once("error", reject);
    });
  }

  async prints(pattern: RegExp): Promise<void> {
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      this.#notify();
    }, this.#timeout);
    try {
      while (!pattern.test(this.#output)) {
        if (this.#gone || late) {
          const why = this.#gone ? "ended" : "was silent for too long";
          throw new Error(`${this.#file} ${why} before printing ${pattern.source}:\n${this.#output}`);
        }
        await new Promise<void>((resolve) => this.#changed.push(resolve));
      }
    } finally {
      clearTimeout(timer);
    }
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    if (this.#gone) return;
    this.#child.kill(signal);
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), 5000);
    await this.#ended;
    clearTimeout(timer);
  }

  #notify(): void {
    for (const resolve of this.#changed.splice(0)) resolve();
  }
}
