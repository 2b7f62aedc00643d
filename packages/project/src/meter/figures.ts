/** The sources that a meter is: `meter.{id}.{figure}`, numbers in its unit. */
import type { MeterKind } from "../compiled.ts";
import { METER_TYPE, NAME } from "../tables.ts";
import type { MeterUnit } from "./media.ts";

/**
 * `quarter`: in the last whole quarter of an hour; `power`: the same per hour; `day`, `month`: since it began; `yesterday`: on the last whole day, of
 * a temperature its mean; `deviation`: per cent by which the last whole day or month is above its requirement value.
 */
export const METER_FIGURES = ["quarter", "power", "day", "yesterday", "month", "deviation"] as const;
export type MeterFigure = (typeof METER_FIGURES)[number];

interface Figured {
  kind: MeterKind;
  target?: number | undefined;
}

export function figuresOf({ kind, target }: Figured): readonly MeterFigure[] {
  if (kind === "temperature") return ["yesterday"];
  return target === undefined ? METER_FIGURES.filter((figure) => figure !== "deviation") : METER_FIGURES;
}

export const figureName = (id: string, figure: MeterFigure): string => `${METER_TYPE}.${id}.${figure}`;

/** Undefined for a name that is none of a meter's. */
export function figureOf(name: string): { id: string; figure: MeterFigure } | undefined {
  // Both ends of every link are asked about.
  if (!name.startsWith(`${METER_TYPE}.`)) return undefined;
  const [type, id = "", word, more] = name.split(".");
  const figure = METER_FIGURES.find((one) => one === word);
  return type === METER_TYPE && NAME.test(id) && figure && more === undefined ? { id, figure } : undefined;
}

const POWER_UNITS: Partial<Record<MeterUnit, string>> = { Wh: "W", kWh: "kW", MWh: "MW" };

export function unitOfFigure(unit: MeterUnit, figure: MeterFigure): string {
  if (figure === "deviation") return "%";
  return figure === "power" ? (POWER_UNITS[unit] ?? `${unit}/h`) : unit;
}
