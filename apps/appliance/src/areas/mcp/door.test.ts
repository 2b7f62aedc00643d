import { type AddressInfo, connect, type Socket } from "node:net";
import { LIMITS } from "@hubwart/contract";
import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AuditRecord, Session } from "../../http/ports.ts";
import { signedIn } from "../../testing/signed-in.ts";
import { McpDoor } from "./door.ts";
import { Pace } from "./pace.ts";
import { TOOLS } from "./server.ts";
import type { McpConfig } from "./settings.ts";
import { Usage } from "./usage.ts";

const GOOD = `hwt_${"g".repeat(43)}`;
const CLOSED: McpConfig = { active: false, propose: false, write_channels: false };
const OPEN: McpConfig = { ...CLOSED, active: true };
const token = (level: "see" | "operate" | "engineer" | "admin", channels?: string[]): Session => ({
  ...signedIn(level, "token:1", channels && { channels }),
  who: { kind: "token", id: "1", name: "Blick", owner: "Anna" },
});

let app: FastifyInstance;
let door: McpDoor;
let scope: Scope;
let clock: ManualClock;
let config: McpConfig;
let asked: [string, string][];
let records: AuditRecord[];
beforeEach(() => {
  app = fastify();
  scope = new Scope();
  clock = new ManualClock();
  config = OPEN;
  asked = [];
  records = [];
  door = new McpDoor({
    config: () => config,
    gate: {
      authenticate: (text, _counts, address) => {
        asked.push([text, address]);
        return text === GOOD ? token("see") : undefined;
      },
      onEnd: () => () => undefined,
    },
    audit: { record: (entry) => void records.push(entry) },
    clock,
    log: createLogger("system", "mcp", new MemoryLogSink()),
    scope,
    drafts: () => ({ running: async () => undefined, judge: () => Promise.reject(new Error("no")) }),
    proof: () => "proof",
    version: "1",
  });
  door.serve(app);
});
afterEach(async () => {
  await app.close();
  await scope.end();
});

const ask = (
  headers: Record<string, string>,
  body: object = { jsonrpc: "2.0", id: 1, method: "tools/list" },
  url = "/mcp",
) =>
  app.inject({
    method: "POST",
    url,
    headers: { host: "hub", accept: "application/json, text/event-stream", ...headers },
    payload: body,
  });
const bearer = { authorization: `Bearer ${GOOD}` };

describe("the door", () => {
  it("is closed unless somebody opened it, and asks for no token then", async () => {
    config = CLOSED;
    expect((await ask(bearer)).statusCode).toBe(404);
    expect(asked).toEqual([]);
    config = OPEN;
    expect((await ask(bearer)).statusCode).toBe(200);
  });

  it("takes tokens of programs in the header only", async () => {
    const session = { authorization: `Bearer ${"s".repeat(43)}` };
    for (const headers of [{}, session, { authorization: GOOD }, { cookie: `token=${GOOD}` }])
      expect((await ask(headers)).statusCode).toBe(401);
    expect((await ask({}, {}, `/mcp?auth_token=${GOOD}`)).statusCode).toBe(401);
    expect(asked).toEqual([]);
    const wrong = await ask({ authorization: `Bearer hwt_${"w".repeat(43)}` });
    expect([wrong.statusCode, wrong.headers["www-authenticate"]]).toEqual([401, 'Bearer realm="mcp"']);
  });

  it("is for no page of another origin, however good its token", async () => {
    for (const origin of ["https://boese.example", "null", "http://hub:81", "http://hub.boese.example"])
      expect([origin, (await ask({ ...bearer, origin })).statusCode]).toEqual([origin, 403]);
    expect((await ask({ ...bearer, origin: "http://hub" })).statusCode).toBe(200);
  });

  it("takes so many calls of a token a minute", async () => {
    for (let at = 0; at < LIMITS.mcpCallsPerMinute; at += 1) await ask(bearer, {});
    expect((await ask(bearer)).statusCode).toBe(429);
    clock.advance(1_000);
    expect((await ask(bearer)).statusCode).toBe(200);
  });
});

