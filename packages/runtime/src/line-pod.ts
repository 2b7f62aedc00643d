/** A pod that asks devices: one line per interface, and this to sort channels, values and questions to them. */
import { setMaxListeners } from "node:events";
import { NotFoundError } from "@hubwart/core";
import { noSuchMethod, type PodLoad } from "@hubwart/ipc";
import type { PodProblem } from "@hubwart/project";
import type { CheckResult, ReadResult } from "./methods.ts";
import { Outlets } from "./outlets.ts";
import { ifaceConfig, refuseProblems } from "./parameters.ts";
import type { Pod, PodContext, PodKind, PodWrite } from "./pod.ts";
import { texts } from "./texts.ts";

/** What of the channel's place in the device every type knows. */
export interface LinePoint {
  index: number;
  writes: boolean;
}

/** One interface: keeps the connection, polls, writes in between. */
export interface PodLine<P, R> {
  start: () => void;
  write: (point: P, write: PodWrite) => void;
  flush: () => Promise<void>;
  /** @throws UnavailableError in German */
  readNow: (point: P, signal: AbortSignal) => Promise<R>;
  check: (signal: AbortSignal) => Promise<CheckResult>;
}

export interface LineType<I, P extends LinePoint, R> {
  problems: (load: PodLoad) => PodProblem[];
  pointOf: (index: number, channel: PodLoad["channels"][number], iface: I) => P;
  lineOf: (id: string, iface: I, points: readonly P[], context: PodContext) => PodLine<P, R>;
  /** @throws UnavailableError in German, where what was read is no value */
  resultOf: (point: P, raw: R) => Omit<ReadResult, "ts">;
}

export class LinePod<I, P extends LinePoint, R> implements Pod {
  readonly #type: LineType<I, P, R>;
  readonly #context: PodContext;
  readonly #lines = new Map<string, PodLine<P, R>>();
  readonly #outlets: Outlets<PodLine<P, R>>;
  readonly #targets = new Map<number, { line: PodLine<P, R>; point: P }>();

  constructor(type: LineType<I, P, R>, context: PodContext) {
    this.#type = type;
    this.#context = context;
    this.#outlets = new Outlets(context);
  }

  async start(): Promise<void> {
    const { load, scope } = this.#context;
    refuseProblems(this.#type.problems(load));
    // Each interface that is connecting listens for the end of the pod.
    setMaxListeners(load.ifaces.length + 10, scope.signal);
    for (const { id, config } of load.ifaces) {
      const { line, points } = lineOfIface(this.#type, this.#context, id, config as I);
      this.#lines.set(id, line);
      for (const point of points) this.#targets.set(point.index, { line, point });
    }
    for (const line of this.#lines.values()) line.start();
  }

  async write(writes: readonly PodWrite[]): Promise<void> {
    for (const write of writes) {
      const target = this.#targets.get(write.index);
      if (target?.point.writes) {
        this.#outlets.give(target.line, write, () => target.line.write(target.point, write));
      } else this.#context.refused(write, texts.readOnly);
    }
    await this.#outlets.settled();
  }

  async ask(method: string, params: { index: number; iface: string }, signal: AbortSignal): Promise<unknown> {
    switch (method) {
      case "read":
        return await this.#read(params.index, signal);
      case "check":
        return await this.#check(params.iface, signal);
      default:
        throw noSuchMethod(method);
    }
  }

  async #read(index: number, signal: AbortSignal): Promise<ReadResult> {
    const target = this.#targets.get(index);
    if (!target) throw new NotFoundError(texts.noChannel);
    const { line, point } = target;
    const raw = await line.readNow(point, signal);
    return { ...this.#type.resultOf(point, raw), ts: this.#context.clock.now() };
  }

  async #check(iface: string, signal: AbortSignal): Promise<CheckResult> {
    const line = this.#lines.get(iface);
    if (!line) throw new NotFoundError(texts.noConnection);
    return await line.check(signal);
  }
}

/** `check` of a kind whose lines ask over a connection of their own while they do not run. */
export const checkOfLine =
  <I, P extends LinePoint, R>(type: LineType<I, P, R>): NonNullable<PodKind["check"]> =>
  async (context, iface, signal) => {
    refuseProblems(type.problems(context.load));
    const config = ifaceConfig(context.load, iface) as I;
    return await lineOfIface(type, context, iface, config).line.check(signal);
  };

function lineOfIface<I, P extends LinePoint, R>(
  { lineOf, pointOf }: LineType<I, P, R>,
  context: PodContext,
  id: string,
  iface: I,
): { line: PodLine<P, R>; points: P[] } {
  const points = [...context.load.channels.entries()]
    .filter(([, channel]) => channel.iface === id)
    .map(([index, channel]) => pointOf(index, channel, iface));
  return { line: lineOf(id, iface, points, context), points };
}
