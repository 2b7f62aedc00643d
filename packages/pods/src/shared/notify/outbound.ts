/**
 * Sends what waits of one interface: in order per recipient, within each recipient's allowance, as a digest where
 * that is exceeded, and again after a growing pause while the service is away.
 *
 * Invariants: one delivery at a time; a message is removed from the queue only after the service has taken or
 * refused it; a recipient that is put off, or for whom the service fails, does not hold up the others.
 */
import type { PodContext } from "@hubwart/runtime/pod";
import { Wakeup } from "@hubwart/runtime/wakeup";
import { Ages } from "./ages.ts";
import { Allowance } from "./allowance.ts";
import { digest } from "./digest.ts";
import { type Choice, Order } from "./order.ts";
import type { Message, MessageQueue } from "./queue.ts";
import type { Report } from "./standing.ts";
import { texts } from "./texts.ts";
import { Turns } from "./turns.ts";

/** What became of a delivery. Reasons are German. */
export type Delivery =
  | { t: "sent" }
  /** This recipient not now, by a temporary refusal. */
  | { t: "later"; reason: string; ms?: number }
  /**
   * The service is away or does not let the pod in. `reached`: it did, so this letter alone may be the cause. `answer`: what it
   * said itself, where it did.
   */
  | { t: "away"; reason: string; reached?: boolean; answer?: string }
  | { t: "refused"; reason: string };

export interface Letter {
  /** The same for a repetition, another for every other letter. */
  key: string;
  to: string;
  subject: string;
  text: string;
  ts: number;
}

export interface OutboundOptions {
  iface: string;
  perHour: number;
  /** ms. */
  maxAge: number;
  /** Characters that one message may have: a digest takes no more in. */
  longest?: number;
  queue: MessageQueue;
  context: PodContext;
  /** Takes the letter to the service. Never throws. */
  deliver(letter: Letter): Promise<Delivery>;
  /** Nothing more to send for now: a kept connection may be closed. */
  idle(): void;
  settled(message: Message, reason: string | undefined): void;
  /** It was tried in vain and waits on. */
  putOff(message: Message, reason: string): void;
  /** What sending tells of the interface. */
  report: Report;
}

export class Outbound {
  readonly #options: OutboundOptions;
  readonly #allowance: Allowance;
  readonly #ages: Ages;
  readonly #wakeup: Wakeup;
  readonly #turns = new Turns();
  readonly #order = new Order();
  #warned = "";
  /** Of the newest attempt in vain. */
  #reason = "";
  #delivering = false;
  /** Of the last delivery, monotonic. */
  #told = Number.NEGATIVE_INFINITY;

  constructor(options: OutboundOptions) {
    this.#options = options;
    this.#allowance = new Allowance(options.perHour);
    this.#ages = new Ages(options.context.clock);
    this.#wakeup = new Wakeup(options.context.clock);
  }

