/**
 * One interface: keeps the link to the bus, sends what waits at the allowed rate, hands on what comes.
 *
 * Invariant: one telegram is sent at a time, `time` ms or more after the one before.
 */
import { groupText } from "@hubwart/contract/group-address";
import { Backoff, errorText } from "@hubwart/core";
import { encodeValue, type Payload } from "@hubwart/knx/dpt/codec";
import { type Link, LinkError, type Outcome } from "@hubwart/knx/link/link";
import { KeyringError } from "@hubwart/knx/secure/keyring";
import type { GroupService } from "@hubwart/knx/wire/cemi";
import type { CheckResult } from "@hubwart/runtime/methods";
import { netErrorText } from "@hubwart/runtime/net-errors";
import type { PodContext, PodWrite } from "@hubwart/runtime/pod";
import { Wakeup } from "@hubwart/runtime/wakeup";
import { texts as sharedTexts } from "../../shared/texts.ts";
import type { KnxIface } from "../schema.ts";
import { texts } from "../texts.ts";
import { checkKnxLink } from "./check.ts";
import { connectLink, targetOf } from "./connect.ts";
import { Outbox } from "./outbox.ts";
import type { Point } from "./point.ts";
import { type SecureSetup, secureSetup } from "./setup.ts";
import { Traffic } from "./traffic.ts";

const TICK_MS = 250;
/** A link that stood this long was no mere attempt. */
const STOOD_MS = 10_000;
const NOTICE_EVERY_MS = 60_000;
/** So many telegrams in a row without confirmation are worth telling. */
const UNCONFIRMED = 3;

export class Line {
  readonly id: string;
  readonly #config: KnxIface;
  readonly #context: PodContext;
  readonly #outbox: Outbox;
  readonly #traffic: Traffic;
  readonly #backoff = new Backoff();
  readonly #wakeup: Wakeup;
  readonly #retry: Wakeup;
  #link: Link | undefined;
  /** The one before, which the interface may still keep: many have no other. */
  #left: Link | undefined;
  /** What the link reached, in German. */
  #stands = "";
  #secure: { setup: SecureSetup | undefined } | undefined;
  #lostBecause = "";
  #warned = "";
  #noticed = Number.NEGATIVE_INFINITY;
  #again = false;
  /** Telegrams in a row that the interface has not confirmed. */
  #unconfirmed = 0;

  constructor(id: string, config: KnxIface, points: readonly Point[], context: PodContext) {
    this.id = id;
    this.#config = config;
    this.#context = context;
    this.#outbox = new Outbox(context.clock, context);
    this.#traffic = new Traffic(points, {
      context,
      outbox: this.#outbox,
      secure: () => this.#secure?.setup,
      lostBecause: () => this.#lostBecause,
      confirmed: (said) => this.#confirmed(said),
      wake: () => this.#wakeup.wake(),
      notice: (text) => this.#notice(text),
    });
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
      await this.#left?.close();
      await this.#secure?.setup?.sequences.save();
    });
  }

  write(point: Point, write: PodWrite): void {
    const made = encodeValue(point.dpt, write.value);
    if ("problem" in made) {
      this.#context.refused(write, `${groupText(point.address)}: ${made.problem}`);
      return;
    }
    this.#outbox.write(point, made.value, write);
    this.#wakeup.wake();
  }

  telegrams(after: number): ReturnType<Traffic["shown"]> {
    return this.#traffic.shown(after);
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
    this.#lostBecause = texts.reconnecting;
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
        await this.#release(this.#left);
        const { link, text } = await connectLink(
          this.#config,
          {
            telegram: (cemi) => this.#traffic.received(cemi),
            closed: (reason) => {
              this.#lostBecause = reason;
              this.#wakeup.wake();
            },
            notice: (notice) => this.#notice(notice),
          },
          { clock, signal: scope.signal, secure: await this.#secured() },
        );
        this.#link = link;
        this.#left?.forget();
        this.#left = undefined;
        this.#outbox.connected();
        this.#stands = text;
        const since = clock.monotonic();
        this.#warned = "";
        this.#unconfirmed = 0;
        log.info(sharedTexts.connectedTo(text));
        this.#context.connection(this.id, { state: true, active: 1 });
        await this.#serve(link);
        if (clock.monotonic() - since > STOOD_MS) this.#backoff.reset();
      } catch (error) {
        this.#lostBecause =
          error instanceof LinkError ? error.message : netErrorText(error, targetOf(this.#config));
      }
      const link = this.#link;
      this.#link = undefined;
      if (link) await this.#release(link);
      this.#outbox.disconnected();
      if (scope.ended) break;
      this.#disconnected();
      if (!this.#again) await this.#retry.sleep(this.#backoff.next());
      this.#again = false;
    }
  }

  async #release(link: Link | undefined): Promise<void> {
    this.#left = (await link?.release()) === false ? link : undefined;
  }

  /** The keyring is read once; what is wrong with it is the reason that there is no connection. */
  async #secured(): Promise<SecureSetup | undefined> {
    try {
      this.#secure ??= { setup: await secureSetup(this.#context, this.id) };
      return this.#secure.setup;
    } catch (error) {
      if (error instanceof KeyringError) throw new LinkError(error.message);
      throw new LinkError(texts.sequencesWithheld(errorText(error)));
    }
  }

  #disconnected(): void {
    // The same reason at every attempt would only fill the log.
    if (this.#warned !== this.#lostBecause) this.#context.log.warn(this.#lostBecause);
    this.#warned = this.#lostBecause;
    this.#context.connection(this.id, { state: false, active: 0, error: this.#lostBecause });
    this.#traffic.disconnected();
  }

  async #serve(link: Link): Promise<void> {
    const { clock, scope } = this.#context;
    this.#traffic.connected();
    const stopTicks = clock.every(TICK_MS, () => this.#traffic.tick());
    let free = 0;
    try {
      while (link.open && !scope.ended) {
        const job = this.#outbox.take();
        if (!job) {
          await this.#wakeup.sleep(this.#outbox.pause);
          continue;
        }
        for (let rest = free - clock.monotonic(); rest > 0 && link.open && !scope.ended; ) {
          await new Promise<void>((resolve) => void clock.after(rest, resolve));
          rest = free - clock.monotonic();
        }
        free = clock.monotonic() + this.#config.time;
        await this.#traffic.send(link, job);
      }
    } finally {
      stopTicks();
      this.#outbox.settle({ t: "unsent" });
    }
  }

  /** An interface that never says whether it has sent something is told of; the link itself stands. */
  #confirmed(said: boolean): void {
    const before = this.#unconfirmed >= UNCONFIRMED;
    this.#unconfirmed = said ? 0 : this.#unconfirmed + 1;
    const now = this.#unconfirmed >= UNCONFIRMED;
    if (now !== before)
      this.#context.connection(this.id, { state: true, active: 1, ...(now && { error: texts.linkSilent }) });
  }

  #notice(text: string): void {
    const now = this.#context.clock.monotonic();
    if (now - this.#noticed < NOTICE_EVERY_MS) return;
    this.#noticed = now;
    this.#context.log.warn(text);
  }
}
