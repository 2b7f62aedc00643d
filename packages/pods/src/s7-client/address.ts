/**
 * Addresses as a programmer of the CPU writes them, English or German, with or without the percent sign:
 * `DB10.DBX0.3`, `DB10.DBW4`, `DB10.20`, `M0.1`, `MW10`, `I0.0`/`E0.0`, `QD4`/`AD4`, `T5`, `C3`/`Z3`.
 */
export type Area = "DB" | "M" | "I" | "Q" | "T" | "C";
/** X bit, B byte, W word, D double word. */
export type Width = "X" | "B" | "W" | "D";

export interface Address {
  area: Area;
  /** Number of the data block; 0 elsewhere. */
  db: number;
  /** First byte; the number itself for timers and counters. */
  start: number;
  bit: number | undefined;
  width: Width | undefined;
}

const LARGEST_BYTE = 65_535;

const AREAS: Record<string, Area> = { M: "M", I: "I", E: "I", Q: "Q", A: "Q", T: "T", C: "C", Z: "C" };
const DB = /^DB(\d{1,5})\.(?:DB([XBWD]))?(\d{1,5})(?:\.(\d))?$/;
const BYTES = /^([MIEQA])([XBWD])?(\d{1,5})(?:\.(\d))?$/;
const NUMBERED = /^([TCZ])(\d{1,5})$/;

/** For the column: rough enough to be read, `parseAddress` decides. */
export const ADDRESS_PATTERN = /^\s*%?[A-Za-z]{1,3}\d[0-9A-Za-z.\s]{0,30}$|^\s*%?[A-Za-z]{2}\d{1,5}$/;

/** undefined where the text is no address. */
export function parseAddress(text: string): Address | undefined {
  const plain = text.trim().toUpperCase().replace(/^%/, "").replaceAll(" ", "");
  const block = DB.exec(plain);
  if (block) {
    const db = Number(block[1]);
    return db >= 1 && db <= 65_535 ? placed("DB", db, block[2], block[3], block[4]) : undefined;
  }
  const bytes = BYTES.exec(plain);
  if (bytes) return placed(AREAS[bytes[1] ?? ""], 0, bytes[2], bytes[3], bytes[4]);
  const numbered = NUMBERED.exec(plain);
  return numbered ? placed(AREAS[numbered[1] ?? ""], 0, undefined, numbered[2], undefined) : undefined;
}

function placed(
  area: Area | undefined,
  db: number,
  width: string | undefined,
  start: string | undefined,
  bit: string | undefined,
): Address | undefined {
  const byte = Number(start);
  if (area === undefined || byte > LARGEST_BYTE) return undefined;
  const found = bit === undefined ? undefined : Number(bit);
  if (found !== undefined && found > 7) return undefined;
  const named = width as Width | undefined;
  const bitwise = named === "X" || (named === undefined && found !== undefined);
  if (bitwise !== (found !== undefined)) return undefined;
  return { area, db, start: byte, bit: found, width: bitwise ? "X" : named };
}

/** As shown in messages. */
export function addressText({ area, db, start, bit }: Omit<Address, "width">): string {
  const at = bit === undefined ? `${start}` : `${start}.${bit}`;
  return area === "DB" ? `DB${db}.${at}` : `${area}${at}`;
}
