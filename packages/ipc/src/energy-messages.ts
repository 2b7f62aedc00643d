/** What the appliance asks the process that keeps what meters consumed; over the hub. */

/** Local dates are `2026-11-25`, in the zone of the device; the last day is among them. */
export interface EnergySpan {
  from: string;
  to: string;
}

export const ENERGY_STEPS = ["quarter", "hour", "day", "month", "year"] as const;
export type EnergyStep = (typeof ENERGY_STEPS)[number];

export interface EnergyMeter {
  id: string;
  label?: string;
  medium: string;
  unit: string;
  kind: "counter" | "power" | "temperature";
  parent?: string;
  area?: string;
  m2?: number;
  target?: number;
  targetFor?: "day" | "month";
  /** It has a price, or an emission factor. */
  cost: boolean;
  co2: boolean;
  source: string;
  /** Since when something is known, and when the last reading came; ms since the epoch. */
  begun?: number;
  seen?: number;
  /** Last reading of a counter, in `unit`. */
  reading?: number;
  /** Breaks that nobody explained. */
  breaks: number;
}

export interface EnergyOverview {
  zone: string;
  /** ms since the epoch */
  now: number;
  meters: EnergyMeter[];
  /** Why amounts are not stored, German. */
  trouble?: string;
}

/** Entry i of each list is of period i. */
export interface EnergySums {
  id: string;
  /** In the meter's unit; null where nothing is known. Of a temperature its mean. */
  amounts: (number | null)[];
  /** Share of the time that nothing is known of, and that is estimated; 0 to 1. */
  missing: number[];
  estimated: number[];
  /** Euros, and kg of CO₂; absent where the meter has no price or factor. */
  cost?: (number | null)[];
  co2?: (number | null)[];
  /** The same over all periods. */
  total: { amount: number | null; missing: number; estimated: number; cost?: number; co2?: number };
}

export interface EnergyPeriods {
  zone: string;
  step: EnergyStep;
  /** When each period begins, and the last one ends; ms since the epoch. */
  bounds: number[];
  meters: EnergySums[];
  /** Heating degree days (20 °C inside, below 15 °C outside) of each period; null where temperatures are missing. Absent without a temperature, or of hours. */
  degreeDays?: (number | null)[];
}

export interface EnergyEvent {
  at: number;
  what: "break" | "reset" | "rollover" | "slip" | "lapsed" | "exchange" | "other-source";
  /** Readings in the meter's unit, and when they were; ms since the epoch. */
  from?: { at: number; reading: number };
  to?: { at: number; reading: number };
  /** A break that somebody explained. */
  settled?: true;
  by?: string;
  end?: number;
  start?: number;
}

export interface EnergyRequests {
  energy: [Record<string, never>, EnergyOverview];
  /** Of all meters, or those named. */
  energySums: [EnergySpan & { step: EnergyStep; meters?: string[] | undefined }, EnergyPeriods];
  /** Newest first. */
  energyEvents: [{ meter: string; limit: number }, { events: EnergyEvent[] }];
  /** Readings in values of the source; `at` in ms since the epoch. `announced`: it will explain the next reading; `repeated`: it stood already. */
  energyExchange: [
    { meter: string; at: number; end_reading: number; start_reading: number; by: string },
    { announced: boolean; amount: number; repeated: boolean },
  ];
}

/** Periods × meters that one question may have: five numbers each, so that an answer is within `LARGEST_OWN_ASK`. */
export const ENERGY_CELLS_MAX = 100_000;
