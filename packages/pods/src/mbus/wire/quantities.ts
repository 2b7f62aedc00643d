/**
 * What a value is, by its value information field (EN 13757-3, tables 10, 12 and 14).
 *
 * Each line of a table is one range of codes: the first code, how many there are, what they are, the unit, and the power of ten of
 * the first one; the power grows by one with each code. A list in place of the power gives the factor of each code.
 */
import type { Unit } from "./units.ts";

export const FUNCTIONS = ["instantaneous", "maximum", "minimum", "error"] as const;
export type ValueFunction = (typeof FUNCTIONS)[number];

export interface Meaning {
  quantity: string;
  unit: Unit | "";
  /** The value is raw × 10^exponent × factor. */
  exponent: number;
  factor: number;
  /** How the bits are read where the field alone does not say it. */
  as?: "time" | "bits";
}

type Line = readonly [
  first: number,
  codes: number,
  quantity: string,
  unit?: Unit | "",
  scale?: number | readonly number[],
];

const DURATION = [1, 60, 3_600, 86_400] as const;
/** Mean month and year of the Gregorian calendar, s. */
const MONTH = 2_629_746;
const YEAR = 31_556_952;
const LONG = [...DURATION, MONTH, YEAR] as const;
const LONGER = [3_600, 86_400, MONTH, YEAR] as const;

const PRIMARY: readonly Line[] = [
  [0x00, 8, "energy", "Wh", -3],
  [0x08, 8, "energy", "J", 0],
  [0x10, 8, "volume", "m3", -6],
  [0x18, 8, "mass", "kg", -3],
  [0x20, 4, "on_time", "s", DURATION],
  [0x24, 4, "operating_time", "s", DURATION],
  [0x28, 8, "power", "W", -3],
  [0x30, 8, "power", "J/h", 0],
  [0x38, 8, "volume_flow", "m3/h", -6],
  [0x40, 8, "volume_flow", "m3/min", -7],
  [0x48, 8, "volume_flow", "m3/s", -9],
  [0x50, 8, "mass_flow", "kg/h", -3],
  [0x58, 4, "flow_temperature", "°C", -3],
  [0x5c, 4, "return_temperature", "°C", -3],
  [0x60, 4, "temperature_difference", "K", -3],
  [0x64, 4, "external_temperature", "°C", -3],
  [0x68, 4, "pressure", "bar", -3],
  [0x6c, 1, "date"],
  [0x6d, 1, "date_time"],
  [0x6e, 1, "heat_cost_units"],
  [0x70, 4, "averaging_duration", "s", DURATION],
  [0x74, 4, "actuality_duration", "s", DURATION],
  [0x78, 1, "fabrication_number"],
  [0x79, 1, "identification"],
  [0x7a, 1, "bus_address"],
  [0x7e, 1, "any"],
  [0x7f, 1, "manufacturer_specific"],
];

const EXTENSION_FD: readonly Line[] = [
  [0x00, 4, "credit", "", -3],
  [0x04, 4, "debit", "", -3],
  [0x08, 1, "access_number"],
  [0x09, 1, "medium"],
  [0x0a, 1, "manufacturer"],
  [0x0b, 1, "parameter_set"],
  [0x0c, 1, "model"],
  [0x0d, 1, "hardware_version"],
  [0x0e, 1, "firmware_version"],
  [0x0f, 1, "software_version"],
  [0x10, 1, "customer_location"],
  [0x11, 1, "customer"],
  [0x12, 1, "access_code_user"],
  [0x13, 1, "access_code_operator"],
  [0x14, 1, "access_code_system_operator"],
  [0x15, 1, "access_code_developer"],
  [0x16, 1, "password"],
  [0x17, 1, "error_flags"],
  [0x18, 1, "error_mask"],
  [0x1a, 1, "digital_output"],
  [0x1b, 1, "digital_input"],
  [0x1c, 1, "baud_rate", "Bd", 0],
  [0x1d, 1, "response_delay"],
  [0x1e, 1, "retry"],
  [0x1f, 1, "remote_control"],
  [0x20, 1, "first_storage"],
  [0x21, 1, "last_storage"],
  [0x22, 1, "storage_size"],
  [0x23, 1, "tariff_description"],
  [0x24, 6, "storage_interval", "s", LONG],
  [0x2c, 4, "since_readout", "s", DURATION],
  [0x30, 1, "tariff_start"],
  [0x31, 3, "tariff_duration", "s", [60, 3_600, 86_400]],
  [0x34, 6, "tariff_period", "s", LONG],
  [0x3a, 1, "dimensionless"],
  [0x40, 16, "voltage", "V", -9],
  [0x50, 16, "current", "A", -12],
  [0x60, 1, "reset_counter"],
  [0x61, 1, "cumulation_counter"],
  [0x62, 1, "control_signal"],
  [0x63, 1, "day_of_week"],
  [0x64, 1, "week_number"],
  [0x65, 1, "day_change"],
  [0x66, 1, "parameter_activation"],
  [0x67, 1, "supplier_information"],
  [0x68, 4, "since_cumulation", "s", LONGER],
  [0x6c, 4, "battery_operating_time", "s", LONGER],
  [0x70, 1, "battery_change"],
  [0x71, 1, "signal_strength", "dBm", 0],
  [0x72, 1, "daylight_saving"],
  [0x73, 1, "listening_window"],
  [0x74, 1, "battery_remaining", "s", [86_400]],
  [0x75, 1, "stop_counter"],
];

