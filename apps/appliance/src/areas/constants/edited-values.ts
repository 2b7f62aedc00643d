/**
 * Values that administrators gave constants, in one file. They are kept apart from the project and outlive it: a value
 * stays as long as nobody takes it back or cleans up.
 *
 *     const edited = await EditedValues.open(layout.constants, clock, log);
 *     await edited.change(new Map([["const.main.limit", { value: 22 }]]), []);
 */
import path from "node:path";
import { CODES } from "@hubwart/contract";
import {
  type Clock,
  ensureFolder,
  errorText,
  type Logger,
  mapInParts,
  type OwnFile,
  ResultError,
  readOwnFile,
  removeTemporaryFiles,
  writeFileAtomic,
} from "@hubwart/core";
import * as z from "zod/mini";
import { texts } from "./texts.ts";

const entry = z.object({
  value: z.unknown(),
  /** Unix seconds. */
  ts: z.number(),
});
const stored = z.object({ format: z.literal(1), values: z.record(z.string(), entry) });

export type EditedValue = z.output<typeof entry>;

/** Bytes of the file: the room is the device's, the values come from outside. */
const MOST = 32 * 1024 ** 2;

export class EditedValues {
  readonly #file: string;
  readonly #clock: Clock;
  #values: ReadonlyMap<string, EditedValue>;
  #damaged: boolean;

  private constructor(
    file: string,
    clock: Clock,
    { damaged, value = new Map() }: OwnFile<ReadonlyMap<string, EditedValue>>,
  ) {
    this.#file = file;
    this.#clock = clock;
    this.#values = value;
    this.#damaged = damaged;
  }

  static async open(file: string, clock: Clock, log: Logger): Promise<EditedValues> {
    await ensureFolder(path.dirname(file));
    await removeTemporaryFiles(path.dirname(file));
    const found = await readOwnFile(file, parse);
    if (found.error !== undefined) {
      log.error(texts.valuesUnreadable(file, errorText(found.error)));
    }
    return new EditedValues(file, clock, found);
  }

  /** Those that were set are lost, and none has been set since. What runs has its own copy. */
  get damaged(): boolean {
    return this.#damaged;
  }

  /** By the constant's full name. */
  get values(): ReadonlyMap<string, EditedValue> {
    return this.#values;
  }

  /** One caller at a time. */
  async change(set: ReadonlyMap<string, unknown>, remove: Iterable<string>): Promise<void> {
    const values = new Map(this.#values);
    const ts = Math.floor(this.#clock.now() / 1000);
    for (const chan of remove) values.delete(chan);
    for (const [chan, value] of set) values.set(chan, { value, ts });
    const entries = await mapInParts(
      [...values],
      ([chan, own]) => `${JSON.stringify(chan)}:${JSON.stringify(own)}`,
    );
    const text = `{"format":1,"values":{${entries.join(",")}}}`;
    if (Buffer.byteLength(text) > MOST) {
      throw new ResultError(CODES.tooLarge, texts.tooLarge(MOST / 1024 ** 2));
    }
    await writeFileAtomic(this.#file, text);
    this.#values = values;
    this.#damaged = false;
  }
}

function parse(text: string): ReadonlyMap<string, EditedValue> {
  return new Map(Object.entries(stored.parse(JSON.parse(text)).values));
}
