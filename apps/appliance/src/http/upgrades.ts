/**
 * Requests that want another protocol (RFC 9110, 7.8). Node gives them all to whoever listens; what nobody takes is answered
 * as if it had not asked, which the RFC allows.
 *
 *     takeUpgrades(server, { ownNames, proxyProof, upgrade });
 */
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { TLSSocket } from "node:tls";
import { forwardedFor } from "./forwarded.ts";
import { meantForUs } from "./host-check.ts";

/** @param address who asks @returns whether it was taken */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer, address: string) => boolean;

export interface UpgradeOptions {
  ownNames: () => readonly string[];
  proxyProof: () => string;
  upgrade: Upgrade;
}

export function takeUpgrades(
  server: Pick<Server, "on" | "emit">,
  { ownNames, proxyProof, upgrade }: UpgradeOptions,
): void {
  server.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on("error", () => socket.destroy());
    if (!meantForUs(request, ownNames())) {
      socket.end("HTTP/1.1 421 Misdirected Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    const address = forwardedFor(request, proxyProof()) ?? socket.remoteAddress ?? "";
    if (!upgrade(request, socket, head, address)) answerPlainly(server, request, socket, head);
  });
}

/** The server hears the request once more without the wish: its body needs the parser, which Node took away. */
function answerPlainly(
  server: Pick<Server, "emit">,
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
): void {
  socket.unshift(Buffer.concat([Buffer.from(headWithout(request), "latin1"), head]));
  server.emit(socket instanceof TLSSocket ? "secureConnection" : "connection", socket);
}

const WISHES = new Set(["connection", "upgrade", "http2-settings"]);

/** The connection ends with the answer: taking it up once for each request would pile up listeners. */
function headWithout({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`, "Connection: close"];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (!WISHES.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[at + 1] ?? ""}`);
  }
  return `${lines.join("\r\n")}\r\n\r\n`;
}
