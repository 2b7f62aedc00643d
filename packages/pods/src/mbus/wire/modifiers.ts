/**
 * What further codes say of a value (combinable VIFE, EN 13757-3 tables 15 to 17): words that make it another value than the
 * plain one, corrections of the number, errors of the record.
 */
export interface Modifiers {
  /** In the order of the codes; `l1`, `per_hour`, `x01` (of the manufacturer, hexadecimal). */
  words: string[];
  /** The value is (raw × 10^exponent) + offset. */
  exponent: number;
  offset: number;
  /** The meter says that there is no value. */
  error?: RecordError;
  /** How the bits are read instead. */
  as?: "bcd" | "signed" | "unsigned" | "time" | "duration";
}
export type RecordError = keyof typeof ERRORS;

/** Of 0x00 to 0x1f: what prevents the value; others of them concern requests. */
const ERRORS = {
  not_available: 0x15,
  overflow: 0x16,
  underflow: 0x17,
  data_error: 0x18,
  premature_end: 0x1c,
} as const;
const ERROR_OF = new Map<number, RecordError>(
  Object.entries(ERRORS).map(([word, code]) => [code, word as RecordError]),
);

const WORDS: Readonly<Record<number, string>> = {
  0x12: "averaged",
  0x13: "inverse_compact_profile",
  0x14: "relative_deviation",
  0x1d: "standard_conform",
  0x1e: "compact_profile_registers",
  0x1f: "compact_profile",
  0x20: "per_second",
  0x21: "per_minute",
  0x22: "per_hour",
  0x23: "per_day",
  0x24: "per_week",
  0x25: "per_month",
  0x26: "per_year",
  0x27: "per_revolution",
  0x28: "per_input_pulse_0",
  0x29: "per_input_pulse_1",
  0x2a: "per_output_pulse_0",
  0x2b: "per_output_pulse_1",
  0x2c: "per_liter",
  0x2d: "per_m3",
  0x2e: "per_kg",
  0x2f: "per_kelvin",
  0x30: "per_kwh",
  0x31: "per_gj",
  0x32: "per_kw",
  0x33: "per_kelvin_liter",
  0x34: "per_volt",
  0x35: "per_ampere",
  0x36: "times_second",
  0x37: "times_second_per_volt",
  0x38: "times_second_per_ampere",
  0x39: "start_of",
  0x3a: "uncorrected",
  0x3b: "positive",
  0x3c: "negative",
  0x3d: "non_metric",
  0x3e: "base_conditions",
  0x3f: "obis",
  0x68: "during_lower",
  0x69: "leakage",
  0x6a: "begin_of_first",
  0x6b: "end_of_first",
  0x6c: "during_upper",
  0x6d: "overflow_values",
  0x6e: "begin_of_last",
  0x6f: "end_of_last",
  0x7e: "future",
};

/** Behind 0x7c. */
const MORE_WORDS: Readonly<Record<number, string>> = {
  0x01: "l1",
  0x02: "l2",
  0x03: "l3",
  0x04: "neutral",
  0x05: "l1_l2",
  0x06: "l2_l3",
  0x07: "l3_l1",
  0x08: "quadrant_1",
  0x09: "quadrant_2",
  0x0a: "quadrant_3",
  0x0b: "quadrant_4",
  0x0c: "import_minus_export",
  0x0e: "secondary_sensor",
  0x0f: "high_resolution",
  0x13: "end_of",
  0x14: "to_meter",
  0x15: "from_meter",
};

const LIMITS = ["lower", "upper"];
const TURNS = ["first", "last"];
const ENDS = ["begin", "end"];
/** Behind `duration…`: how the number counts, s. */
const SECONDS = [1, 60, 3_600, 86_400] as const;
const MULTIPLY = 0x7d;
const EXTENSION = 0x7c;
const MANUFACTURER = 0x7f;

const hex = (code: number): string => `x${code.toString(16).padStart(2, "0")}`;

/** @param codes as they came, with their extension bits */
export function modifiersOf(codes: readonly number[]): Modifiers & { seconds?: number } {
  const found: Modifiers & { seconds?: number } = { words: [], exponent: 0, offset: 0 };
  for (let at = 0; at < codes.length; at += 1) {
    const code = (codes[at] ?? 0) & 0x7f;
    if (code === MANUFACTURER) {
      // What follows is the manufacturer's; it still tells values apart.
      found.words.push(...codes.slice(at + 1).map((own) => hex(own & 0x7f)));
      if (at === codes.length - 1) found.words.push(hex(MANUFACTURER));
      break;
    }
    if (code === EXTENSION) {
      at += 1;
      addMore(found, (codes[at] ?? 0) & 0x7f);
    } else add(found, code);
  }
  return found;
}

function add(found: Modifiers & { seconds?: number }, code: number): void {
  const error = ERROR_OF.get(code);
  const word = WORDS[code];
  if (error !== undefined) found.error ??= error;
  else if (word !== undefined) found.words.push(word);
  else if (code >= 0x40 && code <= 0x4f) addLimit(found, code);
  else if (code >= 0x50 && code <= 0x5f) {
    const limit = LIMITS[(code >> 3) & 1] ?? "";
    found.words.push(`duration_of_${TURNS[(code >> 2) & 1] ?? ""}_${limit}_exceed`);
    found.seconds = SECONDS[code & 3] ?? 1;
    found.as = "duration";
  } else if (code >= 0x60 && code <= 0x67) {
    found.words.push(`duration_of_${TURNS[(code >> 2) & 1] ?? ""}`);
    found.seconds = SECONDS[code & 3] ?? 1;
    found.as = "duration";
  } else if (code >= 0x70 && code <= 0x77) found.exponent += (code & 7) - 6;
  else if (code >= 0x78 && code <= 0x7b) found.offset += 10 ** ((code & 3) - 3);
  else if (code === MULTIPLY) found.exponent += 3;
  else if (code !== 0) found.words.push(hex(code));
  if (code === 0x39 || (code >= 0x6a && code !== 0x6c && code !== 0x6d && code <= 0x6f)) found.as = "time";
}

/** 0100 u f1b: the limit, how often, and the times of the first and the last exceed. */
function addLimit(found: Modifiers, code: number): void {
  const limit = LIMITS[(code >> 3) & 1] ?? "";
  if ((code & 7) === 0) found.words.push(`${limit}_limit`);
  else if ((code & 7) === 1) found.words.push(`${limit}_exceeds`);
  else if ((code & 2) !== 0) {
    const turn = TURNS[(code >> 2) & 1] ?? "";
    found.words.push(`${ENDS[code & 1] ?? ""}_of_${turn}_${limit}_exceed`);
    found.as = "time";
  } else found.words.push(hex(code));
}

function addMore(found: Modifiers, code: number): void {
  const word = MORE_WORDS[code];
  if (word !== undefined) found.words.push(word);
  else if (code === 0x10) found.as = "bcd";
  else if (code === 0x11) found.as = "unsigned";
  else if (code !== 0) found.words.push(`x7c${code.toString(16).padStart(2, "0")}`);
}