describe("calls at once", () => {
  const call = (id: number) => ({ jsonrpc: "2.0", id, method: "tools/list" });
  const calls = (most: number) => Array.from({ length: most }, (_, id) => call(id));
  /** The head of a request, whose body does not come. */
  async function slow(port: number): Promise<Socket> {
    const before = asked.length;
    const socket = connect(port, "127.0.0.1");
    const head = `POST /mcp HTTP/1.1\r\nHost: hub\r\nAuthorization: Bearer ${GOOD}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`;
    socket.on("error", () => undefined).write(head);
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(before));
    return socket;
  }

  it("are eight, those among them whose body has not come", async () => {
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo;
    const sockets = [];
    for (let at = 0; at < 7; at += 1) sockets.push(await slow(port));
    expect((await ask(bearer, calls(2))).statusCode).toBe(503);
    expect((await ask(bearer)).statusCode).toBe(200);
    sockets.push(await slow(port));
    expect((await ask(bearer)).statusCode).toBe(503);
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(async () => expect((await ask(bearer)).statusCode).toBe(200));
  });

  it("count one by one where a request has several", async () => {
    expect((await ask(bearer, calls(9))).statusCode).toBe(400);
    for (let at = 0; at < LIMITS.mcpCallsPerMinute / 8; at += 1)
      expect((await ask(bearer, calls(8))).statusCode).toBe(200);
    expect((await ask(bearer)).statusCode).toBe(429);
  });

  it("answer nobody any more once the door was shut while the body came", async () => {
    await app.listen({ port: 0, host: "127.0.0.1" });
    const socket = await slow((app.server.address() as AddressInfo).port);
    door.shut();
    socket.write('"a": 1 }');
    const answer = await new Promise<string>((resolve) => {
      socket.once("data", (bytes) => resolve(bytes.toString()));
    });
    socket.destroy();
    expect(answer).toMatch(/^HTTP\/1.1 401/);
  });
});

describe("which tools a token may use", () => {
  const offered = (session: Session, now: McpConfig) =>
    TOOLS.filter((tool) => tool.offered(session, now)).map(({ name }) => name);
  const looking = ["find_channels", "read", "history", "alarms", "explain_error"];
  const all: McpConfig = { active: true, propose: true, write_channels: true };

  it("are those its level has", () => {
    expect(offered(token("see"), all)).toEqual(looking);
    expect(offered(token("engineer"), OPEN).toSorted()).toEqual(
      [...looking, "project_rows", "check_rows"].toSorted(),
    );
    expect(offered(token("engineer"), all)).toContain("propose_change");
  });
  it("are none that change anything unless an administrator allowed it", () => {
    for (const level of ["see", "operate", "engineer", "admin"] as const)
      for (const channels of [undefined, ["a.*"]]) {
        const names = offered(token(level, channels), OPEN);
        expect(TOOLS.filter(({ name, reads }) => names.includes(name) && !reads)).toEqual([]);
      }
  });
  it("write channels only where the token is kept to some", () => {
    expect(offered(token("admin"), all)).not.toContain("write_channel");
    expect(offered(token("operate", []), all)).not.toContain("write_channel");
    expect(offered(token("see", ["a.*"]), all)).not.toContain("write_channel");
    expect(offered(token("operate", ["a.*"]), all)).toEqual([...looking, "write_channel"]);
  });
  it("leave the project to tokens that are kept to no channels", () => {
    expect(offered(token("admin", ["a.*"]), all)).not.toContain("project_rows");
  });
});

it("writes what only reads as one entry of ten minutes, and what changes at once", () => {
  const usage = new Usage({ record: (entry) => void records.push(entry) }, clock);
  const session = token("see");
  for (let at = 0; at < 500; at += 1) usage.read(session, "10.0.0.1", at % 5 === 0 ? "history" : "read");
  expect(records).toEqual([]);
  usage.changed(session, "10.0.0.1", "write_channel", 0, { chan: "a.b" });
  expect(records.map(({ after, call }) => [call, after])).toEqual([
    ["mcpTool", { tool: "write_channel", chan: "a.b" }],
  ]);
  clock.advance(600_000);
  expect(records[1]).toMatchObject({
    call: "mcpRead",
    who: { name: "Blick", owner: "Anna" },
    after: { tools: { history: 100, read: 400 } },
  });
  usage.read(session, "10.0.0.1", "read");
  usage.end();
  expect(records).toHaveLength(3);
});

it("counts for each name by itself, and fills up again with time", () => {
  const pace = new Pace(clock, 2);
  expect([pace.take("a"), pace.take("a"), pace.take("a"), pace.take("b")]).toEqual([true, true, false, true]);
  clock.advance(30_000);
  expect([pace.take("a"), pace.take("a")]).toEqual([true, false]);
});
