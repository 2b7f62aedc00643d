/** What a meter measures (EN 13757-3, device types), by words of a row. */
export const MEDIA = {
  other: 0x00,
  oil: 0x01,
  electricity: 0x02,
  gas: 0x03,
  heat: 0x04,
  steam: 0x05,
  warm_water: 0x06,
  water: 0x07,
  heat_cost: 0x08,
  compressed_air: 0x09,
  cooling: 0x0a,
  cooling_inlet: 0x0b,
  heat_inlet: 0x0c,
  heat_cooling: 0x0d,
  bus: 0x0e,
  unknown: 0x0f,
  irrigation: 0x10,
  water_logger: 0x11,
  gas_logger: 0x12,
  gas_converter: 0x13,
  calorific: 0x14,
  hot_water: 0x15,
  cold_water: 0x16,
  dual_water: 0x17,
  pressure: 0x18,
  analog: 0x19,
  smoke_detector: 0x1a,
  room_sensor: 0x1b,
  gas_detector: 0x1c,
  breaker: 0x20,
  valve: 0x21,
  customer_unit: 0x25,
  waste_water: 0x28,
  garbage: 0x29,
  communication: 0x31,
  radio_converter: 0x36,
  radio_meter: 0x37,
} as const;
export type Medium = keyof typeof MEDIA;

export const MEDIUM_WORDS = Object.keys(MEDIA) as [Medium, ...Medium[]];
const WORD_OF = new Map<number, Medium>(MEDIUM_WORDS.map((word) => [MEDIA[word], word]));

/** @returns undefined: the standard leaves the code to others */
export function mediumWord(code: number): Medium | undefined {
  return WORD_OF.get(code);
}
