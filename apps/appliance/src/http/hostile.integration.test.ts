/** Random and malformed requests to every call: a clear refusal each, never a 500, never a crash, memory bounded. */

import { Agent, request } from "node:http";
import { connect } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { API_PREFIX, type CallSpec, CODES, calls, type Schema } from "@hubwart/contract";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

const specs: [string, CallSpec][] = Object.entries(calls);
const agent = new Agent({ keepAlive: true, maxSockets: 4 });
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ launched: true });
  await app.setUp();
});
afterAll(async () => {
  agent.destroy();
  await app.end();
});

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer;
}

function send(sent: Sent): Promise<{ status: number; type: string; text: string }> {
  const { hostname, port } = new URL(app.origin);
  return new Promise((resolve, reject) => {
    const { method, path, headers } = sent;
    const outgoing = request({ hostname, port, method, path, headers, agent }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      const done = () =>
        resolve({ status: answer.statusCode ?? 0, type: answer.headers["content-type"] ?? "", text });
      answer.on("data", (chunk: string) => {
        text += chunk;
        // An event stream never ends by itself.
        if (answer.headers["content-type"] === "text/event-stream") {
          answer.destroy();
          done();
        }
      });
      answer.on("end", done);
      answer.on("error", done);
    });
    outgoing.on("error", reject);
    outgoing.end(sent.body);
  });
}

let kept = "";
/** Of one session, until a call ends it: each new one costs a copy of all sessions on the disk. */
function token(): string {
  const { tokens } = app.context.sessions;
  if (!tokens.authenticate(kept, false)) kept = tokens.issue().token;
  return kept;
}

function fieldsOf(schema: Schema | undefined): string[] {
  if (!schema) return [];
  return Object.keys(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }).properties ?? {});
}
const names = (schema: Schema | undefined) =>
  fc.oneof(
    fc.constantFrom(...fieldsOf(schema), "auth_token", "ticket", "__proto__", "constructor"),
    fc.string({ unit: "binary", maxLength: 20 }),
  );
const texts = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "",
    "0",
    "1",
    "-1",
    "1e999",
    "true",
    "../../etc/passwd",
    "%00",
    "a".repeat(3000),
    "mqtt.pod.x",
    "*",
  ),
);

function inputs(spec: CallSpec) {
  const segment = fc.oneof(fc.constantFrom("data", "meta", "check", "grafana", "..", "%2e%2e", "%00"), texts);
  return fc.record({
    segment,
    query: fc.array(fc.tuple(names(spec.query), texts), { maxLength: 6 }),
    body: fc.oneof(
      fc
        .dictionary(names(spec.body), fc.jsonValue({ maxDepth: 4 }), { maxKeys: 8 })
        .map((o) => JSON.stringify(o)),
      fc.json({ maxDepth: 6 }),
      fc.string({ unit: "binary", maxLength: 400 }),
      fc.constantFrom("{", "[".repeat(20_000), `{"__proto__":{"a":1}}`, "null", ""),
    ),
    type: fc.constantFrom(
      "application/json",
      "application/json; charset=utf-16",
      "text/plain",
      "multipart/form-data; boundary=x",
      "multipart/form-data",
      "application/x-www-form-urlencoded",
      "",
      ";;;",
    ),
    ifMatch: fc.option(fc.constantFrom('"x"', "*", "", ",,,", 'W/"y"')),
    signedIn: fc.boolean(),
  });
}

function toRequest(
  spec: CallSpec,
  given: ReturnType<typeof inputs> extends fc.Arbitrary<infer T> ? T : never,
): Sent {
  const path =
    API_PREFIX + spec.path.replace(/\{[a-z_]+\}/g, () => encodeURIComponent(wellFormed(given.segment)));
  const query = given.query
    .map((pair) => pair.map((part) => encodeURIComponent(wellFormed(part))).join("="))
    .join("&");
  return {
    method: spec.method,
    path: `${path}?${query}`,
    headers: {
      ...(given.type === "" ? {} : { "content-type": given.type }),
      ...(given.ifMatch === null ? {} : { "if-match": given.ifMatch }),
      ...(given.signedIn ? { authorization: `Bearer ${token()}` } : {}),
    },
    body: spec.method === "POST" ? given.body : "",
  };
}

