/** What the one loop of an interface sleeps on, and the connection that it keeps; the end of the pod ends all of it. */
import type { Socket } from "node:net";
import type { PodContext } from "@hubwart/runtime/pod";
import { Wakeup } from "@hubwart/runtime/wakeup";
import type { Carrier } from "./carrier.ts";

interface Link {
  readonly open: boolean;
  close(): void;
}

export class LineLoop<L extends Link> {
  readonly #context: PodContext;
  /** Nothing is due. */
  readonly wakeup: Wakeup;
  /** The pause between two requests. */
  readonly rest: Wakeup;
  /** The pause between two attempts to connect. */
  readonly retry: Wakeup;
  #link: L | undefined;

  constructor(context: PodContext) {
    this.#context = context;
    this.wakeup = new Wakeup(context.clock);
    this.rest = new Wakeup(context.clock);
    this.retry = new Wakeup(context.clock);
  }

  /** The one that stands. */
  get link(): L | undefined {
    return this.#link?.open === true ? this.#link : undefined;
  }

  start(run: () => Promise<void>): void {
    const running = run();
    this.#context.scope.add(async () => {
      this.#link?.close();
      this.wakeup.wake();
      this.rest.wake();
      this.retry.wake();
      await running;
    });
  }

  /** @param over makes the link; `closed` is to be called when it has ended by itself */
  async connect(carrier: Carrier, over: (socket: Socket, closed: () => void) => L): Promise<L> {
    const { clock, scope } = this.#context;
    const socket = await carrier.open({ clock, signal: scope.signal });
    const link = over(socket, () => {
      this.wakeup.wake();
      this.rest.wake();
    });
    // In the same turn, so that the end of the pod finds and closes it.
    this.#link = link;
    return link;
  }

  disconnected(): void {
    this.#link = undefined;
  }
}
