/**
 * Files on their way to the central, one at a time and piece by piece, slowly enough that the site's line is left for other things.
 *
 *     const feed = new FileFeed({ sources, clock, log });
 *     await feed.run(wire, signal);      // until the signal; errors are tried again
 */
import { type FileHandle, open } from "node:fs/promises";
import { Backoff, type Clock, errorText, type Logger, rested } from "@hubwart/core";
import { FILE_LIMITS, type FileAnswer, type FileOffer, type FilePiece } from "../../files.ts";
import type { FileSource, OutgoingFile } from "./file-source.ts";

export interface FileWire {
  /** @throws Error without an answer */
  offer(head: FileOffer): Promise<FileAnswer>;
  piece(head: FilePiece, bytes: Uint8Array): Promise<FileAnswer>;
}

export interface FileFeedParts {
  sources: readonly FileSource[];
  clock: Clock;
  log: Logger;
  backoff?: () => Backoff;
  /** ms between two pieces, between two looks at what there is to send, and while the central reads through what it got. */
  pace?: { piece: number; look: number; checking: number };
}

/** 1 MiB a second; a central looks at a hundred messages of a hub in ten seconds. */
const PACE = { piece: 250, look: 10_000, checking: 1_000 };
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 300_000;
/** The central has no room: people there have to see to it. */
const LATER_MS = 600_000;
const CHECKED_WITHIN_MS = 3_600_000;
/** Times that it does not come further; its place on the disk may be bad, here or there. */
const MOST_STALLS = 3;

type Outcome = "none" | "later" | "over";

export class FileFeed {
  readonly #parts: FileFeedParts;
  /** Why nothing was sent of a kind, as last told. */
  readonly #said = new Map<FileSource, string>();

  constructor(parts: FileFeedParts) {
    this.#parts = parts;
  }

  async run(wire: FileWire, signal: AbortSignal): Promise<void> {
    const { backoff = () => new Backoff(FIRST_PAUSE_MS, LONGEST_PAUSE_MS), clock, pace = PACE } = this.#parts;
    const turns = this.#parts.sources.map((source) => ({ source, backoff: backoff(), due: 0 }));
    for (const source of this.#parts.sources) source.begun?.();
    while (!signal.aborted) {
      let again = false;
      for (const turn of turns) {
        if (signal.aborted || clock.monotonic() < turn.due) continue;
        const outcome = await this.#tried(turn.source, wire, signal);
        if (outcome === "over") again = true;
        if (outcome === undefined) turn.due = clock.monotonic() + turn.backoff.next();
        else turn.backoff.reset();
        if (outcome === "later") turn.due = clock.monotonic() + LATER_MS;
      }
      await rested(clock, again ? pace.piece : pace.look, signal);
    }
  }

  async #tried(source: FileSource, wire: FileWire, signal: AbortSignal): Promise<Outcome | undefined> {
    try {
      const next = await source.next();
      const outcome = next ? await this.#send(source, next, wire, signal) : "none";
      if (outcome !== "later") this.#said.delete(source);
      return outcome;
    } catch (error) {
      if (!signal.aborted) this.#say(source, errorText(error));
      return undefined;
    }
  }

  async #send(source: FileSource, next: OutgoingFile, wire: FileWire, signal: AbortSignal): Promise<Outcome> {
    const { about, file, name, sha256, size } = next;
    const what = { kind: source.kind, name, size, sha256, ...(about === undefined ? {} : { about }) };
    const offer: FileOffer = { v: 1, ask: "file", ...what };
    const handle = await open(file, "r");
    try {
      let answer = await wire.offer(offer);
      const looks = { until: this.#parts.clock.monotonic() + CHECKED_WITHIN_MS, stalls: 0 };
      while (!signal.aborted) {
        const outcome = await this.#outcome(source, name, answer);
        if (outcome) return outcome;
        const before = answer.at;
        if (before < size) answer = await this.#piece(offer, before, handle, wire, signal);
        else answer = await this.#checked(offer, looks.until, wire, signal);
        if (answer.at < before || (answer.at === before && before < size)) looks.stalls += 1;
        if (looks.stalls > MOST_STALLS) throw new Error(`${name}: does not arrive as it was sent`);
      }
      throw new Error("ended");
    } finally {
      await handle.close();
    }
  }

  async #outcome(source: FileSource, name: string, answer: FileAnswer): Promise<Outcome | undefined> {
    const { refused, stored, why = "" } = answer;
    if (refused === "later") {
      this.#say(source, why);
      return "later";
    }
    if (refused === undefined && !stored) return undefined;
    if (!stored) this.#parts.log.warn(`${name}: ${why}`);
    await source.over(name, stored);
    return "over";
  }

  async #piece(
    offer: FileOffer,
    at: number,
    handle: FileHandle,
    wire: FileWire,
    signal: AbortSignal,
  ): Promise<FileAnswer> {
    const { clock, pace = PACE } = this.#parts;
    const bytes = Buffer.allocUnsafe(Math.min(FILE_LIMITS.piece, offer.size - at));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, at);
    if (bytesRead !== bytes.length) throw new Error(`${offer.name}: shorter than it was`);
    const answer = await wire.piece({ v: 1, ask: "piece", sha256: offer.sha256, at }, bytes);
    await rested(clock, pace.piece, signal);
    // A central that was started anew has to hear of the file first.
    return answer.at > at ? answer : await wire.offer(offer);
  }

  /** All of it is there. */
  async #checked(offer: FileOffer, until: number, wire: FileWire, signal: AbortSignal): Promise<FileAnswer> {
    const { clock, pace = PACE } = this.#parts;
    if (clock.monotonic() > until) throw new Error(`${offer.name}: not checked`);
    const answer = await wire.offer(offer);
    // It has waited itself before it says that it is not done yet.
    if (answer.at === offer.size && !answer.stored) await rested(clock, pace.checking, signal);
    return answer;
  }

  #say(source: FileSource, text: string): void {
    const said = `${source.kind}: ${text}`;
    if (this.#said.get(source) !== said) this.#parts.log.warn(said);
    this.#said.set(source, said);
  }
}
