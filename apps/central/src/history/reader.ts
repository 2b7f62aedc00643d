/**
 * Asks the process that reads the files of sites (`history-child.ts`). It is begun when somebody asks, ended when nobody does for a while, and killed where
 * a task takes too long: then only that task is lost.
 *
 *     const { parts } = await reader.ask({ do: "check", file, name });
 */
import { type ChildProcess, fork } from "node:child_process";
import { type Clock, type Scope, SerialQueue, UnavailableError } from "@hubwart/core";
import { texts } from "../texts.ts";
import type { Answers, Asked, Task, Told } from "./tasks.ts";

export interface ReaderParts {
  /** Absolute path of the built `history-child.mjs`. */
  entry: string;
  clock: Clock;
  scope: Scope;
  /** ms for a task. */
  within?: number;
}

const WITHIN_MS = 60_000;
const IDLE_MS = 60_000;
/** MB of its heap. */
const HEAP_MB = 512;

export class HistoryReader {
  readonly #parts: ReaderParts;
  readonly #queue = new SerialQueue();
  #child: ChildProcess | undefined;
  #idle: (() => void) | undefined;
  #last = 0;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
    parts.scope.add(() => this.#end());
  }

  /** One task after the other. @throws UnavailableError where it took too long, Error with what went wrong otherwise */
  ask<T extends Task>(task: T): Promise<Answers[T["do"]]> {
    return this.#queue.run(async () => {
      if (this.#parts.scope.ended) throw new UnavailableError(texts.notNow);
      this.#idle?.();
      const told = await this.#told(task);
      this.#idle = this.#parts.clock.after(IDLE_MS, () => this.#end());
      if ("error" in told) throw new Error(told.error);
      return told.answer as Answers[T["do"]];
    });
  }

  async #told(task: Task): Promise<Told> {
    const { clock, within = WITHIN_MS } = this.#parts;
    const child = (this.#child ??= this.#begin());
    this.#last += 1;
    const id = this.#last;
    let cancel: () => void = () => undefined;
    try {
      return await new Promise<Told>((resolve, reject) => {
        const lost = () => reject(new UnavailableError(texts.historyTooHeavy));
        child.on("message", (told: Told) => {
          if (told.id === id) resolve(told);
        });
        child.once("exit", lost);
        child.once("error", lost);
        cancel = clock.after(within, lost);
        child.send({ id, task } satisfies Asked, (error) => error && lost());
      });
    } catch (error) {
      this.#end();
      throw error;
    } finally {
      cancel();
      child.removeAllListeners("message");
      child.removeAllListeners("exit");
      child.removeAllListeners("error");
      child.once("error", () => undefined);
    }
  }

  #begin(): ChildProcess {
    return fork(this.#parts.entry, [], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      env: {},
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
    });
  }

  #end(): void {
    this.#idle?.();
    this.#idle = undefined;
    this.#child?.kill("SIGKILL");
    this.#child = undefined;
  }
}
