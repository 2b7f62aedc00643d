/** The KNX pod. One `Line` per interface; this file only sorts channels and values to them. */

import { setMaxListeners } from "node:events";
import { parseGroup } from "@hubwart/contract/group-address";
import { InvalidInputError, NotFoundError } from "@hubwart/core";
import { noSuchMethod } from "@hubwart/ipc";
import { encodeValue, shapeOf } from "@hubwart/knx/dpt/codec";
import { DPT_PATTERN, dataType } from "@hubwart/knx/dpt/types";
import type { Outcome } from "@hubwart/knx/link/link";
import type { GroupService } from "@hubwart/knx/wire/cemi";
import { fromText } from "@hubwart/runtime/convert";
import { Outlets } from "@hubwart/runtime/outlets";
import { refuseProblems } from "@hubwart/runtime/parameters";
import type { Pod, PodContext, PodKind, PodWrite } from "@hubwart/runtime/pod";
import { texts as runtimeTexts } from "@hubwart/runtime/texts";
import { Line } from "./line/line.ts";
import { type Point, pointOf } from "./line/point.ts";
import { checkKnx, type KnxIface, knxSchema } from "./schema.ts";
import { texts } from "./texts.ts";

/** Of all methods together; the hub has checked them by each method's own schema. */
interface Params {
  iface: string;
  after: number;
  address: string;
  dpt: string;
  service: GroupService;
  value: string;
}

class KnxPod implements Pod {
  readonly #context: PodContext;
  readonly #lines: Line[] = [];
  readonly #outlets: Outlets<Line>;
  readonly #targets = new Map<number, { line: Line; point: Point }>();

  constructor(context: PodContext) {
    this.#context = context;
    this.#outlets = new Outlets(context);
  }

  async start(): Promise<void> {
    const { load } = this.#context;
    refuseProblems(checkKnx(load));
    // Each interface that is connecting listens for the end of the pod.
    setMaxListeners(load.ifaces.length * 2 + 10, this.#context.scope.signal);
    for (const { id, config } of load.ifaces) {
      const points = [...load.channels.entries()]
        .filter(([, channel]) => channel.iface === id)
        .map(([index, channel]) => pointOf(index, channel));
      const line = new Line(id, config as KnxIface, points, this.#context);
      this.#lines.push(line);
      for (const point of points) if (point.writes) this.#targets.set(point.index, { line, point });
    }
    for (const line of this.#lines) line.start();
  }

  async ask(method: string, params: Params, signal: AbortSignal): Promise<unknown> {
    const line = this.#lines.find(({ id }) => id === params.iface);
    if (!line) throw new NotFoundError(texts.noInterface);
    switch (method) {
      case "check":
        return await line.check(signal);
      case "telegrams":
        return line.telegrams(params.after);
      case "send":
        return { outcome: await this.#send(line, params) };
      case "reconnect":
        await line.reconnect();
        return {};
      default:
        throw noSuchMethod(method);
    }
  }

  #send(line: Line, { address, dpt, service, value }: Params): Promise<Outcome> {
    const group = parseGroup(address);
    if (group === undefined) {
      throw new InvalidInputError([{ field: "address", message: texts.noGroupAddress }]);
    }
    if (service === "read") return line.ask("read", group, undefined);
    if (!DPT_PATTERN.test(dpt)) {
      throw new InvalidInputError([{ field: "dpt", message: texts.noDatapointType }]);
    }
    const type = dataType(dpt);
    const made = encodeValue(type, shapeOf(type) === "bool" ? (fromText("bool", value) ?? value) : value);
    if ("problem" in made) throw new InvalidInputError([{ field: "value", message: made.problem }]);
    return line.ask(service, group, made.value);
  }

  async write(writes: readonly PodWrite[]): Promise<void> {
    for (const write of writes) {
      const target = this.#targets.get(write.index);
      if (target) this.#outlets.give(target.line, write, () => target.line.write(target.point, write));
      else this.#context.refused(write, runtimeTexts.readOnly);
    }
    await this.#outlets.settled();
  }
}

export const kind: PodKind = {
  schema: knxSchema,
  create: (context) => new KnxPod(context),
};
