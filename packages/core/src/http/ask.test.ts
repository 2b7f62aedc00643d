import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { AnswerTooLargeError, AnswerTooLateError, ask, type HttpQuestion } from "./ask.ts";

describe("ask", () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  async function asked(listener: RequestListener, more: Partial<HttpQuestion> = {}) {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const to = { host: "127.0.0.1", port, path: "/what?now=1" };
    return ask({ tls: false, to, within: 5_000, most: 1_000, ...more });
  }

  it("sends method, path, headers and body, and gives the whole answer", async () => {
    const { status, headers, body } = await asked(
      (request, response) => {
        request.setEncoding("utf8");
        let text = "";
        request.on("data", (part: string) => (text += part));
        request.on("end", () => {
          response.writeHead(201, { "x-said": "yes" });
          response.end(`${request.method} ${request.url} ${String(request.headers["x-own"])} ${text}`);
        });
      },
      { method: "POST", headers: { "x-own": "mine" }, body: "ü" },
    );
    expect([status, headers["x-said"], body.toString()]).toEqual([201, "yes", "POST /what?now=1 mine ü"]);
  });

  it("follows no redirection", async () => {
    const { status } = await asked((_, response) => response.writeHead(302, { location: "/else" }).end());
    expect(status).toBe(302);
  });

  it("ends an answer that is too large", async () => {
    const answer = asked((_, response) => response.end("x".repeat(1_001)));
    await expect(answer).rejects.toBeInstanceOf(AnswerTooLargeError);
  });

  it("passes over what is too much, if it may", async () => {
    const { body } = await asked((_, response) => response.end("x".repeat(3_000)), { longest: 5_000 });
    expect(body).toHaveLength(1_000);
  });

  it("is over in time when nothing comes, and when the rest does not come", async () => {
    const silent = asked(() => undefined, { within: 50 });
    const halting = asked((_, response) => response.write("half"), { within: 50 });
    const over = (asking: Promise<unknown>) => Promise.race([asking, setTimeout(2_000, "still waiting")]);
    await expect(over(silent)).rejects.toBeInstanceOf(AnswerTooLateError);
    await expect(over(halting)).rejects.toMatchObject({ code: "ETIMEDOUT" });
  });

  it("takes an answer that is cut off for none", async () => {
    const answer = asked((_, response) => {
      response.writeHead(200, { "content-length": "10" });
      response.write("half", () => response.destroy());
    });
    await expect(answer).rejects.toMatchObject({ code: "ECONNRESET" });
  });

  it("ends with its caller's reason", async () => {
    const caller = new AbortController();
    const answer = asked(() => caller.abort(new Error("going home")), { signal: caller.signal });
    await expect(answer).rejects.toThrow("going home");
  });
});
