/** What stands on both sides of the reverse proxy: a rule as the console sends it, the server it leads to, and callers. */
import http from "node:http";
import net from "node:net";
import tls from "node:tls";
import { freePort } from "@hubwart/testing";

export const rule = (more: object) => ({
  active: true,
  name: "Regel",
  port: 9000,
  protocol: "http",
  target: "user",
  user_url: "",
  user_header: "",
  ...more,
});

export interface Backend {
  port: number;
  /** Lets `/stream` send its next part. */
  tellMore: () => void;
  stop(): void;
}

/** Answers `ok`; a POST by how many bytes it has; `/headers` by them; `/stream` by five parts, each when it is told. */
export async function startBackend(): Promise<Backend> {
  let tellMore = (): void => undefined;
  const stream = async (response: http.ServerResponse) => {
    for (let part = 0; part < 5; part += 1) {
      const more = new Promise<void>((resolve) => {
        tellMore = resolve;
      });
      response.write(`part ${part}`);
      await more;
    }
    response.end();
  };
  const server = http.createServer((request, response) => {
    if (request.url === "/stream") void stream(response);
    else if (request.url === "/headers") response.end(JSON.stringify(request.headers));
    else if (request.method === "POST") {
      let bytes = 0;
      request.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      request.on("end", () => response.end(String(bytes)));
    } else response.end("ok");
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    port,
    tellMore: () => tellMore(),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The status of a sign-in with a wrong password from the address `local`, which claims to be `forwarded`. */
export const signInAt = (port: number, forwarded: string, local: string): Promise<number> =>
  new Promise<number>((resolve, reject) => {
    const body = JSON.stringify({ pwd: "falsch" });
    const headers = { "content-type": "application/json", "x-forwarded-for": forwarded };
    const request = http.request(
      { port, host: "127.0.0.1", localAddress: local, path: "/admin/api/login", method: "POST", headers },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    request.once("error", reject);
    request.end(body);
  });

/** GET over kept connections; `again` is told of one that is sent a second time. */
export const getOver = (agent: http.Agent, port: number, again: () => void): Promise<void> =>
  new Promise<void>((resolve, reject) => {
    const request = http.get({ port, agent }, (response) => {
      response.resume();
      response.once("end", () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`HTTP ${response.statusCode}`)),
      );
    });
    request.once("error", (error: NodeJS.ErrnoException) => {
      // RFC 9112 §9.5: a kept connection may be closed at any time, and an idempotent request is sent again.
      if (request.reusedSocket && /ECONNRESET|EPIPE/.test(error.code ?? "")) {
        again();
        resolve(getOver(agent, port, again));
      } else reject(error);
    });
  });

export function connectTo(port: number): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port, host: "127.0.0.1" }, () => resolve(socket));
    socket.once("error", reject);
  });
}

export function overTls(port: number): Promise<{ body: string; issuer: string }> {
  return new Promise((resolve, reject) => {
    const socket = tls.connect({ port, host: "127.0.0.1", rejectUnauthorized: false }, () => {
      socket.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    });
    let text = "";
    let name = "";
    socket.once("secureConnect", () => {
      name = socket.getPeerCertificate().issuer.CN;
    });
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    socket.once("end", () => resolve({ body: text.split("\r\n").at(-1) ?? "", issuer: name }));
    socket.once("error", reject);
  });
}
