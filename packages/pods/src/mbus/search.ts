/**
 * Who is on the line: by primary addresses, one after the other, or by secondary ones.
 *
 *     const search = new MeterSearch("secondary");
 *     while (!search.over) await search.step(link);
 *
 * By secondary addresses: where several meters fit a mask, their answers collide; then one digit more is tried with each of its ten
 * values. A step is one question, so that the readings that are due go on in between.
 */
import { errorText } from "@hubwart/core";
import type { MbusLink } from "./link.ts";
import { type MeterRef, meterName } from "./meter.ts";
import { MbusClosed, MbusSilent } from "./problems.ts";
import { type Reading, readSelected, select } from "./reading.ts";
import { ADDRESS } from "./wire/frame.ts";

export const SEARCH_WAYS = ["primary", "secondary"] as const;
export type SearchWay = (typeof SEARCH_WAYS)[number];

export interface FoundMeter {
  ref: MeterRef;
  /** Undefined: there is something, but it cannot be read. */
  reading: Reading | undefined;
  /** German. */
  problem?: string;
}

/** Digits of a secondary address. */
const DIGITS = 8;
const ANY = "F".repeat(DIGITS);
/** A line has 250 meters at most; what seems to have more gives noise for answers. */
const MOST_FOUND = 500;

export class MeterSearch {
  readonly way: SearchWay;
  readonly found: FoundMeter[] = [];
  /** Questions asked. */
  asked = 0;
  #stopped = false;
  #address = 0;
  /** Masks still to be tried, the next one last. */
  readonly #masks: string[] = [ANY];

  constructor(way: SearchWay) {
    this.way = way;
  }

  get over(): boolean {
    if (this.#stopped || this.found.length >= MOST_FOUND) return true;
    return this.way === "primary" ? this.#address > ADDRESS.last : this.#masks.length === 0;
  }

  /** From 0 to 1. */
  get progress(): number {
    if (this.over) return 1;
    if (this.way === "primary") return this.#address / (ADDRESS.last + 1);
    // A mask with n digits is the n-th power of a tenth of all.
    return 1 - this.#masks.reduce((left, mask) => left + 10 ** -digitsOf(mask), 0);
  }

  /** What is tried next, for people. */
  get next(): string {
    return this.way === "primary" ? String(this.#address) : (this.#masks.at(-1) ?? "");
  }

  stop(): void {
    this.#stopped = true;
  }

  /** @throws MbusClosed; the step is done again then */
  async step(link: MbusLink): Promise<void> {
    if (this.way === "primary") await this.#tryAddress(link);
    else await this.#tryMask(link);
    this.asked += 1;
  }

  async #tryAddress(link: MbusLink): Promise<void> {
    const ref: MeterRef = { kind: "primary", address: this.#address };
    try {
      this.#add({ ref, reading: await readSelected(link, ref, 1) });
    } catch (error) {
      if (error instanceof MbusClosed) throw error;
      if (!(error instanceof MbusSilent)) this.#add({ ref, reading: undefined, problem: errorText(error) });
    }
    this.#address += 1;
  }

  async #tryMask(link: MbusLink): Promise<void> {
    const mask = this.#masks.at(-1) ?? ANY;
    const ref: MeterRef = { kind: "secondary", mask: { id: mask } };
    const outcome = await this.#asked(link, ref);
    this.#masks.pop();
    if (outcome === "nobody") return;
    if (outcome instanceof Error) this.#split(ref, mask, outcome);
    else this.#add({ ref: ofReading(outcome), reading: outcome });
  }

  /** Two answers at once can look like that of a meter that is not there: only one that is acknowledges its own address. */
  async #confirmed(link: MbusLink, reading: Reading): Promise<Reading> {
    const own = ofReading(reading);
    if (own.kind === "secondary") await selectTwice(link, own);
    return reading;
  }

  /** Nobody fits the mask, or one that is read, or an error where several do. */
  async #asked(link: MbusLink, ref: MeterRef): Promise<Reading | Error | "nobody"> {
    if (ref.kind !== "secondary") return "nobody";
    try {
      await selectTwice(link, ref);
    } catch (error) {
      if (error instanceof MbusClosed) throw error;
      if (error instanceof MbusSilent) return "nobody";
      return error instanceof Error ? error : new Error(String(error));
    }
    try {
      return await this.#confirmed(link, await readSelected(link, ref, 1));
    } catch (error) {
      if (error instanceof MbusClosed) throw error;
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  #split(ref: MeterRef, mask: string, { message }: Error): void {
    const digits = digitsOf(mask);
    if (digits === DIGITS) {
      this.#add({ ref, reading: undefined, problem: message });
      return;
    }
    for (let digit = 9; digit >= 0; digit -= 1) {
      this.#masks.push(`${mask.slice(0, digits)}${digit}${mask.slice(digits + 1)}`);
    }
  }

  #add(meter: FoundMeter): void {
    // A meter may have answered to two masks, where another one was drowned out by it.
    const name = meterName(meter.ref);
    if (!this.found.some((known) => meterName(known.ref) === name)) this.found.push(meter);
  }
}

function digitsOf(mask: string): number {
  const at = mask.indexOf("F");
  return at < 0 ? DIGITS : at;
}

/** A whole tenth of all meters would be missed with one lost acknowledgement. */
async function selectTwice(link: MbusLink, ref: Extract<MeterRef, { kind: "secondary" }>): Promise<void> {
  try {
    await select(link, ref.mask);
  } catch (error) {
    if (!(error instanceof MbusSilent)) throw error;
    await select(link, ref.mask);
  }
}

function ofReading({ header }: Reading): MeterRef {
  const { id, manufacturer, medium, version } = header.meter;
  // Fixed structures have no manufacturer and no version.
  return { kind: "secondary", mask: manufacturer === "" ? { id } : { id, manufacturer, version, medium } };
}
