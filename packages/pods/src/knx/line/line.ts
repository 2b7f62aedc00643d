/**
 * One interface: keeps the link to the bus, sends what waits at the allowed rate, hands on what comes.
 *
 * Invariants: one telegram is sent at a time, `time` ms or more after the one before. A telegram of our own sets the other
 * channels that listen to its address, never the one that sent it.
 */
import { Backoff, errorText } from "@hubwart/core";
import type { CheckResult } from "../../base/methods.ts";
import { netErrorText } from "../../base/net-errors.ts";
import type { PodContext, PodWrite } from "../../base/pod.ts";
import { Wakeup } from "../../base/wakeup.ts";
import { encodeValue, type Payload } from "../dpt/codec.ts";
import type { KnxIface } from "../schema.ts";
import { isSecure } from "../secure/data-secure.ts";
import { KeyringError } from "../secure/keyring.ts";
import { type SecureSetup, secureSetup } from "../secure/setup.ts";
import { groupText, individualText } from "../wire/address.ts";
import {
  CEMI,
  type Cemi,
  cemiFrame,
  type GroupService,
  groupTpdu,
  PRIORITY,
  parseGroupTpdu,
} from "../wire/cemi.ts";
import { checkKnxLink } from "./check.ts";
import { connectLink, targetOf } from "./connect.ts";
import { type Link, LinkError, type Outcome } from "./link.ts";
import { Monitor } from "./monitor.ts";
import { type Job, Outbox } from "./outbox.ts";
import type { Point } from "./point.ts";
import { Readings } from "./readings.ts";
import { Values } from "./values.ts";

const TICK_MS = 250;
/** A link that stood this long was no mere attempt. */
const STOOD_MS = 10_000;
const NOTICE_EVERY_MS = 60_000;

export class Line {
  readonly id: string;
  readonly #config: KnxIface;
  readonly #context: PodContext;
  readonly #points: readonly Point[];
  readonly #byAddress = new Map<number, Point[]>();
  readonly #aging: readonly Point[];
  readonly #outbox: Outbox;
  readonly #monitor: Monitor;
  readonly #values: Values;
  readonly #readings: Readings;
  /** What each channel sent last, for answers. */
  readonly #sent = new Map<Point, Payload>();
  readonly #backoff = new Backoff();
  readonly #wakeup: Wakeup;
  readonly #retry: Wakeup;
  #link: Link | undefined;
  /** What the link reached, in German. */
  #stands = "";
  #secure: { setup: SecureSetup | undefined } | undefined;
  #lostBecause = "";
  #warned = "";
  #noticed = Number.NEGATIVE_INFINITY;
  #again = false;

  constructor(id: string, config: KnxIface, points: readonly Point[], context: PodContext) {
    this.id = id;
    this.#config = config;
    this.#points = points;
    this.#context = context;
    for (const point of points) {
      for (const address of new Set([...point.listens, ...(point.responds ? [point.address] : [])])) {
        const there = this.#byAddress.get(address);
        if (there) there.push(point);
        else this.#byAddress.set(address, [point]);
      }
    }
    this.#aging = points.filter(({ maxAge }) => maxAge !== undefined);
    this.#outbox = new Outbox((point) => context.coalesced?.(point.index));
    this.#values = new Values(context);
    const byGroup = new Map(
      points.toReversed().flatMap((point) => [point.address, ...point.listens].map((a) => [a, point])),
    );
    this.#monitor = new Monitor(context.clock, (group) => byGroup.get(group));
    this.#readings = new Readings(points, context.clock);
    this.#wakeup = new Wakeup(context.clock);
    this.#retry = new Wakeup(context.clock);
  }

