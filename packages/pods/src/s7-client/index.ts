/** The S7 client pod. One `Line` per interface; this file only sorts channels and values to them. */
import { setMaxListeners } from "node:events";
import { refuseProblems } from "../base/parameters.ts";
import type { Pod, PodContext, PodKind, PodWrite } from "../base/pod.ts";
import type { S7ClientIface } from "./columns.ts";
import { Line } from "./line.ts";
import { type Point, pointOf } from "./point.ts";
import { checkS7Client, s7ClientSchema } from "./schema.ts";

class S7ClientPod implements Pod {
  readonly #context: PodContext;
  readonly #lines: Line[] = [];
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

export const kind: PodKind = { schema: s7ClientSchema, create: (context) => new S7ClientPod(context) };
