/**
 * One interface of the Modbus server pod: listens, answers each connection in order, and listens again
 * when it could not.
 *
 * Bounds: connections are limited, an idle one makes room for a new one or is closed in time, and a client that does not read its answers is
 * not read from either.
 */
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { Backoff } from "@hubwart/core";
import type { PodCallers } from "@hubwart/runtime/callers";
import { checkListener } from "@hubwart/runtime/check-listener";
import { listenErrorText } from "@hubwart/runtime/listen-errors";
import type { CheckResult } from "@hubwart/runtime/methods";
import { address } from "@hubwart/runtime/net-errors";
import type { PodContext } from "@hubwart/runtime/pod";
import { EXCEPTION } from "../shared/modbus/exceptions.ts";
import { type MbapFrame, MbapReader, mbapFrame } from "../shared/modbus/mbap.ts";
import { readRequest } from "../shared/modbus/pdu.ts";
import { texts as sharedTexts } from "../shared/texts.ts";
import { answerTo, exceptionPdu } from "./answer.ts";
import { Clients } from "./clients.ts";
import { Portions } from "./portions.ts";
import type { Registers } from "./registers.ts";
import type { ModbServerIface } from "./schema.ts";
import type { Texts } from "./texts.ts";

/** Refused connections are logged this often at most, ms. */
const LOG_MS = 10_000;

export class Listener {
  readonly #id: string;
  readonly #config: ModbServerIface;
  readonly #registers: Registers;
  readonly #context: PodContext;
  readonly #texts: Texts;
  readonly #callers: PodCallers;
  readonly #backoff = new Backoff();
  readonly #open: Clients<Socket>;
  #server: Server | undefined;
  /** Why it could not listen, German. */
  #error = "";
  #stopRetry: () => void = () => undefined;
  #refusalLogged = Number.NEGATIVE_INFINITY;

  constructor(
    id: string,
    config: ModbServerIface,
    registers: Registers,
    parts: { context: PodContext; callers: PodCallers; texts: Texts },
  ) {
    const { context, callers, texts } = parts;
    this.#id = id;
    this.#callers = callers;
    callers.onOverload(() => this.#report());
    this.#config = config;
    this.#registers = registers;
    this.#context = context;
    this.#texts = texts;
    this.#open = new Clients(config.max_clients);
    context.scope.add(() => this.#end());
  }

  start(): void {
    const { bind, port } = this.#config;
    const { scope, clock, log } = this.#context;
    const server = createServer({
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 30_000,
      // What was asked before is answered first.
      allowHalfOpen: true,
    });
    server.on("connection", (socket) => this.#accept(socket));
    server.on("error", (error) => {
      const reason = listenErrorText(error, address(bind, port));
      this.#error = reason;
      log.warn(reason);
      for (const socket of this.#open.keys()) socket.destroy();
      this.#context.connection(this.#id, { state: false, active: 0, error: reason });
      server.close();
      if (!scope.ended) this.#stopRetry = clock.after(this.#backoff.next(), () => this.start());
    });
    server.on("listening", () => {
      // Node looks the address up first, and does not hear of an end meanwhile.
      if (scope.ended) return void server.close();
      this.#backoff.reset();
      log.info(sharedTexts.accepting(address(bind, (server.address() as AddressInfo).port)));
      this.#report();
    });
    this.#server = server;
    server.listen({ host: bind, port, exclusive: true });
  }

  check(signal: AbortSignal): Promise<CheckResult> {
    const bound = this.#server?.listening ? this.#server.address() : undefined;
    const listener = {
      bind: this.#config.bind,
      port: typeof bound === "object" && bound !== null ? bound.port : undefined,
      error: this.#error,
      request: mbapFrame(1, this.#config.unit_id, readRequest("holding", 0, 1)),
      answered: (bytes: Buffer) => {
        if (new MbapReader().push(bytes).length === 0) throw new Error(this.#texts.noModbusAnswer);
        return this.#texts.answersModbus;
      },
    };
    return checkListener(listener, this.#context.clock, signal);
  }

  #accept(socket: Socket): void {
    const { clock, log, scope } = this.#context;
    const peer = socket.remoteAddress ?? "?";
    socket.on("error", (error) => log.debug(`${peer}: ${error.message}`));
    const room = this.#open.add(socket, peer, clock.monotonic());
    if (room === "full") {
      this.#refused(peer);
      socket.destroy();
      return;
    }
    room?.destroy();
    this.#callers.budget.follow(socket);
    this.#report();
    socket.once("close", () => {
      this.#open.remove(socket);
      if (!scope.ended) this.#report();
    });
    if (this.#config.idle > 0) {
      socket.setTimeout(this.#config.idle * 1000, () => {
        log.info(this.#texts.idleClosed(peer));
        socket.destroy();
      });
    }
    const reader = new MbapReader();
    const { budget } = this.#callers;
    const portions = new Portions(
      socket,
      (frames) => this.#answers(frames),
      () => budget.wrote(socket),
    );
    socket.on("data", (chunk: Buffer) => {
      let frames: MbapFrame[];
      try {
        frames = reader.push(chunk);
      } catch {
        log.warn(this.#texts.noModbus(peer));
        socket.destroy();
        return;
      }
      if (frames.length > 0) this.#open.used(socket, clock.monotonic());
      portions.push(frames);
    });
  }

  #answers(frames: readonly MbapFrame[]): Buffer {
    const answers: Buffer[] = [];
    const own = this.#config.unit_id;
    for (const { transaction, unit, pdu } of frames) {
      if (own !== 0 && unit !== own) {
        answers.push(mbapFrame(transaction, unit, exceptionPdu(pdu[0] ?? 0, EXCEPTION.gatewayTarget)));
        continue;
      }
      const answer = answerTo(pdu, this.#registers);
      for (const { index, reading } of answer.written) {
        this.#context.emit(index, reading.value, reading.quality);
      }
      answers.push(mbapFrame(transaction, unit, answer.pdu));
    }
    return Buffer.concat(answers);
  }

  #refused(peer: string): void {
    const now = this.#context.clock.monotonic();
    if (now - this.#refusalLogged < LOG_MS) return;
    this.#refusalLogged = now;
    this.#context.log.warn(this.#texts.tooMany(peer, this.#config.max_clients));
  }

  #report(): void {
    const bound = this.#server?.address();
    if (typeof bound !== "object" || bound === null) return;
    const active = this.#open.size;
    const state = { state: true, active, port: bound.port, ...this.#callers.overload };
    this.#context.connection(this.#id, state);
  }

  #end(): Promise<void> {
    this.#stopRetry();
    const server = this.#server;
    if (!server?.listening) return Promise.resolve();
    return new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of this.#open.keys()) socket.destroy();
    });
  }
}