const EXTENSION_FB: readonly Line[] = [
  [0x00, 2, "energy", "Wh", 5],
  [0x02, 2, "reactive_energy", "varh", 3],
  [0x04, 2, "apparent_energy", "VAh", 3],
  [0x06, 1, "performance", "", -1],
  [0x08, 2, "energy", "J", 8],
  [0x0c, 4, "energy", "cal", 5],
  [0x10, 2, "volume", "m3", 2],
  [0x14, 4, "reactive_power", "var", 0],
  [0x18, 2, "mass", "kg", 5],
  [0x1a, 2, "humidity", "%", -1],
  [0x20, 1, "volume", "ft3", 0],
  [0x21, 1, "volume", "ft3", -1],
  [0x23, 1, "phase_current_voltage", "°", -1],
  [0x28, 2, "power", "W", 5],
  [0x2a, 1, "phase_voltage_voltage", "°", -1],
  [0x2b, 1, "phase_voltage_current", "°", -1],
  [0x2c, 4, "frequency", "Hz", -3],
  [0x30, 2, "power", "J/h", 8],
  [0x34, 4, "apparent_power", "VA", 0],
  [0x58, 4, "flow_temperature", "°F", -3],
  [0x5c, 4, "return_temperature", "°F", -3],
  [0x60, 4, "temperature_difference", "K", [5 / 9e3, 5 / 900, 5 / 90, 5 / 9]],
  [0x64, 4, "external_temperature", "°F", -3],
  [0x68, 1, "rating_factor"],
  [0x69, 1, "rating_output"],
  [0x6a, 1, "rating_coupling"],
  [0x6b, 1, "rating_coupling_room"],
  [0x6c, 1, "rating_coupling_heating"],
  [0x6d, 1, "rating_low_temperature"],
  [0x6e, 1, "display_factor"],
  [0x70, 4, "temperature_limit", "°F", -3],
  [0x74, 4, "temperature_limit", "°C", -3],
  [0x78, 8, "cumulated_maximum_power", "W", -3],
];

/** Of the fixed data structure (CI 0x73): six bits of physical unit. */
const FIXED: readonly Line[] = [
  [0x02, 9, "energy", "Wh", 0],
  [0x0b, 9, "energy", "J", 3],
  [0x14, 9, "power", "W", 0],
  [0x1d, 9, "power", "J/h", 3],
  [0x26, 9, "volume", "m3", -6],
  [0x2f, 9, "volume_flow", "m3/h", -6],
  [0x38, 1, "external_temperature", "°C", -3],
  [0x39, 1, "heat_cost_units"],
  [0x3f, 1, "dimensionless"],
];

/** Times by their meaning; of an integer of as many bytes as a time has. */
const TIMES = new Set(["date", "date_time", "tariff_start", "battery_change"]);
/** Flags rather than amounts: read without a sign. */
const BITS = new Set([
  "error_flags",
  "error_mask",
  "digital_output",
  "digital_input",
  "control_signal",
  "bus_address",
]);

const TABLES = { primary: PRIMARY, fb: EXTENSION_FB, fd: EXTENSION_FD, fixed: FIXED };
export type Table = keyof typeof TABLES;

export const UNKNOWN: Meaning = { quantity: "unknown", unit: "", exponent: 0, factor: 1 };
const NONE = { unit: "", exponent: 0, factor: 1 } as const;

/** @param code seven bits */
export function meaningOf(table: Table, code: number): Meaning {
  const line = TABLES[table].find(([first, codes]) => code >= first && code < first + codes);
  if (!line) return UNKNOWN;
  const [first, , quantity, unit = "", scale = 0] = line;
  const as = TIMES.has(quantity) ? "time" : BITS.has(quantity) ? "bits" : undefined;
  const step = code - first;
  const scaled =
    typeof scale === "number"
      ? { exponent: scale + step, factor: 1 }
      : { exponent: 0, factor: scale[step] ?? 1 };
  return { ...NONE, quantity, unit, ...(unit === "" && scale === 0 ? {} : scaled), ...(as ? { as } : {}) };
}

/** Units in which meters count the quantity. */
export function unitsOf(quantity: string): readonly string[] {
  const lines = [...PRIMARY, ...EXTENSION_FB, ...EXTENSION_FD].filter((line) => line[2] === quantity);
  return [...new Set(lines.flatMap(([, , , unit = ""]) => (unit === "" ? [] : [unit])))];
}

/** Texts and numbers that name something rather than count it. */
const NAMES = new Set([
  "fabrication_number",
  "identification",
  "manufacturer",
  "customer",
  "customer_location",
  "access_code_user",
  "access_code_operator",
  "access_code_system_operator",
  "access_code_developer",
  "password",
]);

export function isNamed(quantity: string): boolean {
  return NAMES.has(quantity);
}

/** Its values are times or texts in any meter. */
export function isTextual(quantity: string): boolean {
  return NAMES.has(quantity) || TIMES.has(quantity);
}

/** Of a unit that the meter writes out itself. */
export const PLAIN_TEXT = "plain_text";

/** Every word that a row may use, in the order of the standard. */
export const QUANTITIES: readonly string[] = [
  ...new Set([...PRIMARY, ...EXTENSION_FD, ...EXTENSION_FB].map(([, , quantity]) => quantity)),
  PLAIN_TEXT,
];
