/**
 * Connections into the router's network namespace from a process outside it (see door-process.mjs).
 *
 *     const door = new Door(socketFile);
 *     const socket = await door.connect("10.77.0.50", 22);
 *     const answer = await door.fetch("https://10.77.0.50/admin/api/info", {}, { ca });
 */

import http from "node:http";
import https from "node:https";
import net from "node:net";
import tls from "node:tls";

/** How the certificate of an `https` address is judged. */
export interface Trust {
  /** PEM. */
  ca: string;
  /** Name or address the certificate must hold, where it is not the one connected to. */
  servername?: string;
}

export class Door {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** @throws Error with the system's code (ECONNREFUSED, EHOSTUNREACH, ETIMEDOUT) as its message */
  connect(host: string, port: number): Promise<net.Socket> {
    const socket = net.connect({ path: this.#file, allowHalfOpen: false });
    socket.write(`${JSON.stringify({ host, port })}\n`);
    return new Promise((resolve, reject) => {
      let text = "";
      const read = () => {
        for (let byte = socket.read(1); byte !== null; byte = socket.read(1)) {
          text += String(byte);
          if (!text.endsWith("\n")) continue;
          socket.off("readable", read);
          socket.off("error", reject);
          const { error } = JSON.parse(text) as { error?: string };
          if (error === undefined) resolve(socket);
          else reject(new Error(error));
          return;
        }
      };
      socket.on("readable", read);
      socket.once("error", reject);
      socket.once("close", () => reject(new Error("ECONNRESET")));
    });
  }

  /** As `fetch`, but redirects are answered and not followed. */
  fetch(url: string | URL | Request, init: RequestInit = {}, trust?: Trust): Promise<Response> {
    return fetchOver((host, port) => this.connect(host, port), url, init, trust);
  }
}

/** As `fetch` over connections of one's own; redirects are answered and not followed. */
export async function fetchOver(
  connect: (host: string, port: number) => Promise<net.Socket>,
  url: string | URL | Request,
  init: RequestInit = {},
  trust?: Trust,
): Promise<Response> {
  const request = new Request(url, init);
  const to = new URL(request.url);
  const secure = to.protocol === "https:";
  const body = Buffer.from(await request.arrayBuffer());
  const host = to.hostname.replace(/^\[|\]$/g, "");
  const plain = await connect(host, Number(to.port || (secure ? 443 : 80)));
  const socket = secure ? await secured(plain, host, trust) : plain;
  return new Promise((resolve, reject) => {
    const sent = (secure ? https : http).request(to, {
      method: request.method,
      headers: {
        ...Object.fromEntries(request.headers),
        "content-length": body.length,
        connection: "close",
      },
      createConnection: () => socket,
      signal: init.signal ?? undefined,
    });
    sent.once("error", reject);
    sent.once("response", (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.once("error", reject);
      answer.once("end", () => resolve(response(answer, Buffer.concat(chunks))));
    });
    sent.end(body);
  });
}

function secured(socket: net.Socket, host: string, trust: Trust | undefined): Promise<tls.TLSSocket> {
  return new Promise((resolve, reject) => {
    const name = trust?.servername ?? host;
    const secure = tls.connect(
      {
        socket,
        ...(trust ? { ca: trust.ca } : {}),
        ...(net.isIP(name) ? {} : { servername: name }),
        checkServerIdentity: (_name, certificate) => tls.checkServerIdentity(name, certificate),
      },
      () => resolve(secure),
    );
    secure.once("error", reject);
  });
}

function response(answer: http.IncomingMessage, body: Buffer): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headersDistinct)) {
    for (const one of value ?? []) headers.append(name, one);
  }
  const status = answer.statusCode ?? 0;
  const empty = status === 204 || status === 304;
  return new Response(empty ? null : new Uint8Array(body), { status, headers });
}
