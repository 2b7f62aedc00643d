/** The Modbus client pod. One `Line` an interface; this file only sorts channels and values to them. */
import { setMaxListeners } from "node:events";
import { NotFoundError, UnavailableError } from "@hubwart/core";
import { noSuchMethod } from "@hubwart/ipc";
import type { CheckResult, ReadResult } from "../base/methods.ts";
import { refuseProblems } from "../base/parameters.ts";
import type { Pod, PodContext, PodKind, PodWrite } from "../base/pod.ts";
import { readingOf } from "../modbus/value.ts";
import { Line } from "./line.ts";
import { type Point, pointOf } from "./point.ts";
import { checkModbClient, type ModbClientIface, modbClientSchema } from "./schema.ts";

class ModbClientPod implements Pod {
  readonly #context: PodContext;
  readonly #lines: Line[] = [];
  readonly #byIface = new Map<string, Line>();
  readonly #targets = new Map<number, { line: Line; point: Point }>();

  constructor(context: PodContext) {
    this.#context = context;
  }

  async start(): Promise<void> {
    const { load } = this.#context;
    refuseProblems(checkModbClient(load));
    // Each interface that is connecting listens for the end of the pod.
    setMaxListeners(load.ifaces.length + 10, this.#context.scope.signal);
    for (const { id, config } of load.ifaces) {
      const iface = config as ModbClientIface;
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
      case "check":
        return await this.#check(params.iface, signal);
      default:
        throw noSuchMethod(method);
    }
  }

  async #read(index: number, signal: AbortSignal): Promise<ReadResult> {
    const target = this.#targets.get(index);
    if (!target) throw new NotFoundError("Diesen Channel hat der Pod nicht.");
    const { line, point } = target;
    const raw = await line.readNow(point, signal);
    const reading = readingOf(point.item, point.type, raw);
    if (!reading) throw new UnavailableError("Das Gerät liefert keine Zahl (NaN oder unendlich).");
    return { ...reading, ts: this.#context.clock.now(), raw: String(raw) };
  }

  async #check(iface: string, signal: AbortSignal): Promise<CheckResult> {
    const line = this.#byIface.get(iface);
    if (!line) throw new NotFoundError("Diese Verbindung hat der Pod nicht.");
    return await line.check(signal);
  }
}

export const kind: PodKind = {
  schema: modbClientSchema,
  create: (context) => new ModbClientPod(context),
};
