import { request } from "node:http";
import { API_PREFIX, type CallSpec, calls } from "@hubwart/contract";
import { afterAll, describe, expect, it } from "vitest";
import { PASSWORD, startTestApp } from "../testing/test-app.ts";

const specs: [string, CallSpec][] = Object.entries(calls);
const filled = (path: string) => path.replace(/\{[a-z_]+\}/g, "data");

const app = await startTestApp();
const token = await app.setUp();
afterAll(() => app.end());

function raw(
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(app.origin);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (chunk: string) => (text += chunk));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.on("error", reject);
    sent.end();
  });
}

describe("every call of the contract", () => {
  // A password is set, so those for new devices are closed as well.
  const closed = specs.filter(([, spec]) => spec.access !== "public");
  it("needs a session, but the public ones", () => {
    expect(specs.filter(([, spec]) => spec.access === "public").map(([name]) => name)).toEqual([
      "setInitPwd",
      "login",
      "info",
      "invitation",
      "invitationAccept",
      "oidcBegin",
      "oidcFinish",
      "restoreResult",
    ]);
    expect(closed.length).toBeGreaterThan(30);
  });
  it.each(closed)("%s answers nothing without a session", async (_name, spec) => {
    for (const given of [undefined, "wrong", `${token.slice(0, -1)}x`]) {
      const path = filled(spec.path);
      const { status, body, headers } =
        spec.method === "GET" ? await app.get(path, given) : await app.post(path, {}, given);
      expect(status).toBe(401);
      expect(Object.keys(body).toSorted()).toEqual(["code", "message"]);
      expect(headers.get("cache-control")).toBe("no-store");
    }
  });
  it.each(specs)("%s has the headers of every answer", async (_name, spec) => {
    const path = filled(spec.path);
    const { headers } = spec.method === "GET" ? await app.get(path) : await app.post(path, {});
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });
  it.each(specs.filter(([, spec]) => spec.method === "GET" && spec.mutates))(
    "%s is not run by HEAD",
    async (_name, spec) => {
      const answer = await raw("HEAD", `${API_PREFIX}${filled(spec.path)}`, {
        authorization: `Bearer ${token}`,
      });
      expect(answer.status).toBe(404);
    },
  );
});

describe("requests of a foreign name", () => {
  it.each([
    "evil.example",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "[::1",
    "a b",
    "evil.example:80",
  ])("Host %j is refused", async (host) => {
    expect((await raw("GET", "/admin/api/info", { host })).status).toBeGreaterThanOrEqual(400);
    expect((await raw("GET", "/", { host })).status).toBeGreaterThanOrEqual(400);
  });
  it.each(["localhost", "LOCALHOST:80", "127.0.0.1:8080", "[::1]:80", "192.168.1.20"])(
    "Host %j is answered",
    async (host) => {
      expect((await raw("GET", "/admin/api/info", { host })).status).toBe(200);
    },
  );
});

describe("the session on the wire", () => {
  it("is taken from the header or the query, whatever else the query carries", async () => {
    const query = `auth_check=${Date.now()}&auth_token=${token}&unknown=1`;
    expect((await app.get(`/info?${query}`)).body["session"]).toBe(true);
    expect((await app.get("/info", token)).body["session"]).toBe(true);
    expect((await app.get("/info")).body["session"]).toBe(false);
  });
  it("shows strangers only what the pages before sign-in need", async () => {
    const { body } = await app.get("/info");
    expect(Object.keys(body).toSorted()).toEqual([
      "code",
      "license",
      "product",
      "session",
      "system",
      "version",
    ]);
    expect(Object.keys(body["system"] as object).toSorted()).toEqual(["host", "setup", "started", "time"]);
  });
  it("sets the first password once", async () => {
    expect((await app.post("/set_init_pwd", { pwd: "another password" })).status).toBe(409);
  });
  it("names the field and what is allowed", async () => {
    const { status, body } = await app.post("/system/change_pw", { old: PASSWORD, new: "kurz" }, token);
    expect(status).toBe(400);
    expect(body["fields"]).toEqual([{ field: "new", message: "Erlaubt sind mindestens 8 Zeichen." }]);
  });
  it("survives a wrong current password", async () => {
    const { status, body } = await app.post("/system/change_pw", { old: "falsch", new: "lang genug" }, token);
    expect([status, body["code"]]).toEqual([200, 1200]);
    expect((await app.get("/info", token)).body["session"]).toBe(true);
  });
  it("says in German that nothing can be restarted without a launcher", async () => {
    const { status, body } = await app.get("/hub/restart", token);
    expect(status).toBe(503);
    expect(body["message"]).toContain("Neustart ist nicht möglich");
  });
  it("takes a password of 8 to 1,024 characters", async () => {
    let old = PASSWORD;
    for (const next of ["8 zeiche", "lang ".repeat(13), "x".repeat(1_024)]) {
      const session = (await app.post("/login", { pwd: old })).body["token"] as string;
      const { body } = await app.post("/system/change_pw", { old, new: next }, session);
      expect([next.length, body["code"]]).toEqual([next.length, 0]);
      old = next;
    }
    const { body } = await app.post("/login", { pwd: old });
    expect(body["code"]).toBe(0);
    const session = body["token"] as string;
    const { status } = await app.post("/system/change_pw", { old, new: "x".repeat(1_025) }, session);
    expect(status).toBe(400);
  });
});
