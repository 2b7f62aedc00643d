/** What strangers and signed-in callers may not make the appliance keep. */
import { request } from "node:http";
import { argon2id } from "@hubwart/core/sign-in";
import { afterAll, describe, expect, it } from "vitest";
import { PASSWORD, startTestApp } from "../testing/test-app.ts";

const app = await startTestApp();
const token = await app.setUp();
afterAll(() => app.end());

describe("abuse", () => {
  it("of the first password leaves no audit entry, so that real attempts stay in it", async () => {
    const { status } = await app.post("/login", { pwd: "falsch" });
    expect(status).toBe(401);
    const before = await app.get("/system/audit", token);
    for (let i = 0; i < 20; i += 1) {
      expect((await app.post("/set_init_pwd", { pwd: PASSWORD })).status).toBe(409);
    }
    expect((await app.get("/system/audit", token)).body["entries"]).toEqual(before.body["entries"]);
  });

  it("of tickets: what one keeps is bounded", async () => {
    const ask = (parameters: Record<string, string>) =>
      app.post("/ticket", { path: "/system/log", parameters }, token);
    expect((await ask({ filter: "x".repeat(4_000) })).status).toBe(200);
    expect((await ask({ filter: "x".repeat(4_001) })).status).toBe(400);
    expect((await ask({ ["x".repeat(51)]: "" })).status).toBe(400);
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`a${i}`, ""]));
    expect((await ask(many)).status).toBe(400);
  });

  it("of the event stream: a pattern that the hub refuses is refused here", async () => {
    const ask = (filter: string) => app.get(`/stream?topics=trace&filter=${filter}`, token);
    const { status, body } = await ask("x".repeat(501));
    expect([status, body["message"]]).toEqual([
      400,
      "Ungültige Eingabe: filter: Ein Namensmuster hat höchstens 500 Zeichen.",
    ]);
  });

  it("HEAD of a public file tells of that file, not of the console", async () => {
    expect((await fetch(`${app.origin}/opt/fehlt`, { method: "HEAD" })).status).toBe(404);
  });
});

describe("48 that try wrong passwords at once, from ever new addresses", () => {
  it("do not keep the right one out", async () => {
    const slow = await startTestApp({ hasher: argon2id });
    const { port } = new URL(slow.origin);
    const signIn = (pwd: string, localAddress: string) =>
      new Promise<number>((resolve, reject) => {
        const options = { port, host: "127.0.0.1", localAddress, method: "POST", path: "/admin/api/login" };
        const sent = request({ ...options, headers: { "content-type": "application/json" } }, (answer) => {
          answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
        });
        sent.once("error", reject).end(JSON.stringify({ pwd }));
      });
    try {
      await slow.setUp();
      let attacking = true;
      const attackers = Array.from({ length: 48 }, async (_, id) => {
        for (let i = 1; attacking; i += 1)
          expect([401, 403, 503]).toContain(await signIn("falsch", `127.${id + 1}.${i >> 8}.${i & 255}`));
      });
      const outcomes: number[] = [];
      for (let i = 1; i <= 2; i += 1) outcomes.push(await signIn(PASSWORD, `127.0.9.${i}`));
      attacking = false;
      await Promise.all(attackers);
      expect(outcomes).toEqual([200, 200]);
    } finally {
      await slow.end();
    }
  });
});
