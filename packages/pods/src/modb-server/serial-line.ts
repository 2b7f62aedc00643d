/**
 * One interface of the Modbus server pod at a serial port: hears the line that it shares with other devices, answers what
 * is meant for it, and opens the port again when it is gone.
 *
 * Bounds: what is heard is kept for two frames at most, and nothing is answered while earlier answers have not left.
 */

import type { Socket } from "node:net";
import { Backoff } from "@hubwart/core";
import { ConnectionCheck, NO_CONNECTION, STEP } from "@hubwart/runtime/check";
import type { CheckResult } from "@hubwart/runtime/methods";
import type { PodContext } from "@hubwart/runtime/pod";
import { texts as runtimeTexts } from "@hubwart/runtime/texts";
import { Wakeup } from "@hubwart/runtime/wakeup";
import { rtuFrame } from "../shared/modbus/rtu.ts";
import { BROADCAST, RtuRequests } from "../shared/modbus/rtu-requests.ts";
import { type SerialSettings, settingsOf, settingsText } from "../shared/serial/columns.ts";
import { goneText, serialErrorText } from "../shared/serial/errors.ts";
import { texts as serialTexts } from "../shared/serial/texts.ts";
import { type SerialTiming, timingOf } from "../shared/serial/timing.ts";
import { answerTo } from "./answer.ts";
import type { Registers } from "./registers.ts";
import type { ModbServerIface } from "./schema.ts";
import type { Texts } from "./texts.ts";

/** A port that is back is found within this, ms. */
const LONGEST_PAUSE = 2000;
/** After so long a silence the beginning of a frame is the beginning of nothing, ms. */
const STALE_MS = 100;

export class SerialLine {
  readonly #id: string;
  readonly #settings: SerialSettings;
  readonly #timing: SerialTiming;
  readonly #unit: number;
  readonly #registers: Registers;
  readonly #context: PodContext;
  readonly #texts: Texts;
  readonly #requests: RtuRequests;
  readonly #backoff = new Backoff(250, LONGEST_PAUSE);
  readonly #retry: Wakeup;
  #port: Socket | undefined;
  /** Why there is no port, German. */
  #error = "";
  /** Monotonic ms. */
  #heard = 0;
  /** Requests to this unit since the port was opened. */
  #asked = 0;

  constructor(
    id: string,
    config: ModbServerIface,
    registers: Registers,
    { context, texts }: { context: PodContext; texts: Texts },
  ) {
    this.#id = id;
    this.#settings = settingsOf(config);
    this.#timing = timingOf(this.#settings);
    this.#unit = config.unit_id;
    this.#registers = registers;
    this.#context = context;
    this.#texts = texts;
    this.#requests = new RtuRequests(config.unit_id);
    this.#retry = new Wakeup(context.clock);
  }

  start(): void {
    const running = this.#run();
    this.#context.scope.add(async () => {
      this.#port?.destroy();
      this.#retry.wake();
      await running;
    });
  }

  async check(): Promise<CheckResult> {
    const check = new ConnectionCheck(this.#context.clock);
    const { device } = this.#settings;
    if (!this.#port) {
      const why = this.#error || serialTexts.notOpenYet(device);
      check.add(runtimeTexts.openPort, "failed", `${why}.`);
      check.skip(STEP.protocol, NO_CONNECTION);
      return check.result;
    }
    const settings = settingsText(this.#settings);
    check.add(runtimeTexts.openPort, "ok", serialTexts.open(device, settings));
    const asked = this.#texts.toUnit(this.#unit);
    if (this.#asked > 0) check.add(STEP.protocol, "ok", this.#texts.askedSoFar(this.#asked, asked));
    else check.skip(STEP.protocol, this.#texts.neverAsked(asked));
    return check.result;
  }

  async #run(): Promise<void> {
    const { clock, log, scope } = this.#context;
    const { device } = this.#settings;
    const { openSerial } = await import("../shared/serial/open.ts");
    while (!scope.ended) {
      let reason: string;
      try {
        const port = await openSerial(this.#settings, { clock, signal: scope.signal });
        this.#error = "";
        log.info(this.#texts.nowOpen(device, settingsText(this.#settings)));
        this.#context.connection(this.#id, { state: true, active: 1 });
        reason = await this.#serve(port);
      } catch (error) {
        reason = serialErrorText(error, device);
      }
      this.#port = undefined;
      if (scope.ended) break;
      // The same reason at every attempt would only fill the log.
      if (reason !== this.#error) log.warn(reason);
      this.#error = reason;
      this.#context.connection(this.#id, { state: false, active: 0, error: reason });
      await this.#retry.sleep(this.#backoff.next());
    }
  }

  /** @returns why the port is gone, German */
  #serve(port: Socket): Promise<string> {
    const { clock, scope } = this.#context;
    const { device } = this.#settings;
    this.#port = port;
    this.#requests.clear();
    this.#asked = 0;
    return new Promise((resolve) => {
      let reason = goneText(device);
      let cancel = () => {};
      const gap = Math.ceil(this.#timing.gapMs);
      port.on("data", (chunk: Buffer) => {
        cancel();
        const now = clock.monotonic();
        if (now - this.#heard > Math.max(STALE_MS, 2 * gap)) this.#requests.clear();
        this.#heard = now;
        this.#requests.push(chunk);
        cancel = clock.after(gap, () => this.#answer(port));
      });
      port.on("error", (error) => {
        reason = serialErrorText(error, device);
      });
      port.once("close", () => {
        cancel();
        resolve(reason);
      });
      if (scope.ended) port.destroy();
    });
  }

  /** The line has fallen silent. */
  #answer(port: Socket): void {
    for (const { last, pdu, unit } of this.#requests.take()) {
      const answer = answerTo(pdu, this.#registers);
      for (const { index, reading } of answer.written) {
        this.#context.emit(index, reading.value, reading.quality);
      }
      if (unit === BROADCAST) continue;
      this.#asked += 1;
      this.#backoff.reset();
      if (last && port.writableLength === 0) port.write(rtuFrame(unit, answer.pdu));
    }
  }
}
