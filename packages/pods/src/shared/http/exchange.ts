/**
 * One request and its answer over one connection.
 *
 * Invariants: settles exactly once, whatever the request, the answer and the clock report afterwards; after that
 * nothing of it goes on. A request that must not be repeated never leaves over a kept connection: the server may be
 * closing that just then, and nobody could tell whether the request arrived.
 */
import type { ClientRequest, IncomingMessage, request as plainRequest, RequestOptions } from "node:http";
import type { Duplex } from "node:stream";
import type { Clock } from "@hubwart/core";

/** No usable answer. `cause` is the system's error, or a failure that says it in German. */
export class Lost extends Error {
  /** Over a connection that had served before. */
  readonly kept: boolean;
  /** The request, or a part of it, may have reached the server. */
  readonly sent: boolean;
  /** The answer had begun. */
  readonly answered: boolean;

  constructor(cause: unknown, at: { kept: boolean; sent: boolean; answered: boolean }) {
    super("lost", { cause });
    this.kept = at.kept;
    this.sent = at.sent;
    this.answered = at.answered;
  }
}

/** The request cannot be put into words of HTTP, e.g. by a character in a header. Nothing was sent. */
export class Unsendable extends Error {}

export interface Exchange<T> {
  send: typeof plainRequest;
  url: URL;
  options: RequestOptions;
  body: string | undefined;
  /** The same request may be sent twice (RFC 9110 §9.2.2). */
  repeatable: boolean;
  timeoutMs: number;
  clock: Clock;
  /** What is rejected with when the time is over. */
  late: () => Error;
  read: (response: IncomingMessage) => Promise<T>;
  /** What an answer counts as that cannot be read, or not in time; without it the request has failed then. */
  unread?: T | undefined;
}

/** Those that carried a request. Node's `reusedSocket` is silent where a request that waited for a place is handed one. */
const served = new WeakSet<Duplex>();

export function exchange<T>(what: Exchange<T>): Promise<{ response: IncomingMessage; content: T }> {
  const { send, url, options, body, repeatable, timeoutMs, clock, late, read, unread } = what;
  return new Promise((resolve, reject) => {
    let settled = false;
    let sent = false;
    let answer: IncomingMessage | undefined;
    let kept = false;
    let stop: () => void = () => undefined;
    const settle = (): boolean => {
      if (settled) return false;
      settled = true;
      stop();
      return true;
    };
    const fail = (cause: unknown) => {
      if (!settle()) return;
      if (answer && unread !== undefined) resolve({ response: answer, content: unread });
      else reject(new Lost(cause, { kept, sent, answered: answer !== undefined }));
      request.destroy();
    };
    const begun = (response: IncomingMessage) => {
      answer = response;
      read(response).then((content) => {
        if (settle()) resolve({ response, content });
      }, fail);
    };
    let request: ClientRequest;
    try {
      request = send(url, options, begun);
    } catch (cause) {
      reject(new Unsendable("unsendable", { cause }));
      return;
    }
    request.on("error", (cause) => {
      // What comes behind a whole answer is no part of it, so that one is read.
      if (answer?.complete !== true) fail(cause);
    });
    // Waiting for one of the bounded sockets is not the server's fault, so the time runs from then on.
    request.on("socket", (socket) => {
      if (settled) return;
      stop = clock.after(timeoutMs, () => fail(late()));
      kept = served.has(socket);
      served.add(socket);
      if (kept && !repeatable) {
        fail(new Error("kept connection"));
        return;
      }
      if (socket.connecting) {
        socket.once(url.protocol === "https:" ? "secureConnect" : "connect", () => {
          sent = true;
        });
      } else {
        sent = true;
      }
      request.end(body);
    });
  });
}