const wellFormed = (text: string) => Buffer.from(text, "utf8").toString("utf8");
const ALLOWED = new Set([200, 400, 401, 403, 404, 409, 413, 501, 503]);

describe("random requests", () => {
  it.each(specs)(
    "%s refuses or answers, and never breaks",
    async (_name, spec) => {
      await fc.assert(
        fc.asyncProperty(inputs(spec), async (given) => {
          const answer = await send(toRequest(spec, given));
          expect(ALLOWED).toContain(answer.status);
          if (answer.status !== 200) {
            const body = JSON.parse(answer.text) as { code: number; message: string };
            // What is not for who asks, whatever the level, has a code of its own beside that of a locked address.
            expect(answer.status === 403 ? [403, CODES.forbidden] : [answer.status]).toContain(body.code);
            expect(body.message).not.toBe("");
          }
        }),
        { numRuns: 40 },
      );
    },
    60_000,
  );

  it("leave no defect in the log", () => {
    expect(app.log.entries.filter((entry) => entry.level === "error").map((entry) => entry.msg)).toEqual([]);
  });
});

describe("malformed requests", () => {
  const raw = (bytes: string | Buffer): Promise<string> => {
    const { hostname, port } = new URL(app.origin);
    return new Promise((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.end(bytes));
      let text = "";
      socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
      socket.on("error", () => resolve(text));
      socket.on("close", () => resolve(text));
    });
  };
  it.each([
    ["no request at all", "hello\r\n\r\n"],
    ["no Host", "GET /admin/api/info HTTP/1.1\r\n\r\n"],
    ["an old protocol without Host", "GET /admin/api/info HTTP/1.0\r\n\r\n"],
    ["a bad escape", "GET /admin/api/%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"],
    ["an endless header", `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"a".repeat(100_000)}\r\n\r\n`],
    [
      "two lengths",
      "POST /admin/api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{",
    ],
    ["random bytes", Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256))],
  ])("%s: refused, and the next one is answered", async (_what, bytes) => {
    expect(await raw(bytes)).toMatch(/^$|^HTTP\/1\.1 4\d\d/);
    expect((await app.get("/info")).status).toBe(200);
  });
  it("a body beyond the limit is 413", async () => {
    const login = async (bytes: number) => (await app.post("/login", { pwd: "x".repeat(bytes) })).status;
    expect([await login(2_000_000), await login(33_000), await login(30_000)]).toEqual([413, 413, 400]);
    // Who is signed in may say more.
    const headers = { authorization: `Bearer ${token()}`, "content-type": "application/json" };
    const body = JSON.stringify({ old: "x".repeat(33_000), new: "y" });
    const path = `${API_PREFIX}/system/change_pw`;
    expect((await send({ method: "POST", path, headers, body })).status).toBe(400);
  });
  it("methods that no call has are 404", async () => {
    for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"]) {
      const answer = await send({ method, path: `${API_PREFIX}/info`, headers: {}, body: "" });
      expect(answer.status).toBe(404);
    }
  });
});

describe("memory", () => {
  const heap = () => {
    setFlagsFromString("--expose-gc");
    (runInNewContext("gc") as () => void)();
    return process.memoryUsage().heapUsed;
  };
  it("does not grow with the number of requests", async () => {
    const burst = async (count: number) => {
      for (let i = 0; i < count; i += 1) {
        const path = `${API_PREFIX}/trace/data?filter=${"x".repeat(1000)}${i}`;
        await send({ method: "GET", path, headers: { authorization: `Bearer wrong${i}` }, body: "" });
        await send({
          method: "POST",
          path: `${API_PREFIX}/login`,
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ pwd: `${i}`.repeat(50) }),
        });
      }
    };
    await burst(500);
    const before = heap();
    await burst(2_000);
    expect(heap() - before).toBeLessThan(8 * 1024 * 1024);
  }, 60_000);
});
