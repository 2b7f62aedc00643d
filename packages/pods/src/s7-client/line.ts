/**
 * One interface: keeps the connection to a CPU, reads what is due, writes in between.
 *
 * Invariants: everything happens in one loop, one request after the other; writes go before reads, but after
 * `WRITES_IN_A_ROW` requests one that is due to be read has its turn, so that constant writing starves no value. After a
 * connection that ended over a write, reading comes first.
 */
import { Backoff, errorText, UnavailableError } from "@hubwart/core";
import { type AskedRead as Asked, AskedReads } from "@hubwart/runtime/asked";
import { Deliveries } from "@hubwart/runtime/delivery/deliveries";
import type { CheckResult } from "@hubwart/runtime/methods";
import { address, netErrorText } from "@hubwart/runtime/net-errors";
import type { PodContext, PodWrite } from "@hubwart/runtime/pod";
import { openSocket } from "@hubwart/runtime/socket";
import { Wakeup } from "@hubwart/runtime/wakeup";
import { texts as sharedTexts } from "../shared/texts.ts";
import { checkCpu } from "./check.ts";
import { S7ValueError } from "./codec.ts";
import type { S7ClientIface } from "./columns.ts";
import { S7Closed, S7Link, S7Refused } from "./link.ts";
import { dataSize, ITEM_SPEC, roomOf } from "./pdu.ts";
import { type Piece, planRequests } from "./plan.ts";
import type { Point } from "./point.ts";
import { type Poll, Polls } from "./polls.ts";
import { itemReason } from "./reasons.ts";
import { texts } from "./texts.ts";
import { tsapsOf } from "./tsap.ts";
import { patchOf } from "./value.ts";
import { Values } from "./values.ts";
import { type Outgoing, writePieces } from "./write.ts";

type AskedRead = Asked<Point, Buffer>;

const CONNECT_MS = 5000;
const WRITES_IN_A_ROW = 8;
/** Stands for the return code of a range that was refused with its whole request. */
const PART = 0;
/** Of a value over which the CPU ends the connection, ms. */
const PAUSES = { first: 1_000, longest: 60_000 };

export class Line {
  readonly #id: string;
  readonly #config: S7ClientIface;
  readonly #points: readonly Point[];
  readonly #context: PodContext;
  readonly #target: string;
  readonly #polls: Polls;
  readonly #deliveries: Deliveries<Outgoing, Point>;
  readonly #values: Values;
  readonly #asked = new AskedReads<Point, Buffer>();
  readonly #backoff = new Backoff();
  readonly #wakeup: Wakeup;
  readonly #retry: Wakeup;
  #link: S7Link | undefined;
  #readFirst = false;
  #lostBecause = "";
  #warned = "";
  /** German reason of a CPU that is connected and refuses. */
  #trouble = "";

  constructor(id: string, config: S7ClientIface, points: readonly Point[], context: PodContext) {
    this.#id = id;
    this.#config = config;
    this.#points = points.filter((point) => point.reads);
    this.#context = context;
    this.#target = address(config.host, config.port);
    this.#polls = new Polls(this.#points, config.max_gap);
    this.#deliveries = new Deliveries({ lane: ({ point }) => point, pauses: PAUSES, report: context });
    this.#values = new Values(context);
    this.#wakeup = new Wakeup(context.clock);
    this.#retry = new Wakeup(context.clock);
  }

