/** The S7 client pod. One `Line` per interface; this file only sorts channels and values to them. */
import { setMaxListeners } from "node:events";
import { errorText, NotFoundError, UnavailableError } from "@hubwart/core";
import { noSuchMethod } from "@hubwart/ipc";
import type { ReadResult } from "../base/methods.ts";
import { refuseProblems } from "../base/parameters.ts";
import type { Pod, PodContext, PodKind, PodWrite } from "../base/pod.ts";
import type { S7ClientIface } from "./columns.ts";
import { Line } from "./line.ts";
import { type Point, pointOf } from "./point.ts";
import { checkS7Client, s7ClientSchema } from "./schema.ts";
import { readingOf } from "./value.ts";

const SHOWN_BYTES = 64;

class S7ClientPod implements Pod {
  readonly #context: PodContext;
  readonly #lines: Line[] = [];
  readonly #byIface = new Map<string, Line>();
  readonly #targets = new Map<number, { line: Line; point: Point }>();

  constructor(context: PodContext) {
    this.#context = context;
  }

  async start(): Promise<void> {
    const { load } = this.#context;
    refuseProblems(checkS7Client(load));
    // Each interface that is connecting listens for the end of the pod.
    setMaxListeners(load.ifaces.length + 10, this.#context.scope.signal);
    for (const { id, config } of load.ifaces) {
      const iface = config as S7ClientIface;
      const points = [...load.channels.entries()]
        .filter(([, channel]) => channel.iface === id)
        .map(([index, channel]) => pointOf(index, channel, iface));
      const line = new Line(id, iface, points, this.#context);
      this.#lines.push(line);
      this.#byIface.set(id, line);
      for (const point of points) this.#targets.set(point.index, { line, point });
    }
    for (const line of this.#lines) line.start();
  }

  async write(writes: readonly PodWrite[]): Promise<void> {
    for (const write of writes) {
      const target = this.#targets.get(write.index);
      if (target?.point.writes) target.line.write(target.point, write);
      else this.#context.refused(write, "Dieser Channel ist nur zum Lesen da");
    }
    await Promise.all(this.#lines.map((line) => line.flush()));
  }

  async ask(method: string, params: { index: number; iface: string }, signal: AbortSignal): Promise<unknown> {
    switch (method) {
      case "read":
        return await this.#read(params.index, signal);
      case "check": {
        const line = this.#byIface.get(params.iface);
        if (!line) throw new NotFoundError("Diese Verbindung hat der Pod nicht.");
        return await line.check(signal);
      }
      default:
        throw noSuchMethod(method);
    }
  }

  async #read(index: number, signal: AbortSignal): Promise<ReadResult> {
    const target = this.#targets.get(index);
    if (!target) throw new NotFoundError("Diesen Channel hat der Pod nicht.");
    const { line, point } = target;
    const bytes = await line.readNow(point, signal);
    const raw = bytes.subarray(0, SHOWN_BYTES).toString("hex");
    try {
      return { ...readingOf(point.item, point.type, bytes), ts: this.#context.clock.now(), raw };
    } catch (error) {
      throw new UnavailableError(`${point.name}: ${errorText(error)} (${raw}).`);
    }
  }
}

export const kind: PodKind = { schema: s7ClientSchema, create: (context) => new S7ClientPod(context) };
