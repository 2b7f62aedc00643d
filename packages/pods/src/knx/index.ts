/** The KNX pod. One `Line` per interface; this file only sorts channels and values to them. */
import { setMaxListeners } from "node:events";
import { refuseProblems } from "../base/parameters.ts";
import type { Pod, PodContext, PodKind, PodWrite } from "../base/pod.ts";
import { Line } from "./line/line.ts";
import { type Point, pointOf } from "./line/point.ts";
import { checkKnx, type KnxIface, knxSchema } from "./schema.ts";

class KnxPod implements Pod {
  readonly #context: PodContext;
  readonly #lines: Line[] = [];
  readonly #targets = new Map<number, { line: Line; point: Point }>();

  constructor(context: PodContext) {
    this.#context = context;
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

  async write(writes: readonly PodWrite[]): Promise<void> {
    for (const { index, value } of writes) {
      const target = this.#targets.get(index);
      if (target) target.line.write(target.point, value);
      else this.#context.failed(index, "Dieser Channel ist nur zum Lesen da");
    }
    await Promise.all(this.#lines.map((line) => line.flush()));
  }
}

export const kind: PodKind = {
  schema: knxSchema,
  create: (context) => new KnxPod(context),
};