  start(): void {
    const running = this.#run();
    this.#context.scope.add(async () => {
      this.#link?.close();
      this.#wakeup.wake();
      this.#retry.wake();
      await running;
    });
  }

  write(point: Point, write: PodWrite): void {
    try {
      const patch = patchOf(point.item, write.value);
      this.#deliveries.offer({ point, patch, write }, this.#context.clock.monotonic());
      this.#wakeup.wake();
    } catch (error) {
      if (!(error instanceof S7ValueError)) throw error;
      this.#values.notWritten(point, write, errorText(error));
    }
  }

  flush(): Promise<void> {
    return this.#deliveries.flush();
  }

  /** Reads a channel now, before what is due. @throws UnavailableError in German */
  async readNow(point: Point, signal: AbortSignal): Promise<Buffer> {
    if (this.#link?.open !== true) {
      throw new UnavailableError(this.#lostBecause || sharedTexts.notConnectedYet(this.#target));
    }
    const read = this.#asked.add(point, signal);
    this.#wakeup.wake();
    return await read;
  }

  async check(signal: AbortSignal): Promise<CheckResult> {
    const stands = this.#link?.open === true ? this.#link.pdu : undefined;
    return await checkCpu(this.#config, stands, this.#context.clock, signal);
  }

  async #run(): Promise<void> {
    const { clock, log, scope } = this.#context;
    while (!scope.ended) {
      try {
        const { host, pdu, port, timeout } = this.#config;
        const socket = await openSocket({ host, port, timeoutMs: CONNECT_MS, clock, signal: scope.signal });
        const options = { ...tsapsOf(this.#config), pdu, timeout, target: this.#target, clock };
        const link = await S7Link.over(socket, options, (reason) => {
          this.#lostBecause = reason;
          this.#wakeup.wake();
        });
        this.#link = link;
        this.#deliveries.open();
        this.#warned = "";
        this.#trouble = "";
        log.info(texts.connectedWith(this.#target, link.pdu));
        this.#context.connection(this.#id, { state: true, active: 1 });
        await this.#serve(link);
      } catch (error) {
        this.#lostBecause = error instanceof S7Closed ? error.message : netErrorText(error, this.#target);
      }
      // Whatever happened: a CPU has few connections.
      this.#link?.close();
      this.#link = undefined;
      this.#deliveries.close();
      this.#asked.failAll(this.#lostBecause || sharedTexts.connectionEnded);
      if (scope.ended) break;
      this.#disconnected();
      await this.#retry.sleep(this.#backoff.next());
    }
  }

  /** The connection ended over these: until something was read, nothing more is written. */
  #writtenInVain(batch: readonly Outgoing[], { message }: S7Closed): void {
    const { clock, scope } = this.#context;
    this.#readFirst = true;
    for (const outgoing of batch) {
      this.#deliveries.settle(outgoing, { t: "vain" }, clock.monotonic());
      if (scope.ended) continue;
      this.#values.failed(outgoing.point, sharedTexts.notWrittenYet(message), "write");
    }
  }

  #disconnected(): void {
    // The same reason at every attempt would only fill the log.
    if (this.#warned !== this.#lostBecause) this.#context.log.warn(this.#lostBecause);
    this.#warned = this.#lostBecause;
    this.#context.connection(this.#id, { state: false, active: 0, error: this.#lostBecause });
    for (const point of this.#points) this.#values.away(point);
  }

  async #serve(link: S7Link): Promise<void> {
    const { clock } = this.#context;
    this.#polls.restart(link.pdu, clock.monotonic());
    let writes = 0;
    while (link.open) {
      const now = clock.monotonic();
      const poll = this.#polls.next();
      const due = poll !== undefined && poll.due <= now;
      const turn = due && (this.#readFirst || writes >= WRITES_IN_A_ROW);
      const outgoing = this.#deliveries.due ?? Number.POSITIVE_INFINITY;
      try {
        const asked = this.#asked.take();
        if (asked) {
          await this.#readAsked(link, asked);
        } else if (outgoing <= now && !turn) {
          writes += 1;
          await this.#writeBatch(link);
        } else if (due) {
          writes = 0;
          await this.#read(link, poll);
        } else {
          const next = Math.min(poll?.due ?? Number.POSITIVE_INFINITY, outgoing);
          await this.#wakeup.sleep(Number.isFinite(next) ? Math.max(1, next - now) : undefined);
        }
      } catch (error) {
        if (!(error instanceof S7Closed)) throw error;
      }
    }
  }

  async #read(link: S7Link, poll: Poll): Promise<void> {
    this.#readFirst = false;
    try {
      const answers = await link.read(poll.request);
      const refused = new Map<Piece, number>();
      poll.request.forEach((piece, at) => {
        const answer = answers[at];
        if (!answer) return;
        if ("refused" in answer) refused.set(piece, answer.refused);
        else this.#took(piece, answer.bytes);
      });
      this.#answered("");
      this.#apart(poll, refused, itemReason);
    } catch (error) {
      if (error instanceof S7Closed) this.#readCut(poll, error);
      if (!(error instanceof S7Refused)) throw error;
      this.#readRefused(poll, error);
    }
  }

  /** @param reason by the CPU's return code, German */
  #apart(poll: Poll, refused: ReadonlyMap<Piece, number>, reason: (code: number) => string): void {
    const before = this.#polls.refused;
    this.#polls.done(poll, refused, this.#context.clock.monotonic());
    // A range that is parted now is asked again at once; only what the CPU refuses for good is reported.
    for (const [piece, code] of refused) {
      if (!this.#polls.holds(piece)) continue;
      for (const point of piece.points) this.#values.refused(point, reason(code));
    }
    if (this.#polls.refused !== before) this.#report();
  }

  /** The whole request is refused, maybe over one variable in it. */
  #readRefused(poll: Poll, { concern, message }: S7Refused): void {
    const { request } = poll;
    if (concern === "request") {
      this.#apart(poll, new Map(request.map((piece) => [piece, PART])), () => message);
      return;
    }
    this.#answered(message);
    for (const piece of request) for (const point of piece.points) this.#values.refused(point, message);
    this.#polls.done(poll, new Map(), this.#context.clock.monotonic() + this.#backoff.next());
  }

  /** The connection ended over a read. */
  #readCut(poll: Poll, { message }: S7Closed): void {
    this.#polls.broke(poll, this.#context.clock.monotonic());
    const points = poll.request.flatMap((piece) => piece.points);
    const [only, ...more] = points;
    // The first time it is more likely the CPU that is away.
    if (poll.cut && only && more.length === 0) this.#values.failed(only, texts.notRead(message));
  }

  async #readAsked(link: S7Link, { done, fail, point }: AskedRead): Promise<void> {
    try {
      const [answer] = await link.read([point.item]);
      if (!answer) fail(this.#lostBecause);
      else if ("refused" in answer) fail(`${point.name}: ${itemReason(answer.refused)}.`);
      else done(answer.bytes);
      if (answer && "bytes" in answer && point.reads) this.#values.took(point, answer.bytes);
    } catch (error) {
      fail(error instanceof S7Refused ? `${error.message}.` : this.#lostBecause);
      if (!(error instanceof S7Refused)) throw error;
    }
  }

  #took(piece: Piece, bytes: Buffer): void {
    const unit = piece.area === "T" || piece.area === "C" ? 2 : 1;
    for (const point of piece.points) {
      const from = (point.item.start - piece.start) * unit;
      this.#values.took(point, bytes.subarray(from, from + point.item.size * unit));
    }
  }

  async #writeBatch(link: S7Link): Promise<void> {
    const room = roomOf(link.pdu);
    const cost = ({ patch }: Outgoing) => ITEM_SPEC + dataSize(patch.bytes.length);
    const { clock } = this.#context;
    const batch = this.#deliveries.take({
      now: clock.monotonic(),
      fits: (taken, next) =>
        taken.length < room.items &&
        taken.reduce((sum, outgoing) => sum + cost(outgoing), cost(next)) <= room.writeBytes,
    });
    if (batch.length > 0) await this.#confirm(link, await this.#tryWriting(link, batch));
  }

  /** @returns what the CPU took */
  async #tryWriting(link: S7Link, batch: readonly Outgoing[]): Promise<Outgoing[]> {
    let codes: (number | undefined)[];
    try {
      codes = await writePieces(link, batch);
    } catch (error) {
      if (error instanceof S7Closed) this.#writtenInVain(batch, error);
      if (!(error instanceof S7Refused)) throw error;
      if (batch.length > 1) return await this.#writeOneByOne(link, batch);
      this.#writeRefused(batch, error);
      return [];
    }
    this.#answered("");
    batch.forEach((outgoing, at) => {
      const code = codes[at];
      this.#settle(outgoing, code === undefined ? undefined : itemReason(code));
    });
    return batch.filter((_, at) => codes[at] === undefined);
  }

  /** All are refused together, maybe over one of them. */
  async #writeOneByOne(link: S7Link, batch: readonly Outgoing[]): Promise<Outgoing[]> {
    const taken: Outgoing[] = [];
    for (const [at, outgoing] of batch.entries()) {
      try {
        taken.push(...(await this.#tryWriting(link, [outgoing])));
      } catch (error) {
        const now = this.#context.clock.monotonic();
        for (const next of batch.slice(at + 1)) this.#deliveries.settle(next, { t: "unsent" }, now);
        throw error;
      }
    }
    return taken;
  }

  #writeRefused(batch: readonly Outgoing[], { concern, message }: S7Refused): void {
    if (concern !== "request") this.#answered(message);
    for (const outgoing of batch) {
      if (concern !== "state") {
        this.#settle(outgoing, message);
        continue;
      }
      this.#deliveries.settle(outgoing, { t: "vain" }, this.#context.clock.monotonic());
      this.#values.failed(outgoing.point, sharedTexts.notWrittenYet(message), "write");
    }
  }

  /** @param reason why the CPU refuses it, German */
  #settle(outgoing: Outgoing, reason: string | undefined): void {
    const outcome =
      reason === undefined
        ? { t: "written" as const }
        : { t: "refused" as const, reason: texts.notWritten(outgoing.point.name, reason) };
    this.#deliveries.settle(outgoing, outcome, this.#context.clock.monotonic());
  }

  /** Shows what the CPU made of the written values; a failure here is seen by the next poll. */
  async #confirm(link: S7Link, batch: readonly Outgoing[]): Promise<void> {
    const points = batch.map(({ point }) => point).filter((point) => point.reads);
    for (const request of planRequests(points, { pdu: link.pdu, maxGap: 0 })) {
      const answers = await link.read(request).catch((error: unknown) => {
        if (error instanceof S7Refused) return [];
        throw error;
      });
      request.forEach((piece, at) => {
        const answer = answers[at];
        if (answer && "bytes" in answer) this.#took(piece, answer.bytes);
      });
    }
  }

  /** `trouble` is the German reason of a CPU that answers by a refusal. */
  #answered(trouble: string): void {
    if (trouble === "") this.#backoff.reset();
    if (this.#trouble === trouble) return;
    this.#trouble = trouble;
    if (trouble !== "") this.#context.log.warn(`${this.#target}: ${trouble}`);
    this.#report();
  }

  #report(): void {
    const { refused } = this.#polls;
    const held = refused === 1 ? texts.oneRefused : texts.someRefused(refused);
    const text = this.#trouble === "" ? (refused === 0 ? undefined : texts.logTells(held)) : this.#trouble;
    const error = text === undefined ? {} : { error: text };
    this.#context.connection(this.#id, { state: true, active: 1, ...error });
  }
}
