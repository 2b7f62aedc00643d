/** Values on their way to the units behind one connection. */

import { Deliveries } from "@hubwart/runtime/delivery/deliveries";
import type { PodContext, PodWrite } from "@hubwart/runtime/pod";
import type { Raw } from "../shared/modbus/codec.ts";
import type { Point } from "./point.ts";
import type { Units } from "./units.ts";

export interface Outgoing {
  point: Point;
  raw: Raw;
  /** What it was made of, to tell what became of it. */
  write: PodWrite;
}

type Report = Pick<PodContext, "written" | "refused" | "coalesced">;

/** Of a value that the device leaves unanswered while it answers all else, ms. */
const PAUSES = { first: 1_000, longest: 60_000 };

export function deliveriesTo(units: Units, report: Report): Deliveries<Outgoing, Point> {
  return new Deliveries({
    lane: ({ point }) => point,
    pauses: PAUSES,
    from: ({ point }, until) => units.writeFrom(point.unit, until),
    sound: ({ point }) => !units.isDoubted(point.unit),
    report,
  });
}
