/** Corrections of recorded values, as the hub is asked for them. All times in ms since the epoch; `to` is never included. */

export interface Correction {
  /** Rises; where two overlap the higher one counts, whatever the clock said. */
  number: number;
  chan: string;
  from: number;
  to: number;
  /** Rows that count in place of those recorded. */
  values: number;
  by: string;
  /** When it was entered. */
  at: number;
  why: string;
  undone: boolean;
}

export type CorrectionOrder = Pick<Correction, "by" | "chan" | "from" | "to" | "why"> & {
  /** None: a time without values. */
  rows: (readonly [time: number, value: number | boolean])[];
};

/** A time within a chart in which values that people entered count. */
export interface ChartCorrection extends Pick<Correction, "at" | "by" | "from" | "number" | "to" | "why"> {
  /** Values were taken away, and none came in their place. */
  empty: boolean;
}

export interface CorrectionRequests {
  /** @throws InvalidInputError, ConflictError */
  correct: [CorrectionOrder, Correction];
  /** The oldest first; those undone among them. */
  corrections: [Record<string, never>, { corrections: Correction[] }];
  /** ConflictError for one that is undone already, or not there. */
  correctionUndo: [{ number: number }, Correction];
}
