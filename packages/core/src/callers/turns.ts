/**
 * Answers the requests of a connection one after the other. Node starts all that one piece of input holds, over a thousand of
 * them, and each would open its file or build its answer at once although the answers leave in their order (RFC 9112, 9.3.2).
 *
 *     server.on("request", inTurns((request, response) => …, (socket) => …));
 *
 * Invariants: a request begins once the answer before it has left this process, and never on a connection that ended. A connection with
 * some requests waiting is not read from; one with too many is ended.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export type Serve = (request: IncomingMessage, response: ServerResponse) => void;

/** No more is read of a connection on which so many wait. */
const PAUSED_AT = 8;
/** Ended beyond so many. No browser or proxy sends one before it has the answer to the last. */
export const MOST_WAITING = 100;

interface Line {
  busy: boolean;
  waiting: (() => void)[];
}

const lines = new WeakMap<Socket, Line>();

/** @param flooded called once for a connection that is ended for its number of requests */
export function inTurns(serve: Serve, flooded: (socket: Socket) => void): Serve {
  return (request, response) => {
    const { socket } = request;
    // What is left of a piece of input whose connection has been ended.
    if (!socket.writable) return;
    const line = lines.get(socket) ?? { busy: false, waiting: [] };
    lines.set(socket, line);
    const begin = () => {
      line.busy = true;
      response.once("close", () => next(socket, line));
      serve(request, response);
    };
    if (!line.busy) return begin();
    line.waiting.push(begin);
    if (line.waiting.length > MOST_WAITING) {
      line.waiting = [];
      flooded(socket);
      leaveRest(socket);
      socket.destroy();
    } else if (line.waiting.length >= PAUSED_AT) socket.pause();
  };
}

/**
 * Node parses a piece of input to its end, also when its connection is gone: seconds, for many connections. Its parser leaves
 * the rest when it is told that another protocol follows, which is what 2 says (`_http_server.js`, since Node 10).
 */
function leaveRest(socket: Socket & { parser?: { onIncoming?: unknown } | null }): void {
  if (socket.parser) socket.parser.onIncoming = () => 2;
}

function next(socket: Socket, line: Line): void {
  line.busy = false;
  if (!socket.writable) {
    line.waiting = [];
    return;
  }
  line.waiting.shift()?.();
  if (line.waiting.length < PAUSED_AT && socket.isPaused()) socket.resume();
}
