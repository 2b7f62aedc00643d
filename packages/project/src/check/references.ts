/** Names of channels, constants, schedules and figures of meters in cells. */
import type { ValueType } from "../compiled.ts";
import { figureOf, figuresOf } from "../meter/figures.ts";
import { CONSTANT_TYPE, METER_TYPE, SCHEDULE_TYPE } from "../tables.ts";
import type { Draft } from "./draft.ts";
import type { ViewRow } from "./table-view.ts";

export const REFERENCE = /^[^.\s]+\.[^.\s]+\.[^.\s]+$/;

/** The type of a channel, constant, schedule or figure, of whatever direction; undefined if there is none (reported). */
export function typeOfName(
  row: ViewRow,
  attribute: string,
  name: string,
  draft: Draft,
): ValueType | undefined {
  const type = knownType(name, draft);
  if (type === undefined) reportMissing(row, attribute, "unknownChannel", name, draft);
  return type;
}

export function knownType(name: string, draft: Draft): ValueType | undefined {
  return (
    draft.constants.get(name)?.constant.type ??
    draft.schedules.get(name)?.schedule.type ??
    draft.channels.get(name)?.channel.type ??
    (isFigure(name, draft) ? "float" : undefined)
  );
}

/** What a meter of the project consumed. */
export function isFigure(name: string, { meters }: Draft): boolean {
  const named = figureOf(name);
  const found = named && meters.get(named.id);
  return found ? figuresOf(found.meter).includes(named.figure) : false;
}

export function* figureNames({ meters }: Draft): Generator<string> {
  for (const { meter } of meters.values())
    for (const figure of figuresOf(meter)) yield `${METER_TYPE}.${meter.id}.${figure}`;
}

/** Nothing is said of a name whose own row is broken: that has been reported. */
export function reportMissing(
  row: ViewRow,
  attribute: string,
  kind: "unknownSource" | "unknownTarget" | "unknownChannel",
  name: string,
  draft: Draft,
): void {
  row.ok = false;
  const pod = name.slice(0, name.lastIndexOf("."));
  if (draft.brokenNames.has(name) || draft.brokenNames.has(pod)) return;
  const value = name.slice(0, 210);
  if (!REFERENCE.test(name)) {
    row.fail("badReference", attribute, { value });
    return;
  }
  const of = ownKind(name);
  const own = of && ownNames(of, draft);
  const lacking = of === "meter" ? lackingOf(name, draft) : undefined;
  const near =
    lacking?.of === "deviation"
      ? undefined
      : ((own && draft.report.near(name, own)) ?? draft.report.near(name, draft.channels.keys()));
  row.fail(kind, attribute, { value, near, of: of ?? "channel", figures: [], ...lacking });
}

type OwnKind = "constant" | "schedule" | "meter";

/** What a name is that is no channel's; undefined for those of pods. */
export function ownKind(name: string): OwnKind | undefined {
  const [type] = name.split(".", 1);
  if (type === CONSTANT_TYPE) return "constant";
  if (type === SCHEDULE_TYPE) return "schedule";
  return type === METER_TYPE ? "meter" : undefined;
}

function ownNames(of: OwnKind, draft: Draft): Iterable<string> {
  if (of === "constant") return draft.constants.keys();
  return of === "meter" ? figureNames(draft) : draft.schedules.keys();
}

/** Why the name is none, of a meter that there is. */
function lackingOf(
  name: string,
  { meters }: Draft,
): { of: "figure" | "deviation"; figures: readonly string[] } | undefined {
  const [, id = "", figure] = name.split(".");
  const meter = meters.get(id)?.meter;
  if (!meter) return undefined;
  const of = figure === "deviation" && meter.kind !== "temperature" ? "deviation" : "figure";
  return { of, figures: figuresOf(meter) };
}