  start(): void {
    const running = this.#run();
    this.#context.scope.add(async () => {
      this.#wakeup.wake();
      this.#retry.wake();
      await this.#link?.close();
      this.#wakeup.wake();
      await running;
      await this.#secure?.setup?.sequences.save().catch(() => undefined);
    });
  }

  write(point: Point, write: PodWrite): void {
    const made = encodeValue(point.dpt, write.value);
    if ("problem" in made) {
      this.#context.refused(write, `${groupText(point.address)}: ${made.problem}`);
      return;
    }
    this.#outbox.write(point, made.value, write, this.#link?.open === true);
    this.#wakeup.wake();
  }

  telegrams(after: number): ReturnType<Monitor["since"]> {
    return this.#monitor.since(after);
  }

  /** Sends a telegram that belongs to no channel. */
  ask(service: GroupService, address: number, payload: Payload | undefined): Promise<Outcome> {
    if (!this.#link?.open) return Promise.resolve("lost");
    return new Promise((settle) => {
      this.#outbox.ask({ kind: "ask", service, address, payload, settle });
      this.#wakeup.wake();
    });
  }

  check(signal: AbortSignal): Promise<CheckResult> {
    return checkKnxLink(this.#config, {
      clock: this.#context.clock,
      signal,
      stands: this.#link?.open ? this.#stands : undefined,
      secure: () => this.#secured(),
    });
  }

  /** Ends the connection and makes a new one at once. */
  async reconnect(): Promise<void> {
    this.#lostBecause = "Die Verbindung wird neu aufgebaut";
    this.#again = true;
    this.#backoff.reset();
    await this.#link?.close();
    this.#wakeup.wake();
    this.#retry.wake();
  }

  flush(): Promise<void> {
    return this.#outbox.flush();
  }

  async #run(): Promise<void> {
    const { clock, scope, log } = this.#context;
    while (!scope.ended) {
      try {
        const { link, text } = await connectLink(
          this.#config,
          {
            telegram: (cemi) => this.#telegram(cemi),
            closed: (reason) => {
              this.#lostBecause = reason;
              this.#wakeup.wake();
            },
            notice: (notice) => this.#notice(notice),
          },
          { clock, signal: scope.signal, secure: await this.#secured() },
        );
        this.#link = link;
        this.#stands = text;
        const since = clock.monotonic();
        this.#warned = "";
        log.info(`Verbunden mit ${text}`);
        this.#context.connection(this.id, { state: true, active: 1 });
        await this.#serve(link);
        if (clock.monotonic() - since > STOOD_MS) this.#backoff.reset();
      } catch (error) {
        this.#lostBecause =
          error instanceof LinkError ? error.message : netErrorText(error, targetOf(this.#config));
      }
      await this.#link?.close();
      this.#link = undefined;
      this.#outbox.disconnected();
      if (scope.ended) break;
      this.#disconnected();
      if (!this.#again) await this.#retry.sleep(this.#backoff.next());
      this.#again = false;
    }
  }

  /** The keyring is read once; what is wrong with it is the reason that there is no connection. */
  async #secured(): Promise<SecureSetup | undefined> {
    try {
      this.#secure ??= { setup: await secureSetup(this.#context, this.id) };
      return this.#secure.setup;
    } catch (error) {
      if (error instanceof KeyringError) throw new LinkError(error.message);
      throw new LinkError(`Der Hub gibt den Stand der Sequenznummern nicht heraus: ${errorText(error)}`);
    }
  }

  #disconnected(): void {
    // The same reason at every attempt would only fill the log.
    if (this.#warned !== this.#lostBecause) this.#context.log.warn(this.#lostBecause);
    this.#warned = this.#lostBecause;
    this.#context.connection(this.id, { state: false, active: 0, error: this.#lostBecause });
    for (const point of this.#points) this.#values.doubt(point);
  }

  async #serve(link: Link): Promise<void> {
    const { clock, scope } = this.#context;
    this.#readings.connected();
    const stopTicks = clock.every(TICK_MS, () => this.#tick());
    this.#tick();
    let free = 0;
    try {
      while (link.open && !scope.ended) {
        const job = this.#outbox.take();
        if (!job) {
          await this.#wakeup.sleep();
          continue;
        }
        for (let rest = free - clock.monotonic(); rest > 0 && link.open && !scope.ended; ) {
          await new Promise<void>((resolve) => void clock.after(rest, resolve));
          rest = free - clock.monotonic();
        }
        free = clock.monotonic() + this.#config.time;
        await this.#send(link, job);
      }
    } finally {
      stopTicks();
      this.#outbox.settle("again");
    }
  }

  #tick(): void {
    this.#values.expire(this.#aging);
    if (this.#readings.none) return;
    const { ask, unanswered } = this.#readings.tick();
    for (const point of unanswered) {
      this.#values.failed(point, "keine Antwort auf die Leseanfrage");
      this.#values.doubt(point);
    }
    for (const address of ask) this.#outbox.read(address);
    if (ask.length > 0) this.#wakeup.wake();
  }

  async #send(link: Link, job: Job): Promise<void> {
    switch (job.kind) {
      case "read":
        this.#readings.asked(job.address);
        await this.#transmit(link, "read", job.address, PRIORITY.low);
        break;
      case "answer": {
        const payload = this.#sent.get(job.point);
        if (payload) await this.#transmit(link, "response", job.point.address, job.point.priority, payload);
        break;
      }
      case "ask": {
        const outcome = await this.#transmit(link, job.service, job.address, PRIORITY.low, job.payload);
        if (outcome === "sent" && job.payload) this.#set(job.address, job.payload);
        job.settle(outcome);
        break;
      }
      case "write": {
        const { point, payload, write } = job;
        const outcome = await this.#transmit(link, "write", point.address, point.priority, payload);
        if (outcome === "sent") {
          this.#sent.set(point, payload);
          this.#context.written(write);
        } else if (outcome !== "lost") {
          this.#context.refused(write, `${groupText(point.address)}: nicht gesendet: ${REASONS[outcome]}`);
        }
        this.#outbox.settle(outcome === "lost" ? "again" : "over");
        if (outcome === "sent") this.#set(point.address, payload, point);
        break;
      }
    }
  }

  async #transmit(
    link: Link,
    service: GroupService,
    target: number,
    priority: number,
    payload?: Payload,
  ): Promise<Outcome> {
    const plain = groupTpdu(service, payload);
    const data = this.#secure?.setup?.data;
    // Data Secure covers the source, so the interface must not be left to fill it in.
    const sealed = data?.secures(target) === true;
    const source = sealed ? link.address : link.source;
    const tpdu = sealed ? await data.seal(source, target, plain) : plain;
    const frame = cemiFrame({ code: CEMI.request, source, target, priority, tpdu });
    const outcome = await link.send(frame);
    const problem =
      outcome === "sent" ? undefined : (REASONS[outcome as keyof typeof REASONS] ?? this.#lostBecause);
    const cemi = { source: link.address, target };
    this.#monitor.add({ dir: "out", cemi, tpdu: plain, secure: sealed, raw: frame, problem });
    return outcome;
  }

  #telegram(cemi: Cemi): void {
    if (!cemi.group) return;
    const open = this.#secure?.setup?.data?.open(cemi) ?? { tpdu: cemi.tpdu };
    const tpdu = "refused" in open ? cemi.tpdu : open.tpdu;
    const problem = "refused" in open ? open.refused : undefined;
    const raw = cemiFrame({ ...cemi, code: CEMI.indication, tpdu: cemi.tpdu });
    this.#monitor.add({ dir: "in", cemi, tpdu: Buffer.from(tpdu), secure: isSecure(cemi), raw, problem });
    if ("refused" in open) {
      this.#notice(`${groupText(cemi.target)} von ${individualText(cemi.source)}: ${open.refused}`);
      return;
    }
    const group = parseGroupTpdu(open.tpdu);
    if (!group) return;
    if (group.service === "read") {
      for (const point of this.#byAddress.get(cemi.target) ?? []) {
        if (!point.responds || point.address !== cemi.target || !this.#sent.has(point)) continue;
        this.#outbox.answer(point);
        this.#wakeup.wake();
        break;
      }
      return;
    }
    this.#readings.answered(cemi.target);
    this.#set(cemi.target, group.payload);
  }

  #set(address: number, payload: Payload, except?: Point): void {
    for (const point of this.#byAddress.get(address) ?? []) {
      if (point !== except && point.listens.includes(address)) this.#values.took(point, payload);
    }
  }

  #notice(text: string): void {
    const now = this.#context.clock.monotonic();
    if (now - this.#noticed < NOTICE_EVERY_MS) return;
    this.#noticed = now;
    this.#context.log.warn(text);
  }
}

const REASONS: Record<Exclude<Outcome, "sent" | "lost">, string> = {
  refused: "kein Gerät am Bus hat das Telegramm bestätigt",
  silent: "die Schnittstelle hat das Senden nicht bestätigt",
};
