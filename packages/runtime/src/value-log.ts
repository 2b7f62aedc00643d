/**
 * Every value that passes a pod as a line of its log, while the pod's level is `debug`; otherwise it costs a
 * comparison. That is how one sees whether a value comes from outside, or goes there, without other tools.
 */
import type { Logger, LogSink } from "@hubwart/core";
import type { PodLoad } from "@hubwart/ipc";
import type { PodWrite } from "./pod.ts";

const LONGEST = 200;

export class ValueLog {
  readonly #log: Logger;
  readonly #sink: LogSink;
  readonly #load: PodLoad;

  constructor(log: Logger, sink: LogSink, load: PodLoad) {
    this.#log = log;
    this.#sink = sink;
    this.#load = load;
  }

  received(index: number, value: unknown): void {
    if (this.#sink.level === "debug") this.#write("Empfangen", index, value);
  }

  written({ index, value }: PodWrite): void {
    if (this.#sink.level === "debug") this.#write("Geschrieben", index, value);
  }

  #write(what: string, index: number, value: unknown): void {
    this.#log.debug(`${what}: ${short(value)}`, this.#load.channels[index]?.chan);
  }
}

function short(value: unknown): string {
  // Cut before it is turned into JSON: a value may have megabytes.
  const text = JSON.stringify(typeof value === "string" ? value.slice(0, LONGEST + 1) : value) ?? "null";
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
