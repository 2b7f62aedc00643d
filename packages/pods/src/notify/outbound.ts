/**
 * Sends what waits of one interface: in order per recipient, within each recipient's allowance, as a digest where
 * that is exceeded, and again after a growing pause while the service is away.
 *
 * Invariants: one delivery at a time; a message is removed from the queue only after the service has taken or
 * refused it; a recipient that is put off does not hold up the others.
 */
import { Backoff } from "@hubwart/core";
import type { PodContext } from "../base/pod.ts";
import { Wakeup } from "../base/wakeup.ts";
import { Ages } from "./ages.ts";
import { Allowance } from "./allowance.ts";
import { digest } from "./digest.ts";
import type { Message, MessageQueue } from "./queue.ts";

/** What became of a delivery. Reasons are German. */
export type Delivery =
  | { t: "sent" }
  /** This recipient not now, by a temporary refusal. */
  | { t: "later"; reason: string; ms?: number }
  /** Nobody now: the service is away or does not let the pod in. */
  | { t: "away"; reason: string }
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
}

const SHORTEST_RETRY = 2_000;
const LONGEST_RETRY = 300_000;

interface Later {
  backoff: Backoff;
  at: number;
}

export class Outbound {
  readonly #options: OutboundOptions;
  readonly #allowance: Allowance;
  readonly #ages: Ages;
  readonly #wakeup: Wakeup;
  /** Not ended by a new message: a service that is away is not asked more often for it. */
  readonly #pause: Wakeup;
  readonly #later = new Map<string, Later>();
  readonly #away = new Backoff(1_000, LONGEST_RETRY);
  #warned = "";

  constructor(options: OutboundOptions) {
    this.#options = options;
    this.#allowance = new Allowance(options.perHour);
    this.#ages = new Ages(options.context.clock);
    this.#wakeup = new Wakeup(options.context.clock);
    this.#pause = new Wakeup(options.context.clock);
  }

  start(): void {
    const running = this.#run();
    this.#options.context.scope.add(async () => {
      this.#wakeup.wake();
      this.#pause.wake();
      await running;
    });
  }

  wake(): void {
    this.#wakeup.wake();
  }

  /** The service is known to be back: what waits is not put off any longer. */
  resume(): void {
    this.#away.reset();
    this.#pause.wake();
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
      const pause = await this.#send(due.to);
      if (pause > 0 && !scope.ended) {
        this.#options.idle();
        await this.#pause.sleep(pause);
      }
    }
  }

  /** The recipient that is served next, and when. */
  #next(now: number): { to: string; at: number } | undefined {
    let best: { to: string; at: number } | undefined;
    for (const to of new Set(this.#waiting().map((message) => message.to))) {
      const at = Math.max(this.#later.get(to)?.at ?? now, this.#allowance.free(to, now));
      if (best === undefined || at < best.at) best = { to, at };
    }
    return best;
  }

  #waiting(to?: string): Message[] {
    return this.#options.queue.waiting(this.#options.iface, to);
  }

  /** @returns ms to wait before anything else is tried */
  async #send(to: string): Promise<number> {
    const { clock } = this.#options.context;
    const waiting = this.#waiting(to);
    const [first] = waiting;
    if (!first) return 0;
    const joined = waiting.length > this.#allowance.left(to, clock.monotonic());
    const content = joined ? digest(waiting, this.#options.longest) : { ...first, messages: [first] };
    const { messages } = content;
    const delivery = await this.#options.deliver({
      key: `${first.ts}-${first.id}-${messages.length}`,
      to,
      ts: first.ts,
      subject: content.subject,
      text: content.text,
    });
    const now = clock.monotonic();
    switch (delivery.t) {
      case "sent":
        this.#arrived(to);
        this.#allowance.use(to, now);
        await this.#settle(messages, undefined);
        return 0;
      case "refused":
        this.#arrived(to);
        await this.#settle(messages, delivery.reason);
        return 0;
      case "later": {
        this.#reached();
        const later = this.#later.get(to) ?? { backoff: new Backoff(SHORTEST_RETRY, LONGEST_RETRY), at: 0 };
        later.at = now + Math.max(delivery.ms ?? 0, later.backoff.next());
        this.#later.set(to, later);
        this.#options.context.log.warn(`Aufgeschoben: ${delivery.reason}`, first.chan);
        return 0;
      }
      case "away":
        this.#lost(delivery.reason);
        return this.#away.next();
    }
  }

  #arrived(to: string): void {
    this.#later.delete(to);
    this.#reached();
  }

  #reached(): void {
    this.#away.reset();
    this.#warned = "";
    this.#options.context.connection(this.#options.iface, { state: true, active: 1 });
  }

  #lost(error: string): void {
    const { context, iface } = this.#options;
    // The same reason at every attempt would only fill the log.
    if (this.#warned !== error) context.log.warn(error);
    this.#warned = error;
    context.connection(iface, { state: false, active: 0, error });
  }

  async #settle(messages: readonly Message[], reason: string | undefined): Promise<void> {
    await this.#options.queue.remove(messages);
    for (const message of messages) this.#options.settled(message, reason);
  }

  async #giveUpOld(): Promise<void> {
    const old = this.#ages.over(this.#waiting(), this.#options.maxAge);
    if (old.length > 0) await this.#settle(old, "zu lange nicht zustellbar und aufgegeben");
  }
}
