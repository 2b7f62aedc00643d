/**
 * Tries a connection step by step and says in German what was found, for "Verbindung prüfen".
 *
 *     const check = new ConnectionCheck(clock);
 *     const socket = await check.connect({ host, port, signal, … });      // name, then port
 *     if (socket) await check.step("Protokoll", async () => …);           // resolves with what was found
 *     else check.skip("Protokoll", NO_CONNECTION);
 *     return check.result;
 *
 * A step that throws has failed: its error's text is shown, so it must not hold a secret.
 */
import { lookup } from "node:dns/promises";
import { isIP, type Socket } from "node:net";
import { type Clock, errorText } from "@hubwart/core";
import type { CheckResult } from "./methods.ts";
import { address, netErrorText } from "./net-errors.ts";
import { openSocket, type SocketOptions } from "./socket.ts";
import { texts } from "./texts.ts";

type Step = CheckResult["steps"][number];

export const STEP = { name: texts.resolveName, port: texts.reachPort, protocol: texts.protocol } as const;
export const NO_CONNECTION = texts.noConnectionYet;

const LONGEST_TEXT = 1_000;
const LOOKUP_MS = 5_000;
const CONNECT_MS = 5_000;

export class ConnectionCheck {
  readonly #clock: Clock;
  readonly #steps: Step[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get result(): CheckResult {
    return { steps: this.#steps };
  }

  /** @returns what was found; undefined if the step failed */
  async step<T>(
    name: string,
    run: () => Promise<T>,
    found: (value: T) => string,
    failed: (error: unknown) => string = errorText,
  ): Promise<T | undefined> {
    const from = this.#clock.monotonic();
    const add = (state: Step["state"], text: string) => {
      const ms = Math.round(this.#clock.monotonic() - from);
      this.#steps.push({ name, state, text: text.slice(0, LONGEST_TEXT), ms });
    };
    try {
      const value = await run();
      add("ok", found(value));
      return value;
    } catch (error) {
      add("failed", failed(error));
      return undefined;
    }
  }

  add(name: string, state: Step["state"], text: string): void {
    this.#steps.push({ name, state, text: text.slice(0, LONGEST_TEXT), ms: 0 });
  }

  skip(name: string, text: string): void {
    this.add(name, "skipped", text);
  }

  /** @returns the addresses; undefined if the name is not known */
  async resolve(host: string): Promise<readonly string[] | undefined> {
    if (isIP(host)) {
      this.skip(STEP.name, texts.isAddress(host));
      return [host];
    }
    return await this.step(
      STEP.name,
      () => this.#lookup(host),
      (found) => texts.isFoundAt(host, found.join(", ")),
      (error) => `${netErrorText(error, host)}.`,
    );
  }

  /** Name, then port. The caller ends the socket. */
  async connect(options: Omit<SocketOptions, "timeoutMs" | "clock">): Promise<Socket | undefined> {
    const { host, port, tls } = options;
    const target = address(host, port);
    if (!(await this.resolve(host))) {
      this.skip(STEP.port, NO_CONNECTION);
      return undefined;
    }
    return await this.step(
      STEP.port,
      () => openSocket({ ...options, timeoutMs: CONNECT_MS, clock: this.#clock }),
      () => `${target} nimmt Verbindungen an${tls ? " (TLS)" : ""}.`,
      (error) => `${netErrorText(error, target)}.`,
    );
  }

  async #lookup(host: string): Promise<string[]> {
    let cancel = () => {};
    const late = new Promise<never>((_resolve, reject) => {
      const error = Object.assign(new Error("timeout"), { code: "ETIMEDOUT" });
      cancel = this.#clock.after(LOOKUP_MS, () => reject(error));
    });
    try {
      const found = await Promise.race([lookup(host, { all: true }), late]);
      return found.map(({ address: each }) => each);
    } finally {
      cancel();
    }
  }
}
