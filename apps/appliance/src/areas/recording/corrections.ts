/** Corrections of recorded values: what the hub's recorder is asked for, once it is known to make sense for the channel. */
import type { AnswerOf, correctionList } from "@hubwart/contract";
import { InvalidInputError, NotFoundError } from "@hubwart/core";
import type { CorrectionOrder } from "@hubwart/ipc";
import { Zone } from "@hubwart/schedule";
import type { HubLink } from "../../hub-link.ts";
import { type Row, readRows, readTime } from "./correction-rows.ts";
import { texts } from "./texts.ts";

/** ms; of a year the figures are made anew, day by day. */
const WITHIN = 110_000;
/** Of channels whose values are drawn. */
const TYPES: ReadonlySet<string> = new Set(["bool", "float", "int"]);

export interface CorrectionParts {
  hub: HubLink;
  /** Type of a channel of the project; undefined where it has none of that name. */
  typeOf: (chan: string) => Promise<string | undefined>;
  zone: () => Promise<string>;
}

/** As it was sent in, times read. */
export interface Wanted {
  chan: string;
  from: number;
  to: number;
  does: "replace" | "remove";
  rows: Row[];
  reason: string;
}

export class Corrections {
  readonly #parts: CorrectionParts;

  constructor(parts: CorrectionParts) {
    this.#parts = parts;
  }

  /** @throws InvalidInputError, NotFoundError, ConflictError, UnavailableError */
  async enter({ does, reason, rows, ...span }: Wanted, by: string) {
    const type = await this.#parts.typeOf(span.chan);
    if (type === undefined) throw new NotFoundError(texts.unknown(span.chan));
    if (!TYPES.has(type)) throw new InvalidInputError([{ field: "chan", message: texts.textChannel }]);
    if (does === "remove" && rows.length > 0) throw wrong(texts.valuesWithRemove);
    if (does === "replace" && rows.length === 0) throw wrong(texts.noValues);
    const order: CorrectionOrder = { ...span, rows, by: by.slice(0, 200) || "?", why: reason.trim() };
    return await this.#parts.hub.request("correct", order, { timeout: WITHIN });
  }

  /** Times of the span as people write them. */
  async read(
    { from, to, ...rest }: Omit<Wanted, "from" | "rows" | "to"> & { from: string; to: string },
    text: string,
  ): Promise<Wanted> {
    const zone = new Zone(await this.#parts.zone());
    const [start, end] = [readTime(from, zone), readTime(to, zone)];
    if (typeof start === "string") throw new InvalidInputError([{ field: "from", message: start }]);
    if (typeof end === "string") throw new InvalidInputError([{ field: "to", message: end }]);
    return { ...rest, from: start, to: end, rows: readRows(text, zone) };
  }

  /** The newest first. */
  async list(own: (chan: string) => boolean): Promise<AnswerOf<typeof correctionList>["corrections"]> {
    const { corrections } = await this.#parts.hub.request("corrections", {});
    return corrections.filter(({ chan }) => own(chan)).toReversed();
  }

  undo(number: number) {
    return this.#parts.hub.request("correctionUndo", { number }, { timeout: WITHIN });
  }
}

const wrong = (message: string) => new InvalidInputError([{ field: "values", message }]);
