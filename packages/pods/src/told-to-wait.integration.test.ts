/** Servers that say how long to wait are left alone so long, whoever asks them and however they say it. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { useEnds } from "@hubwart/testing/open";
import { describe, expect, it } from "vitest";
import { kind as chat } from "./chat/index.ts";
import { kind as httpOut } from "./http-out/index.ts";
import { podLoad, startPod, type TestChannel } from "./testing/index.ts";

const open = useEnds();

/** Longer than every pause of our own after a first failure. */
const WAIT = 2_000;
/** In whole seconds a date may say up to one less. */
const SAID: Record<string, (response: ServerResponse) => void> = {
  "in seconds": (response) => response.writeHead(429, { "retry-after": String(WAIT / 1_000) }).end(),
  "by a date": (response) => {
    const then = new Date(Date.now() + WAIT + 1_000).toUTCString();
    response.writeHead(503, { "retry-after": then }).end();
  },
  "in its own words": (response) => response.writeHead(429).end(`{"errcode":"M","retry_after_ms":${WAIT}}`),
};

/** Tells each caller of a path once to wait. @returns when each request for it came, ms */
async function server(say: (response: ServerResponse) => void, answers: Record<string, string>) {
  const times = new Map<string, number[]>();
  const made = createServer((request, response) => {
    const path = (request.url ?? "").split("?")[0] ?? "";
    request.resume();
    request.on("end", () => {
      const answer = answers[path];
      if (answer === undefined) return void response.writeHead(404).end("{}");
      const before = times.get(path) ?? [];
      times.set(path, [...before, performance.now()]);
      if (before.length === 0) say(response);
      else response.end(answer);
    });
  });
  await new Promise<void>((resolve) => made.listen(0, "127.0.0.1", resolve));
  open.push(async () => {
    made.closeAllConnections();
    made.close();
  });
  return { times, url: `http://127.0.0.1:${(made.address() as AddressInfo).port}` };
}

async function pod(kind: typeof httpOut, iface: Record<string, string | number>, channels: TestChannel[]) {
  const run = await startPod(kind, podLoad(kind.schema, [iface], channels));
  open.push(() => run.stop());
  return run;
}

/** Between the first two requests. */
function pause(times: Map<string, number[]>, path: string): number {
  const [first = 0, second = 0] = times.get(path) ?? [];
  return second - first;
}

describe.each(Object.entries(SAID))("a server that says it %s", (_, say) => {
  it("is polled and written to again only then", async () => {
    const { times, url } = await server(say, { "/in": "21", "/out": "" });
    const run = await pod(httpOut, { url }, [
      { chan: "in", dir: "in", type: "float", config: { path: "/in", interval: 100 } },
      { chan: "out", dir: "out", type: "float", config: { path: "/out", method: "PUT" } },
    ]);
    await run.write({ out: 1 });
    await run.until(() => run.last("in")?.value === 21 && run.written.length === 1);
    expect(pause(times, "/in")).toBeGreaterThan(WAIT - 100);
    expect(pause(times, "/out")).toBeGreaterThan(WAIT - 100);
  });

  it("is asked for a token again only then", async () => {
    const { times, url } = await server(say, { "/token": '{"access_token":"t"}' });
    const access = { auth: "oauth2", token_url: `${url}/token`, client_id: "a", client_secret: "b" };
    const run = await pod(httpOut, { url, ...access }, [
      { chan: "in", dir: "in", type: "float", config: { path: "/in", interval: 100 } },
      { chan: "out", dir: "out", type: "float", config: { path: "/out", method: "PUT" } },
    ]);
    // Another request that needs it is no reason to ask sooner.
    await run.until(() => run.failures.length > 0);
    await run.write({ out: 1 });
    await expect.poll(() => times.get("/token")?.length, { timeout: 20_000 }).toBe(2);
    expect(pause(times, "/token")).toBeGreaterThan(WAIT - 100);
  });

  it("gets a message by its webhook again only then", async () => {
    const { times, url } = await server(say, { "/hook": "ok" });
    const hook = await pod(chat, { service: "slack", webhook: `${url}/hook` }, [
      { chan: "any", type: "int", config: { when: "always", text: "{value}" } },
    ]);
    await hook.write({ any: 1 });
    await hook.until(() => hook.written.length === 1);
    expect(pause(times, "/hook")).toBeGreaterThan(WAIT - 100);
  });

  it("is listened to again only then", async () => {
    const [who, sync] = ["/_matrix/client/v3/account/whoami", "/_matrix/client/v3/sync"];
    const { times, url } = await server(say, {
      [who]: '{"user_id":"@hub:lan"}',
      [sync]: '{"next_batch":"1"}',
    });
    const access = { service: "matrix", url, token: "t", to: "!room:lan", allowed: "@anna:lan" };
    await pod(chat, access, [{ chan: "soll", dir: "in", type: "float", config: { command: "soll" } }]);
    await expect.poll(() => times.get(sync)?.length ?? 0, { timeout: 20_000 }).toBeGreaterThan(1);
    expect(pause(times, who)).toBeGreaterThan(WAIT - 100);
    expect(pause(times, sync)).toBeGreaterThan(WAIT - 100);
  });
});
