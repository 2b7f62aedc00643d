/**
 * One interface: keeps the connection, polls the blocks, writes in between.
 *
 * A unit over which the connection ends is asked again later than the others, and the turns go on where they were: so a
 * gateway that closes, resets or answers garbage for one unit starves no other one.
 *
 * Invariants: everything happens in one loop, one request after the other; writes go before reads, but
 * after `WRITES_IN_A_ROW` a block that is due has its turn, so that constant writing starves no value.
 */
import { Backoff, errorText, UnavailableError } from "@hubwart/core";
import { type AskedRead as Asked, AskedReads } from "../base/asked.ts";
import type { CheckResult } from "../base/methods.ts";
import { address, netErrorText } from "../base/net-errors.ts";
import type { PodContext, PodWrite } from "../base/pod.ts";
import { Repetition } from "../base/pod-log.ts";
import { openSocket } from "../base/socket.ts";
import { Wakeup } from "../base/wakeup.ts";
import { decodeRegisters, encodeRegisters, type Raw } from "../modbus/codec.ts";
import { EXCEPTION, ModbusClosed, ModbusException, ModbusTimeout } from "../modbus/exceptions.ts";
import { isBitArea } from "../modbus/item.ts";
import { rawOf } from "../modbus/value.ts";
import type { Block } from "./blocks.ts";
import { checkLine } from "./check.ts";
import { ModbusLink } from "./link.ts";
import { Outbox } from "./outbox.ts";
import type { Outgoing, Point } from "./point.ts";
import { Polls } from "./polls.ts";
import type { ModbClientIface } from "./schema.ts";
import { readBlock, readPoint, writePoint } from "./transfer.ts";
import { Units } from "./units.ts";
import { Values } from "./values.ts";

type AskedRead = Asked<Point, Raw>;

/** With the longest pause: a peer that is back is found within 5 s. */
const CONNECT_MS = 3000;
const LONGEST_PAUSE = 2000;
const WRITES_IN_A_ROW = 8;
/** Key under which repetition of the connection's log is counted; units use their number. */
const CONNECTED = -1;
/** So many requests without any answer, and the connection is taken for dead. */
const MISSES_IN_A_ROW = 3;

export class Line {
  readonly #id: string;
  readonly #config: ModbClientIface;
  readonly #points: ReadonlyMap<number, Point>;
  readonly #context: PodContext;
  readonly #target: string;
  readonly #polls: Polls;
  readonly #units = new Units();
  readonly #outbox: Outbox;
  readonly #values: Values;
  readonly #asked = new AskedReads<Point, Raw>();
  readonly #backoff = new Backoff(250, LONGEST_PAUSE);
  readonly #wakeup: Wakeup;
  readonly #rest: Wakeup;
  readonly #retry: Wakeup;
  #link: ModbusLink | undefined;
  #lostBecause = "";
  #warned = "";
  #misses = 0;
  /** Requests answered on this connection. */
  #answers = 0;
  /** The last connection ended over one unit. */
  #broken = false;
  readonly #repetition: Repetition;

