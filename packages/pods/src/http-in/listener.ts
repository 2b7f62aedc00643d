/**
 * One interface of the HTTP server pod: listens, answers, and listens again when it could not.
 *
 * Bounds: connections, headers, body and every duration are limited, so that slow or many callers cost a
 * known amount and no more.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Backoff, callerOf } from "@hubwart/core";
import type { PodCallers } from "@hubwart/runtime/callers";
import { checkListener } from "@hubwart/runtime/check-listener";
import { listenErrorText } from "@hubwart/runtime/listen-errors";
import type { CheckResult } from "@hubwart/runtime/methods";
import { address } from "@hubwart/runtime/net-errors";
import type { PodContext } from "@hubwart/runtime/pod";
import { type KeyPair, NO_CERTIFICATE, servedBy } from "@hubwart/runtime/tls-files";
import { texts as sharedTexts } from "../shared/texts.ts";
import { type Gate, gate } from "./auth.ts";
import { bodyRoom, readBytes, textOf, valueFor } from "./body.ts";
import { isCrossSite, isLoopback, namesThisDevice } from "./callers.ts";
import { Guesses } from "./guesses.ts";
import { Refusal, reply } from "./reply.ts";
import type { HttpInIface } from "./schema.ts";
import { VERDICTS } from "./signature.ts";
import { Sockets } from "./sockets.ts";
import { decodePath, originForm, type PathTable, shown } from "./table.ts";
import { texts } from "./texts.ts";

/** ms. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;
const IDLE_MS = 15_000;
const HANDSHAKE_MS = 10_000;
/** Open connections are reported this often at most. */
const REPORT_MS = 500;
/** How long requests in progress may take when the pod ends. */
const GRACE_MS = 1000;
/** Refused logins are logged this often at most. */
const LOG_MS = 10_000;

const TIMES = {
  maxHeaderSize: 16_384,
  headersTimeout: HEADERS_MS,
  requestTimeout: REQUEST_MS,
  keepAliveTimeout: IDLE_MS,
  connectionsCheckingInterval: 5000,
};

export class Listener {
  readonly #id: string;
  readonly #config: HttpInIface;
  readonly #table: PathTable;
  readonly #context: PodContext;
  readonly #callers: PodCallers;
  readonly #gate: Gate;
  readonly #guesses: Guesses;
  readonly #room = bodyRoom();
  readonly #backoff = new Backoff();
  #sockets: Sockets | undefined;
  #pair: KeyPair | undefined;
  /** Loaded only where it serves: an idle pod is smaller without it. */
  #https: typeof import("node:https") | undefined;
  /** Why it could not listen, German. */
  #error = "";
  /** Connections with a request under way. */
  readonly #busy = new Set<Socket>();
  #stopRetry: () => void = () => undefined;
  #stopReport: (() => void) | undefined;
  #refusalLogged = Number.NEGATIVE_INFINITY;

