/**
 * Requests that want another protocol (RFC 9110, 7.8). Node gives them all to whoever listens; what nobody takes is answered
 * as if it had not asked, which the RFC allows.
 *
 *     takeUpgrades(server, { ownNames, upgrade });
 */
import { type IncomingMessage, type Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { meantForUs } from "./host-check.ts";

/** @returns whether it was taken */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;

export interface UpgradeOptions {
  ownNames: () => readonly string[];
  upgrade: Upgrade;
}

export function takeUpgrades(
  server: Pick<Server, "on" | "emit">,
  { ownNames, upgrade }: UpgradeOptions,
): void {
  server.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on("error", () => socket.destroy());
    if (!meantForUs(request, ownNames())) {
      socket.end("HTTP/1.1 421 Misdirected Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    if (!upgrade(request, socket, head)) answerPlainly(server, request, socket);
  });
}

/** The connection ends with the answer: what follows on it has lost its parser. */
function answerPlainly(server: Pick<Server, "emit">, request: IncomingMessage, socket: Socket): void {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once("finish", () => socket.end());
  server.emit("request", request, response);
}
