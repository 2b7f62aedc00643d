/**
 * Files of sites on their way to a browser: the next piece is asked for when the one before has been taken, so one piece of each is all that
 * is held. What a site sends is a stranger's: its pieces follow one another, end somewhere, and have the hash that it says; otherwise the
 * connection to the browser breaks off before the file is whole.
 */
import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { type Clock, DeniedError, UnavailableError } from "@hubwart/core";
import {
  pieceMessage,
  readPiece,
  type SiteAsked,
  TRANSFER_LIMITS,
  transferOffer,
  transferTold,
} from "@hubwart/fleet";
import * as z from "zod/mini";
import { answerIn, type By, type RoutedCalls, type SiteTold, toldBy } from "../bus/routed.ts";
import { texts } from "../texts.ts";
import type { Pace } from "./pace.ts";
import { safeName } from "./safe-name.ts";
import { demandWay } from "./way.ts";

export interface SiteDownload {
  name: string;
  /** Bytes, where the site says them. */
  size: number | undefined;
  /** Ends by itself when nobody reads it any more. */
  stream: Readable;
}

interface Slot {
  hub: string;
  person: string;
}

interface Open {
  slot: Slot;
  hub: string;
  id: string;
  by: NonNullable<By>;
  name: string;
  size: number | undefined;
}

type Asked = Pick<SiteAsked, "hub" | "call" | "params" | "query">;

/** A site keeps what nobody fetches for half a minute. */
const TICKET_MS = 20_000;
const READER_MS = 20_000;
const MOST = 16;
const MOST_OF_PERSON = 4;

export class SiteDownloads {
  readonly #routed: Pick<RoutedCalls, "act" | "exchange">;
  readonly #clock: Clock;
  readonly #pace: Pace;
  readonly #tickets = new Map<string, { open: Open; cancel: () => void }>();
  /** Opened or being opened, and not over. */
  readonly #under = new Set<Slot>();

  constructor(routed: Pick<RoutedCalls, "act" | "exchange">, clock: Clock, pace: Pace) {
    this.#routed = routed;
    this.#clock = clock;
    this.#pace = pace;
  }

  /** @throws InvalidInputError, NotFoundError, UnavailableError */
  async open(
    { call, hub, params, query }: Asked,
    by: NonNullable<By>,
  ): Promise<SiteTold & { ticket?: string; name?: string }> {
    demandWay(call, "down");
    const slot = this.#slot(hub, by.id);
    const id = randomBytes(18).toString("base64url");
    let opened = false;
    try {
      const told = await this.#routed.act({ hub, call, params, query, file: { id } }, by);
      const offer = told.status === 200 ? z.safeParse(transferOffer, told.answer).data : undefined;
      if (!offer) return told;
      opened = true;
      const name = safeName(offer.name);
      const open = { slot, hub, id, by, name, size: offer.size };
      const ticket = randomBytes(24).toString("base64url");
      const cancel = this.#clock.after(TICKET_MS, () => {
        this.#tickets.delete(ticket);
        this.#over(open);
      });
      this.#tickets.set(ticket, { open, cancel });
      return { ...told, ticket, name };
    } finally {
      if (!opened) this.#under.delete(slot);
    }
  }

  /** @throws DeniedError */
  take(ticket: string): SiteDownload {
    const found = this.#tickets.get(ticket);
    if (!found) throw new DeniedError(texts.fileTicketOver);
    this.#tickets.delete(ticket);
    found.cancel();
    const { open } = found;
    return { name: open.name, size: open.size, stream: this.#streamOf(open) };
  }

  #slot(hub: string, person: string): Slot {
    const all = [...this.#under];
    const many =
      all.length >= MOST ||
      all.filter((one) => one.hub === hub).length >= TRANSFER_LIMITS.atOnce ||
      all.filter((one) => one.person === person).length >= MOST_OF_PERSON;
    if (many) throw new UnavailableError(texts.manyFiles);
    const slot = { hub, person };
    this.#under.add(slot);
    return slot;
  }

  #streamOf(open: Open): Readable {
    const waits = () => this.#clock.after(READER_MS, () => stream.destroy());
    const stream: Readable = Readable.from(
      this.#pieces(open, waits, () => begins()),
      { objectMode: false, highWaterMark: TRANSFER_LIMITS.piece },
    );
    const begins = waits();
    stream.once("close", () => {
      begins();
      this.#over(open);
    });
    return stream;
  }

  /** @param waits begins to wait for the reader; what it returns ends that @param begun somebody reads */
  async *#pieces(open: Open, waits: () => () => void, begun: () => void): AsyncGenerator<Uint8Array> {
    begun();
    const hash = createHash("sha256");
    const until = this.#clock.monotonic() + TRANSFER_LIMITS.whole;
    for (let at = 0; ; ) {
      const { bytes, head } = await this.#read(open, at);
      at += bytes.length;
      hash.update(bytes);
      const late = this.#clock.monotonic() > until;
      const much = at > (open.size ?? TRANSFER_LIMITS.down) || at > TRANSFER_LIMITS.down;
      if (late || much || (bytes.length === 0 && !head.last))
        throw new UnavailableError(texts.siteUnreadable);
      if (head.last) {
        // Before the last bytes go: what has all its bytes counts as whole in the browser.
        const whole = open.size === undefined || open.size === at;
        if (!whole || head.sha256 !== hash.digest("hex")) throw new UnavailableError(texts.siteUnreadable);
      }
      if (bytes.length > 0) {
        const taken = waits();
        try {
          yield bytes;
        } finally {
          taken();
        }
      }
      if (head.last) return;
    }
  }

  async #read(open: Open, at: number) {
    await this.#pace.turn(open.hub);
    const reply = await this.#routed.exchange(open.hub, this.#message(open, "read", at));
    const piece = readPiece(transferTold, reply);
    if (!piece) throw new UnavailableError(saidBy(toldBy(answerIn(reply))));
    const { bytes, head } = piece;
    if (head?.at !== at) throw new UnavailableError(texts.siteUnreadable);
    return { bytes, head };
  }

  #message({ by, id }: Open, does: "read" | "drop", at: number): Uint8Array {
    return pieceMessage({ v: 1, file: id, does, person: by.id, level: by.level, at }, new Uint8Array());
  }

  /** Also at the site, where it is open still. */
  #over(open: Open): void {
    if (!this.#under.delete(open.slot)) return;
    this.#routed.exchange(open.hub, this.#message(open, "drop", 0)).catch(() => undefined);
  }
}

const saidSchema = z.object({ message: z.string().check(z.maxLength(500)) });
const saidBy = ({ answer }: SiteTold): string =>
  z.safeParse(saidSchema, answer).data?.message ?? texts.siteUnreadable;