  constructor(id: string, config: HttpInIface, table: PathTable, context: PodContext, callers: PodCallers) {
    this.#id = id;
    this.#callers = callers;
    this.#config = config;
    this.#table = table;
    this.#context = context;
    this.#gate = gate(config);
    this.#guesses = new Guesses(context.clock);
    context.scope.add(() => this.#end());
    callers.onOverload(() => this.#changed());
  }

  async start(pair: KeyPair | undefined): Promise<void> {
    const { bind, port, auth, tls } = this.#config;
    this.#pair = pair;
    if (tls) this.#https = await import("node:https");
    if (auth === "none" && !isLoopback(bind)) {
      this.#context.log.warn(texts.openToNetwork(address(bind, port)));
    }
    this.#listen();
  }

  check(signal: AbortSignal): Promise<CheckResult> {
    const { bind, tls } = this.#config;
    const port = this.#sockets?.port;
    const host = address(bind, port ?? 0);
    const request = Buffer.from(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    const answered = (bytes: Buffer) => {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(bytes.toString("latin1"))?.[1];
      if (status === undefined) throw new Error(texts.noHttp);
      return texts.answersHttp(status);
    };
    const listener = { bind, port, error: this.#error, tls, request, answered };
    return checkListener(listener, this.#context.clock, signal);
  }

  /** Holds for the next connection. */
  useCertificate(pair: KeyPair): void {
    this.#pair = pair;
    if (!this.#config.tls) return;
    const server = this.#sockets?.server;
    if (!server) this.#listen();
    else if ("setSecureContext" in server && server.listening) server.setSecureContext(servedBy(pair));
  }

  #listen(): void {
    const { bind, port, tls } = this.#config;
    const { scope, clock, log } = this.#context;
    if (tls && !(this.#https && this.#pair)) {
      this.#error = NO_CERTIFICATE;
      this.#context.connection(this.#id, { state: false, active: 0, error: NO_CERTIFICATE });
      return;
    }
    const sockets = new Sockets(
      this.#https && this.#pair
        ? this.#https.createServer({
            ...TIMES,
            ...servedBy(this.#pair),
            handshakeTimeout: HANDSHAKE_MS,
          })
        : createServer(TIMES),
      () => this.#changed(),
    );
    const { server } = sockets;
    server.timeout = REQUEST_MS;
    server.on("request", (request, response) => void this.#serve(request, response, false));
    server.on("checkContinue", (request, response) => void this.#serve(request, response, true));
    this.#callers.budget.bound(server);
    server.on("error", (error: NodeJS.ErrnoException) => {
      const reason = listenErrorText(error, address(bind, port));
      this.#error = reason;
      log.warn(reason);
      this.#context.connection(this.#id, { state: false, active: sockets.count, error: reason });
      server.closeAllConnections();
      server.close();
      if (!scope.ended) this.#stopRetry = clock.after(this.#backoff.next(), () => this.#listen());
    });
    server.on("listening", () => {
      // Node looks the address up first, and does not hear of an end meanwhile.
      if (scope.ended) return void server.close();
      this.#error = "";
      this.#backoff.reset();
      log.info(sharedTexts.accepting(address(bind, sockets.port ?? port)));
      this.#report();
    });
    this.#sockets = sockets;
    server.listen({ host: bind, port, exclusive: true });
  }

  #report(): void {
    const { count = 0, port } = this.#sockets ?? {};
    if (port !== undefined)
      this.#context.connection(this.#id, { state: true, active: count, port, ...this.#callers.overload });
  }

  #changed(): void {
    if (this.#context.scope.ended) return;
    this.#stopReport ??= this.#context.clock.after(REPORT_MS, () => {
      this.#stopReport = undefined;
      this.#report();
    });
  }

  /** Never rejects: every outcome is an answer. */
  async #serve(request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): Promise<void> {
    const { socket } = request;
    this.#busy.add(socket);
    response.once("close", () => this.#busy.delete(socket));
    try {
      await this.#answer(request, response, expectsContinue);
    } catch (error) {
      if (response.headersSent || response.destroyed) {
        response.destroy();
        return;
      }
      const refusal = error instanceof Refusal ? error : this.#defect(request, error);
      // An unread body would otherwise be taken for the next request.
      const unread = request.complete ? {} : { Connection: "close" };
      reply(response, refusal.status, { error: refusal.message }, { ...refusal.headers, ...unread });
    }
  }

  #defect(request: IncomingMessage, error: unknown): Refusal {
    if (request.errored) return new Refusal(400, texts.requestCancelled);
    this.#context.log.error(texts.answerFailed(error instanceof Error ? error.message : texts.unknown));
    return new Refusal(500, texts.defect);
  }

  async #answer(request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): Promise<void> {
    const caller = callerOf(request.socket.remoteAddress ?? "");
    const wait = this.#guesses.refusedFor(caller);
    if (wait !== undefined) {
      throw new Refusal(429, texts.falseSignIns, { "Retry-After": String(wait) });
    }
    if (!this.#gate.admits(request.headers)) {
      this.#guesses.failed(caller);
      this.#logRefusal(request);
      throw new Refusal(401, "Anmeldung erforderlich", { "WWW-Authenticate": this.#gate.challenge });
    }
    const signed = await this.#signedBody(request, response, expectsContinue);
    const { auth, bind } = this.#config;
    if (auth === "none" && isLoopback(bind) && !namesThisDevice(request.headers.host)) {
      throw new Refusal(421, texts.onlyLocalNames);
    }
    const target = originForm(request.url ?? "/");
    const question = target.indexOf("?");
    const path = decodePath(question < 0 ? target : target.slice(0, question));
    if (path === undefined) throw new Refusal(400, texts.badPercentCoding);
    const place = this.#table.at(path);
    if (!place) throw new Refusal(404, texts.noChannelHere);

    const method = request.method ?? "";
    if ((method === "GET" || method === "HEAD") && place.reader) {
      this.#reply(response, shown(place.reader));
      return;
    }
    if ((method !== "POST" && method !== "PUT") || place.setters.length === 0) {
      throw new Refusal(405, texts.allowedMethods(place.allow), { Allow: place.allow });
    }
    if (this.#gate.ambient && isCrossSite(request)) {
      throw new Refusal(403, texts.foreignPages);
    }
    const body = textOf(signed ?? (await this.#read(request, response, expectsContinue)));
    // The address is not signed.
    const query = question < 0 || signed ? null : new URLSearchParams(target.slice(question)).get("value");
    const contentType = (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
    // All values are checked before the first one is passed on: a request counts whole or not at all.
    const values = place.setters.map((entry) =>
      valueFor(entry.channel, entry.pointer, { query, body, contentType }),
    );
    const ts = this.#context.clock.now();
    for (const [i, entry] of place.setters.entries()) {
      entry.newest = { value: values[i], ts, quality: 0 };
      this.#context.emit(entry.index, values[i], 0, ts);
    }
    const answers = place.setters.map(shown);
    this.#reply(response, answers.length === 1 ? answers[0] : { channels: answers });
  }

  /** The body, where it must be signed and is; before anything tells which paths there are. */
  async #signedBody(
    request: IncomingMessage,
    response: ServerResponse,
    expectsContinue: boolean,
  ): Promise<Buffer | undefined> {
    const { verify } = this.#gate;
    if (!verify) return undefined;
    const sends = request.method === "POST" || request.method === "PUT";
    const body = sends ? await this.#read(request, response, expectsContinue) : Buffer.alloc(0);
    const verdict = sends ? verify(request.headers, body, this.#context.clock.now()) : "missing";
    if (verdict === "good") return body;
    if (verdict === "wrong") this.#guesses.failed(callerOf(request.socket.remoteAddress ?? ""));
    this.#logRefusal(request);
    throw new Refusal(403, VERDICTS[verdict]);
  }

  #read(request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): Promise<Buffer> {
    const caller = callerOf(request.socket.remoteAddress ?? "");
    return readBytes(request, response, { caller, expectsContinue, room: this.#room });
  }

  #reply(response: ServerResponse, body: unknown): void {
    reply(response, 200, body, this.#context.scope.ended ? { Connection: "close" } : {});
  }

  #logRefusal(request: IncomingMessage): void {
    const now = this.#context.clock.monotonic();
    if (now - this.#refusalLogged < LOG_MS) return;
    this.#refusalLogged = now;
    this.#context.log.warn(sharedTexts.signInRefused(request.socket.remoteAddress ?? "?"));
  }

  #end(): Promise<void> {
    this.#stopRetry();
    this.#stopReport?.();
    const sockets = this.#sockets;
    if (!sockets?.server.listening) return Promise.resolve();
    const { server } = sockets;
    return new Promise((resolve) => {
      const give = this.#context.clock.after(GRACE_MS, () => server.closeAllConnections());
      server.close(() => {
        give();
        resolve();
      });
      sockets.destroyAllBut(this.#busy);
    });
  }
}
