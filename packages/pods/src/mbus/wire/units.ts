/** Units of meters, and how a value of one becomes a value of another. */

/** Of each kind, every unit with what one of it is in the first one. */
const KINDS = {
  energy: {
    kWh: 1,
    Wh: 1e-3,
    MWh: 1e3,
    GWh: 1e6,
    J: 1 / 3.6e6,
    kJ: 1 / 3600,
    MJ: 1 / 3.6,
    GJ: 1 / 3.6e-3,
    cal: 4.1868 / 3.6e6,
  },
  power: { kW: 1, W: 1e-3, MW: 1e3, "J/h": 1 / 3.6e6, "MJ/h": 1 / 3.6, "GJ/h": 1 / 3.6e-3 },
  volume: { m3: 1, l: 1e-3, ft3: 0.028316846592 },
  flow: { "m3/h": 1, "l/h": 1e-3, "m3/min": 60, "l/min": 0.06, "m3/s": 3600, "l/s": 3.6 },
  mass: { kg: 1, t: 1e3 },
  massFlow: { "kg/h": 1, "t/h": 1e3 },
  pressure: { bar: 1, mbar: 1e-3, kPa: 1e-2 },
  duration: { s: 1, min: 60, h: 3600, d: 86_400 },
  voltage: { V: 1, mV: 1e-3, kV: 1e3 },
  current: { A: 1, mA: 1e-3 },
  reactiveEnergy: { kvarh: 1, varh: 1e-3, Mvarh: 1e3 },
  reactivePower: { kvar: 1, var: 1e-3 },
  apparentEnergy: { kVAh: 1, VAh: 1e-3, MVAh: 1e3 },
  apparentPower: { kVA: 1, VA: 1e-3 },
  difference: { K: 1 },
  temperature: { "°C": 1, "°F": 1 },
  others: {},
} as const;

type KindName = keyof typeof KINDS;
type InKinds = { [K in KindName]: keyof (typeof KINDS)[K] }[KindName];
export type Unit = InKinds | "Bd" | "%" | "°" | "Hz" | "dBm";

const FACTORS: ReadonlyMap<string, { kind: KindName; factor: number; first: string }> = new Map(
  (Object.entries(KINDS) as [KindName, Record<string, number>][]).flatMap(([kind, units]) =>
    Object.entries(units).map(([unit, factor]) => [
      unit,
      { kind, factor, first: Object.keys(units)[0] ?? unit },
    ]),
  ),
);

/** Units that a row may ask for. */
export const UNITS: readonly string[] = [...FACTORS.keys()];

/** The unit in which values come where the row names none: the first of its kind. */
export function usualUnit(unit: string): string {
  return FACTORS.get(unit)?.first ?? unit;
}

export function sameKind(one: string, other: string): boolean {
  return one === other || (FACTORS.has(one) && FACTORS.get(one)?.kind === FACTORS.get(other)?.kind);
}

/**
 * What to multiply by and then to add. Powers of ten stay exact: 1e-3 is told as an exponent.
 *
 * @returns undefined: the units are of different kinds
 */
export function conversion(from: string, to: string): { factor: number; offset: number } | undefined {
  if (from === to) return { factor: 1, offset: 0 };
  if (from === "°F" && to === "°C") return { factor: 5 / 9, offset: -160 / 9 };
  if (from === "°C" && to === "°F") return { factor: 9 / 5, offset: 32 };
  const [source, target] = [FACTORS.get(from), FACTORS.get(to)];
  if (!source || !target || source.kind !== target.kind) return undefined;
  return { factor: source.factor / target.factor, offset: 0 };
}
