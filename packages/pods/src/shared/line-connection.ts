/** The connection below a link: its end is told once, and cuts short what waits. */
import type { Socket } from "node:net";
import type { Clock } from "@hubwart/core";
import type { Carrier } from "./carrier.ts";

export interface ConnectionOptions {
  carrier: Pick<Carrier, "ended" | "failure">;
  clock: Clock;
  heard: (chunk: Buffer) => void;
  /** The connection is over, whoever ended it: no answer comes any more. */
  over: () => void;
  /** It ended by itself; German reason. */
  closed: (reason: string) => void;
}

export class LineConnection {
  readonly #socket: Socket;
  readonly #options: ConnectionOptions;
  #open = true;
  #waitNoMore: () => void = () => undefined;

  constructor(socket: Socket, options: ConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    const { carrier, heard } = options;
    socket.on("data", heard);
    socket.on("error", (error) => this.end(carrier.failure(error)));
    socket.on("close", () => this.end(carrier.ended));
  }

  get open(): boolean {
    return this.#open;
  }

  write(bytes: Buffer): void {
    this.#socket.write(bytes);
  }

  /** Ends it without a call of `closed`. */
  close(): void {
    this.#open = false;
    this.#socket.destroy();
    this.#waitNoMore();
    this.#options.over();
  }

  /** As if it had ended by itself. */
  end(reason: string): void {
    if (!this.#open) return;
    this.close();
    this.#options.closed(reason);
  }

  /** Until `ms` have passed or the connection is over. One wait at a time. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#options.clock.after(ms, resolve);
      this.#waitNoMore = () => {
        cancel();
        resolve();
      };
    });
  }
}
