/** Records and meters for tests, as bytes. */
import type { TestMeter } from "@hubwart/testing";

/** DIF, VIF and a number of so many digits, as BCD. */
export function bcd(fields: readonly number[], value: number, digits = 8): Buffer {
  const text = String(value).padStart(digits, "0");
  return Buffer.from([...fields, ...Buffer.from(text, "hex").reverse()]);
}

/** Energy of 1,234 kWh, volume of 56.78 m³, power of 9.1 kW: as a heat meter says it. */
export function heatRecords(kWh = 1234): Buffer {
  return Buffer.concat([bcd([0x0c, 0x06], kWh), bcd([0x0c, 0x14], 5678), bcd([0x0b, 0x2d], 91, 6)]);
}

export function heatMeter(address: number, more: Partial<TestMeter> = {}): TestMeter {
  const id = String(10_000_000 + address);
  return { address, id, manufacturer: "KAM", telegrams: [heatRecords(1000 + address)], ...more };
}