  start(): void {
    const running = this.#run();
    this.#options.context.scope.add(async () => {
      this.#wakeup.wake();
      await running;
    });
  }

  wake(): void {
    this.#wakeup.wake();
  }

  /** The service is known to be back: what waits is not put off any longer. */
  resume(): void {
    this.#forget();
    this.#wakeup.wake();
  }

  /** Why nothing more should be put in line for somebody, German: what waits already cannot go out now. */
  heldUp(to: string): string | undefined {
    const waiting = this.#waiting(to);
    if (waiting.length === 0) return undefined;
    const now = this.#options.context.clock.monotonic();
    if (this.#allowance.free(to, now) > now) return texts.allowanceUsed(this.#options.perHour);
    if (this.#turns.free(to) > now) return this.#reason === "" ? texts.earlierWait : this.#reason;
    // While one is on its way, another one may wait.
    return waiting.length > 1 ? texts.earlierWait : undefined;
  }

  /** Monotonic ms since when no delivery tells whether the service is there; `Infinity` while one does. */
  get silentSince(): number {
    return this.#delivering || this.#turns.away ? Number.POSITIVE_INFINITY : this.#told;
  }

  async #run(): Promise<void> {
    const { clock, scope } = this.#options.context;
    while (!scope.ended) {
      await this.#giveUpOld();
      const now = clock.monotonic();
      const due = this.#next(now);
      if (due === undefined || due.at > now) {
        this.#options.idle();
        await this.#wakeup.sleep(due && Math.max(1, due.at - now));
        continue;
      }
      await this.#send(due.to);
    }
  }

  /** The recipient that is served next, and when. */
  #next(now: number): { to: string; at: number } | undefined {
    let best: { to: string; at: number } | undefined;
    for (const to of this.#turns.order(this.#waiting().map((message) => message.to))) {
      const free = [this.#turns.free(to), this.#order.free(this.#waiting(to)), this.#allowance.free(to, now)];
      const at = Math.max(now, ...free);
      if (best === undefined || at < best.at) best = { to, at };
    }
    return best;
  }

  #waiting(to?: string): Message[] {
    return this.#options.queue.waiting(this.#options.iface, to);
  }

  async #send(to: string): Promise<void> {
    const { clock } = this.#options.context;
    const failures = this.#turns.failures(to);
    const choice = this.#order.choose(this.#waiting(to), failures, clock.monotonic());
    const [first] = choice?.messages ?? [];
    if (!choice || !first) return;
    const joined = choice.messages.length > this.#allowance.left(to, clock.monotonic());
    const content = joined ? digest(choice.messages, this.#options.longest) : { ...first, messages: [first] };
    const { messages } = content;
    this.#delivering = true;
    const delivery = await this.#options.deliver({
      key: `${first.ts}-${first.id}-${messages.length}`,
      to,
      ts: first.ts,
      subject: content.subject,
      text: content.text,
    });
    const now = clock.monotonic();
    this.#delivering = false;
    this.#told = now;
    this.#reason = delivery.t === "sent" ? "" : delivery.reason;
    switch (delivery.t) {
      case "sent":
        this.#allowance.use(to, now);
        await this.#served(to, choice, messages, undefined);
        break;
      case "refused":
        await this.#served(to, choice, messages, delivery.reason);
        break;
      case "later":
        this.#turns.putOff(to, now, delivery.ms ?? 0);
        this.#reached();
        this.#options.putOff(first, delivery.reason);
        break;
      case "away":
        this.#failed(first, delivery, now);
        break;
    }
  }

  async #served(to: string, { passed }: Choice, messages: readonly Message[], reason: string | undefined) {
    this.#turns.served(to);
    this.#reached();
    if (passed) this.#order.setAside(passed);
    await this.#settle(messages, reason);
  }

  #failed(message: Message, { answer, reached, reason }: Delivery & { t: "away" }, now: number): void {
    if (reached !== true) {
      this.#turns.unreached(now);
      this.#lost(reason);
      if (answer !== undefined) this.#options.putOff(message, reason);
      return;
    }
    if (this.#turns.seen()) this.#options.report(undefined);
    if (this.#order.isAside(message)) this.#order.putOff(message, now);
    else if (!this.#turns.failed(message.to, now)) {
      const next = this.#next(now);
      this.#turns.doubt(now, next !== undefined && next.at <= now && !this.#turns.isDoubtful(next.to));
      if (this.#turns.away) this.#lost(reason);
    }
    this.#options.putOff(message, reason);
  }

  #reached(): void {
    this.#warned = "";
    this.#options.report({ state: true, active: 1 });
  }

  #forget(): void {
    if (!this.#turns.away) return;
    this.#turns.resume();
    this.#options.report(undefined);
  }

  #lost(error: string): void {
    // The same reason at every attempt would only fill the log.
    if (this.#warned !== error) this.#options.context.log.warn(error);
    this.#warned = error;
    this.#options.report({ state: false, active: 0, error });
  }

  async #settle(messages: readonly Message[], reason: string | undefined): Promise<void> {
    await this.#options.queue.remove(messages);
    for (const message of messages) this.#options.settled(message, reason);
  }

  async #giveUpOld(): Promise<void> {
    const waiting = this.#waiting();
    this.#order.keep(waiting);
    const old = this.#ages.over(waiting, this.#options.maxAge);
    if (old.length > 0) await this.#settle(old, texts.givenUp);
    if (this.#waiting().length === 0) this.#forget();
  }
}
