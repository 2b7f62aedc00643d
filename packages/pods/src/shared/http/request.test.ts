import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { systemClock } from "@hubwart/core";
import { useEnds } from "@hubwart/testing/open";
import { expect, it } from "vitest";
import { HttpClient } from "./request.ts";

const open = useEnds();

/** A client, and a server that answers like this. */
async function bench(serve: (request: IncomingMessage, response: ServerResponse) => void) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      seen.push(`${request.method} ${request.url} ${body}`.trim());
      serve(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = new HttpClient({
    verify: true,
    ca: undefined,
    connections: 1,
    timeoutMs: 10_000,
    redirects: 3,
    largestAnswer: 1024,
    clock: systemClock,
    signal: new AbortController().signal,
  });
  open.push(async () => {
    await client.end();
    server.closeAllConnections();
    server.close();
  });
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/x`);
  const ask = (method: string) =>
    client.request({ method, url, headers: {}, body: method === "GET" ? undefined : "5" });
  return { ask, seen };
}

it.each([
  ["GET", 301, "GET /y"],
  ["PUT", 301, "PUT /y 5"],
  ["PUT", 302, "PUT /y 5"],
  ["PUT", 303, "GET /y"],
  ["PUT", 308, "PUT /y 5"],
  ["PATCH", 302, "PATCH /y 5"],
  ["DELETE", 301, "DELETE /y 5"],
  ["POST", 301, "POST /y 5"],
  ["POST", 302, "GET /y"],
  ["POST", 303, "GET /y"],
  ["POST", 307, "POST /y 5"],
])("%s that is sent on by %i asks %s, and says so where a body may be lost", async (method, status, then) => {
  const { ask, seen } = await bench((request, response) => {
    if (request.url === "/x") response.writeHead(status, { Location: "/y" }).end();
    else response.end("7");
  });
  const answer = await ask(method);
  expect(seen[1]).toBe(then);
  expect(answer).toMatchObject({ status: 200, text: "7" });
  expect(answer.bodyLostBy).toBe(method === "POST" && status === 302 ? 302 : undefined);
});
