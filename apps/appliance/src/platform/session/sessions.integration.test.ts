import { afterAll, expect, it } from "vitest";
import { PASSWORD, startTestApp } from "../../testing/test-app.ts";

const app = await startTestApp();
const mine = await app.setUp();
afterAll(() => app.end());

interface Listed {
  id: string;
  own: boolean;
  address: string;
  browser: string;
}
async function signIn(agent: string): Promise<{ token: string; last?: { failed: number } }> {
  const answer = await fetch(`${app.origin}/admin/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": agent },
    body: JSON.stringify({ pwd: PASSWORD }),
  });
  return (await answer.json()) as { token: string };
}
const list = async () => (await app.get("/system/sessions", mine)).body["sessions"] as Listed[];

it("lists who is signed in, ends one with its open stream, and then all others; the change log says whose", async () => {
  const { token: theirs } = await signIn(
    "Mozilla/5.0 (Windows NT 10.0; rv:132.0) Gecko/20100101 Firefox/132.0",
  );
  const { token: third } = await signIn("curl/8.5.0");
  const listed = await list();
  expect(new Map(listed.map(({ own, address, browser }) => [browser, `${address} ${own}`]))).toEqual(
    new Map([
      ["Node.js", "127.0.0.1 true"],
      ["Firefox", "127.0.0.1 false"],
      ["curl", "127.0.0.1 false"],
    ]),
  );
  const stream = await fetch(`${app.origin}/admin/api/stream?topics=jobs`, {
    headers: { authorization: `Bearer ${theirs}` },
  });
  const ended = stream.text();

  const id = listed.find(({ browser }) => browser === "Firefox")?.id;
  expect((await app.post("/system/sessions/end", { id }, mine)).body["code"]).toBe(0);
  expect((await app.get("/jobs", theirs)).status).toBe(401);
  await ended;
  expect((await app.post("/system/sessions/end", { id }, mine)).status).toBe(404);
  expect((await app.get("/jobs", third)).status).toBe(200);

  expect((await app.post("/system/sessions/end_others", {}, mine)).body).toEqual({ code: 0, ended: 1 });
  expect((await app.get("/jobs", third)).status).toBe(401);
  expect((await list()).map(({ own }) => own)).toEqual([true]);

  const noted = (await app.get("/system/audit?limit=20", mine)).body["entries"] as Record<string, unknown>[];
  const [others, , one] = noted.filter(({ call }) => String(call).startsWith("session"));
  expect(one).toMatchObject({ call: "sessionEnd", after: { browser: "Firefox", system: "Windows" } });
  expect(others).toMatchObject({ after: { sessions: [{ browser: "curl" }] } });
  expect(JSON.stringify(noted)).not.toContain(theirs);
});

it("tells after signing in of attempts that failed", async () => {
  await signIn("curl/8.5.0");
  for (const pwd of ["falsch", "auch falsch"]) expect((await app.post("/login", { pwd })).status).toBe(401);
  expect((await signIn("curl/8.5.0")).last).toMatchObject({ address: "127.0.0.1", failed: 2 });
  expect((await signIn("curl/8.5.0")).last).toMatchObject({ failed: 0 });
});
