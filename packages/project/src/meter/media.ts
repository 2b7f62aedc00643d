/**
 * What a meter may measure and in which units. Amounts are kept in the base unit of their unit, so that kWh and MWh add up without rounding:
 * 1 Wh = 0.001 kWh, 1 MWh = 1,000 kWh, 1 l = 0.001 m³, 1 t = 1,000 kg, 1 GJ = 1,000 MJ.
 */
export const MEDIA = [
  "electricity",
  "generation",
  "heat",
  "cooling",
  "gas",
  "oil",
  "wood",
  "steam",
  "water",
  "hot_water",
  "air",
  "temperature",
] as const;
export type Medium = (typeof MEDIA)[number];

export const METER_UNITS = ["Wh", "kWh", "MWh", "MJ", "GJ", "l", "m³", "kg", "t", "°C"] as const;
export type MeterUnit = (typeof METER_UNITS)[number];

export const METER_BASES = ["kWh", "MJ", "m³", "kg", "°C"] as const;
export type MeterBase = (typeof METER_BASES)[number];

/** One unit in its base: amount × `scale` thousandths. Whole numbers, so that conversion never rounds. */
export const BASE_OF: Readonly<Record<MeterUnit, { base: MeterBase; thousandths: number }>> = {
  Wh: { base: "kWh", thousandths: 1 },
  kWh: { base: "kWh", thousandths: 1_000 },
  MWh: { base: "kWh", thousandths: 1_000_000 },
  MJ: { base: "MJ", thousandths: 1_000 },
  GJ: { base: "MJ", thousandths: 1_000_000 },
  l: { base: "m³", thousandths: 1 },
  "m³": { base: "m³", thousandths: 1_000 },
  kg: { base: "kg", thousandths: 1_000 },
  t: { base: "kg", thousandths: 1_000_000 },
  "°C": { base: "°C", thousandths: 1_000 },
};

const ENERGY = ["Wh", "kWh", "MWh"] as const;
const HEAT = [...ENERGY, "MJ", "GJ"] as const;
const VOLUME = ["l", "m³"] as const;
const MASS = ["kg", "t"] as const;

export const UNITS_OF: Readonly<Record<Medium, readonly MeterUnit[]>> = {
  electricity: ENERGY,
  generation: ENERGY,
  heat: HEAT,
  cooling: HEAT,
  gas: ["m³", ...HEAT],
  oil: ["l", "m³", ...HEAT],
  wood: [...MASS, "m³", ...HEAT],
  steam: [...MASS, ...HEAT],
  water: VOLUME,
  hot_water: [...VOLUME, ...HEAT],
  air: ["m³"],
  temperature: ["°C"],
};

/** Powers that a source may have, in base units an hour: 1 kW = 1 kWh/h. */
const POWERS: Readonly<Record<string, { base: MeterBase; thousandths: number }>> = {
  W: { base: "kWh", thousandths: 1 },
  kW: { base: "kWh", thousandths: 1_000 },
  MW: { base: "kWh", thousandths: 1_000_000 },
  "l/h": { base: "m³", thousandths: 1 },
  "m³/h": { base: "m³", thousandths: 1_000 },
  "kg/h": { base: "kg", thousandths: 1_000 },
  "t/h": { base: "kg", thousandths: 1_000_000 },
};

/**
 * By what a source's values are multiplied where the row does not say so: its unit against the meter's.
 * @returns undefined where the source's unit says nothing known, "other" where it measures something else
 */
export function factorBetween(
  source: string,
  unit: MeterUnit,
  kind: "counter" | "power" | "temperature",
): number | "other" | undefined {
  const written = source.trim().replace("m3", "m³");
  const counted = Object.hasOwn(BASE_OF, written) ? BASE_OF[written as MeterUnit] : undefined;
  const power = Object.hasOwn(POWERS, written) ? POWERS[written] : undefined;
  const found = kind === "power" ? power : counted;
  if (!found) return (kind === "power" ? counted : power) ? "other" : undefined;
  const own = BASE_OF[unit];
  return found.base === own.base ? found.thousandths / own.thousandths : "other";
}