  constructor(id: string, config: ModbClientIface, points: readonly Point[], context: PodContext) {
    this.#id = id;
    this.#config = config;
    this.#points = new Map(points.map((point) => [point.index, point]));
    this.#context = context;
    this.#target = address(config.host, config.port);
    this.#polls = new Polls(
      points.filter((point) => point.reads),
      { maxBlock: config.max_block, maxGap: config.max_gap },
    );
    this.#outbox = new Outbox(this.#units, (point) => context.coalesced?.(point.index));
    this.#values = new Values(context);
    this.#repetition = new Repetition(() => context.clock.monotonic());
    this.#wakeup = new Wakeup(context.clock);
    this.#rest = new Wakeup(context.clock);
    this.#retry = new Wakeup(context.clock);
  }

  start(): void {
    const running = this.#run();
    this.#context.scope.add(async () => {
      this.#link?.close();
      this.#wakeup.wake();
      this.#rest.wake();
      this.#retry.wake();
      await running;
    });
  }

  write(point: Point, write: PodWrite): void {
    const made = rawOf(point.item, write.value);
    if ("problem" in made) {
      this.#values.refused(point, write, made.problem);
      return;
    }
    const sendable =
      this.#link?.open === true && this.#units.askFrom(point.unit) <= this.#context.clock.monotonic();
    this.#outbox.offer({ point, raw: made.raw, write }, sendable);
    this.#wakeup.wake();
  }

  /** Reads a channel now, before what is due. @throws UnavailableError in German */
  async readNow(point: Point, signal: AbortSignal): Promise<Raw> {
    if (this.#link?.open !== true) {
      throw new UnavailableError(this.#lostBecause || `Die Verbindung zu ${this.#target} steht noch nicht.`);
    }
    const read = this.#asked.add(point, signal);
    this.#wakeup.wake();
    return await read;
  }

  check(signal: AbortSignal): Promise<CheckResult> {
    const stands = this.#link?.open === true;
    const read = stands ? (point: Point) => this.readNow(point, signal) : undefined;
    return checkLine(
      { config: this.#config, points: [...this.#points.values()], read },
      this.#context,
      signal,
    );
  }

  flush(): Promise<void> {
    return this.#outbox.flush();
  }

  async #run(): Promise<void> {
    const { clock, scope, log } = this.#context;
    while (!scope.ended) {
      try {
        const { host, port } = this.#config;
        const socket = await openSocket({ host, port, timeoutMs: CONNECT_MS, clock, signal: scope.signal });
        const link = new ModbusLink(socket, {
          mode: this.#config.mode,
          timeout: this.#config.timeout,
          target: this.#target,
          clock,
          closed: (reason) => {
            this.#lostBecause = reason;
            this.#wakeup.wake();
            this.#rest.wake();
          },
        });
        this.#link = link;
        const text = this.#broken
          ? undefined
          : this.#repetition.pass(CONNECTED, `Verbunden mit ${this.#target}`);
        if (text !== undefined) log.info(text);
        this.#report();
        await this.#serve(link);
        link.close();
      } catch (error) {
        this.#broken = false;
        this.#lostBecause = netErrorText(error, this.#target);
      }
      this.#link = undefined;
      this.#outbox.keepAll();
      this.#asked.failAll(this.#lostBecause || "Die Verbindung ist beendet.");
      if (scope.ended) break;
      // One unit ended a connection that served others: it is made anew without telling them.
      if (!this.#broken || this.#answers === 0) this.#disconnected();
      await this.#retry.sleep(this.#backoff.next());
    }
  }

  #disconnected(): void {
    // The same reason at every attempt would only fill the log.
    if (this.#warned !== this.#lostBecause) this.#context.log.warn(this.#lostBecause);
    this.#warned = this.#lostBecause;
    this.#context.connection(this.#id, { state: false, active: 0, error: this.#lostBecause });
    for (const point of this.#points.values()) if (point.reads) this.#values.missed(point);
  }

  async #serve(link: ModbusLink): Promise<void> {
    const { clock } = this.#context;
    if (!this.#broken) this.#polls.restart(clock.monotonic());
    this.#broken = false;
    this.#units.reconnected();
    this.#misses = 0;
    this.#answers = 0;
    let writes = 0;
    while (link.open) {
      const asked = this.#asked.take();
      if (asked) {
        await this.#readAsked(link, asked);
        continue;
      }
      const now = clock.monotonic();
      const poll = this.#polls.next((unit) => this.#units.askFrom(unit));
      const due = poll !== undefined && poll.due <= now ? poll : undefined;
      const outgoing = due && writes >= WRITES_IN_A_ROW ? undefined : this.#outbox.take(now);
      if (outgoing) {
        writes += 1;
        await this.#write(link, outgoing);
      } else if (due) {
        writes = 0;
        await this.#read(link, due.block);
      } else {
        const next = Math.min(
          poll?.due ?? Number.POSITIVE_INFINITY,
          this.#outbox.due ?? Number.POSITIVE_INFINITY,
        );
        await this.#wakeup.sleep(Number.isFinite(next) ? Math.max(1, next - now) : undefined);
        continue;
      }
      if (this.#config.pause > 0 && link.open) await this.#rest.sleep(this.#config.pause);
    }
  }

  async #read(link: ModbusLink, block: Block): Promise<void> {
    const points = block.items.map(({ index }) => this.#point(index));
    try {
      const raws = await readBlock(link, block);
      this.#answered(block.unit);
      this.#polls.done(block, this.#context.clock.monotonic());
      points.forEach((point, at) => this.#values.took(point, raws[at] ?? false));
    } catch (error) {
      const now = this.#context.clock.monotonic();
      if (error instanceof ModbusClosed) {
        this.#polls.broke(block, now);
        this.#broke(block.unit);
        return;
      }
      if (this.#isMiss(error)) {
        this.#missed(link, block.unit, error);
        this.#polls.done(block, now);
        for (const point of points) this.#values.failed(point, errorText(error));
        return;
      }
      this.#answered(block.unit);
      if (!isRefusal(error)) this.#polls.done(block, now);
      else if (this.#polls.refuse(block, now)) return;
      for (const point of points) {
        this.#values.failed(point, errorText(error));
        this.#values.lost(point);
      }
    }
  }

  async #readAsked(link: ModbusLink, { point, done, fail }: AskedRead): Promise<void> {
    try {
      const raw = await readPoint(link, point);
      this.#answered(point.unit);
      if (point.reads) this.#values.took(point, raw);
      done(raw);
    } catch (error) {
      if (error instanceof ModbusClosed) {
        this.#broke(point.unit);
        fail(this.#lostBecause);
        return;
      }
      if (this.#isMiss(error)) this.#missed(link, point.unit, error);
      else this.#answered(point.unit);
      fail(errorText(error));
    }
  }

  async #write(link: ModbusLink, outgoing: Outgoing): Promise<void> {
    const { point, raw, write } = outgoing;
    const broadcast = this.#config.mode === "rtu" && point.unit === 0;
    try {
      await writePoint(link, point, raw, broadcast);
      if (!broadcast) this.#answered(point.unit);
    } catch (error) {
      const again = error instanceof ModbusClosed || this.#isMiss(error);
      const reason = `nicht geschrieben: ${errorText(error)}`;
      if (!again) {
        this.#answered(point.unit);
        this.#values.refused(point, write, reason);
      } else if (error instanceof ModbusClosed) {
        this.#broke(point.unit);
      } else {
        this.#missed(link, point.unit, error);
        this.#values.failed(point, `${reason}; wird wiederholt`);
      }
      this.#outbox.settle(again ? "again" : "over");
      return;
    }
    const refusal =
      (point.reads || point.readback) && !broadcast ? await this.#confirm(link, point, raw) : undefined;
    if (refusal === undefined) this.#context.written(write);
    else this.#values.refused(point, write, refusal);
    this.#outbox.settle("over");
  }

  /** Shows what the device made of a written value; a failure here is seen by the next poll. @returns why it is no success */
  async #confirm(link: ModbusLink, point: Point, raw: Raw): Promise<string | undefined> {
    try {
      const found = await readPoint(link, point);
      if (point.reads) this.#values.took(point, found);
      if (point.readback && found !== held(point, raw)) {
        return `das Gerät hat den Wert nicht übernommen, es hält ${String(found)}`;
      }
    } catch (error) {
      if (error instanceof ModbusClosed) this.#broke(point.unit);
      else if (this.#isMiss(error)) this.#missed(link, point.unit, error);
      if (point.readback && !(error instanceof ModbusClosed)) {
        this.#values.failed(point, `nicht zurückgelesen: ${errorText(error)}`);
      }
    }
    return undefined;
  }

  /** The device is not there right now; the same request may succeed later. */
  #isMiss(error: unknown): boolean {
    if (error instanceof ModbusTimeout) return true;
    if (!(error instanceof ModbusException)) return false;
    const { busy, gatewayPath, gatewayTarget } = EXCEPTION;
    return error.code === busy || error.code === gatewayPath || error.code === gatewayTarget;
  }

  #answered(unit: number): void {
    this.#misses = 0;
    this.#answers += 1;
    this.#warned = "";
    this.#backoff.reset();
    if (this.#units.answered(unit)) {
      this.#context.log.info(`Unit-ID ${unit} antwortet wieder`);
      this.#report();
    }
  }

  #missed(link: ModbusLink, unit: number, error: unknown): void {
    this.#misses = error instanceof ModbusTimeout ? this.#misses + 1 : 0;
    if (this.#units.missed(unit, this.#context.clock.monotonic(), this.#isAlone(unit))) {
      this.#context.log.warn(errorText(error));
      this.#report();
    }
    this.#holdOver(unit);
    if (this.#misses >= MISSES_IN_A_ROW && link.open) {
      this.#lostBecause = `${this.#target} antwortet nicht auf Anfragen`;
      link.close();
    }
  }

  /** The connection ended while this unit was asked. */
  #broke(unit: number): void {
    const { clock, log, scope } = this.#context;
    if (scope.ended) return;
    this.#broken = true;
    this.#units.broke(unit, clock.monotonic());
    const text = this.#repetition.pass(unit, `${this.#lostBecause}, als Unit-ID ${unit} gefragt war`);
    if (text !== undefined) log.warn(text);
    this.#holdOver(unit);
  }

  #isAlone(unit: number): boolean {
    for (const point of this.#points.values()) {
      if (point.reads && point.unit !== unit && !this.#units.isSilent(point.unit)) return false;
    }
    return true;
  }

  /** What a silent unit said last is held over. */
  #holdOver(unit: number): void {
    if (!this.#units.isSilent(unit)) return;
    for (const point of this.#points.values()) {
      if (point.reads && point.unit === unit) this.#values.missed(point);
    }
  }

  #report(): void {
    const { silent } = this.#units;
    const error =
      silent.length === 0
        ? {}
        : { error: `Keine Antwort von Unit-ID ${silent.join(", ")} an ${this.#target}` };
    this.#context.connection(this.#id, { state: true, active: 1, ...error });
  }

  #point(index: number): Point {
    const point = this.#points.get(index);
    if (!point) throw new Error(`no channel ${index}`);
    return point;
  }
}

/** The device does not have these registers, or not so many at once. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof ModbusException &&
    (error.code === EXCEPTION.illegalAddress || error.code === EXCEPTION.illegalValue)
  );
}

/** The value as it reads back: rounded to 32 bits, blanks cut. */
function held({ item }: Point, raw: Raw): Raw {
  return isBitArea(item.area) ? raw : decodeRegisters(item, encodeRegisters(item, raw));
}
