/**
 * Reads one meter: selects it, and asks for its telegrams until it has no more.
 *
 * A telegram is asked for again with the same frame count bit, so that the meter repeats it; the next one with the other.
 */
import type { MbusLink } from "./link.ts";
import { addressOf, type MeterRef, mayAnswer, meterName, shownMeter } from "./meter.ts";
import { MbusClosed, MbusGarbled, MbusRefused, MbusSilent, MbusWrongMeter } from "./problems.ts";
import { texts } from "./texts.ts";
import { answerOf } from "./wire/answer.ts";
import { ADDRESS, type Answer, CONTROL, FCB, longFrame, shortFrame } from "./wire/frame.ts";
import { isSelectedBy, type MeterHeader, type MeterId, selectionOf } from "./wire/header.ts";
import type { MeterRecord } from "./wire/records.ts";

export interface Reading {
  header: MeterHeader;
  records: readonly MeterRecord[];
  /** Primary address from which the meter answered. */
  address: number;
  /** Why there are no more: a later telegram cannot be had. */
  cut?: Error;
}

/** A request that got lost, or whose answer did, is sent once more. */
const TRIES = 2;
/** No meter has more to say; one that repeats itself never ends. */
const MOST_TELEGRAMS = 64;
const SELECT = 0x52;
const TOO_OFTEN = 9;
const BUSY = 8;

export async function readMeter(link: MbusLink, ref: MeterRef): Promise<Reading> {
  if (ref.kind === "secondary") await again(TRIES, () => select(link, ref.mask));
  else await reset(link, ref);
  return await readSelected(link, ref, TRIES, true);
}

/**
 * Its telegrams, from the first.
 *
 * @param tries of each request
 * @param partly what the first ones said counts where a later one cannot be had
 */
export async function readSelected(
  link: MbusLink,
  ref: MeterRef,
  tries: number,
  partly = false,
): Promise<Reading> {
  const records: MeterRecord[] = [];
  let first: { header: MeterHeader; address: number } | undefined;
  let before: Buffer | undefined;
  let bit = FCB;
  for (let telegram = 0; telegram < MOST_TELEGRAMS; telegram += 1) {
    const frame = shortFrame(CONTROL.requestData | bit, addressOf(ref));
    let said: ReturnType<typeof valuesOf>;
    try {
      said = valuesOf(ref, await again(tries, () => request(link, ref, frame)));
    } catch (error) {
      if (!partly || !first || !(error instanceof Error) || isOver(error)) throw error;
      return { ...first, records, cut: error };
    }
    const { address, answer, data } = said;
    // A meter that does not look at the bit says the same again.
    if (before?.equals(content(data))) break;
    before = content(data);
    first ??= { header: answer.header, address };
    records.push(...answer.records);
    if (!answer.more) break;
    bit ^= FCB;
  }
  if (!first) throw new MbusSilent(texts.silent(meterName(ref)));
  return { ...first, records };
}

/** The connection is gone, or the meter wants to be left alone. */
function isOver(error: Error): boolean {
  return error instanceof MbusClosed || (error instanceof MbusRefused && error.tooOften);
}

/** @throws MbusRefused where it gives none */
function valuesOf(ref: MeterRef, { address, ci, data }: Answer) {
  const answer = answerOf({ ci, data });
  const name = meterName(ref);
  if (answer.kind === "refused") throw refusal(name, answer.code);
  if (answer.kind === "encrypted") throw new MbusRefused(texts.encrypted(name, answer.mode));
  if (answer.kind === "unknown") throw new MbusRefused(texts.unknownAnswer(name, answer.ci));
  return { address, data, answer };
}

/** Without the access number, which counts repetitions too. */
function content(data: Buffer): Buffer {
  return Buffer.concat([data.subarray(0, 8), data.subarray(9)]);
}

async function request(link: MbusLink, ref: MeterRef, frame: Buffer) {
  const name = meterName(ref);
  const answer = await link.answered(frame, name, (address) => mayAnswer(ref, address));
  const found = answerOf(answer);
  if (ref.kind === "secondary" && "header" in found && !isSelectedBy(found.header.meter, ref.mask)) {
    throw new MbusWrongMeter(texts.wrongMeter(name, shownMeter(found.header)));
  }
  return answer;
}

/** The meter begins with its first telegram. Some do not acknowledge this, and answer all the same. */
async function reset(link: MbusLink, ref: MeterRef): Promise<void> {
  const address = addressOf(ref);
  // What is selected stays so only without it.
  if (address === ADDRESS.selected) return;
  try {
    await link.acknowledged(shortFrame(CONTROL.reset, address), meterName(ref));
  } catch (error) {
    if (error instanceof MbusClosed) throw error;
  }
}

/** Those that fit the mask acknowledge and are selected, all others no longer. */
export async function select(link: MbusLink, mask: MeterId): Promise<void> {
  const frame = longFrame({
    control: CONTROL.send,
    address: ADDRESS.selected,
    ci: SELECT,
    data: selectionOf(mask),
  });
  await link.acknowledged(frame, meterName({ kind: "secondary", mask }));
}

async function again<T>(tries: number, run: () => Promise<T>): Promise<T> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await run();
    } catch (error) {
      const lost =
        error instanceof MbusSilent || error instanceof MbusGarbled || error instanceof MbusWrongMeter;
      if (!lost || left <= 0) throw error;
    }
  }
}

function refusal(name: string, code: number): MbusRefused {
  return new MbusRefused(texts.refused(name, code), { tooOften: code === TOO_OFTEN, busy: code === BUSY });
}
