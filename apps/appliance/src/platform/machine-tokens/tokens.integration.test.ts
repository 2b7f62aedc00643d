/** Tokens of programs over HTTP: what they open ends with them, and the change log says whose they are. */
import { afterAll, expect, it } from "vitest";
import { PASSWORD, startTestApp } from "../../testing/test-app.ts";

const app = await startTestApp();
const admin = await app.setUp();
afterAll(() => app.end());

async function make(by: string, name: string, more: object = {}): Promise<{ id: string; token: string }> {
  const { body } = await app.post("/system/tokens/create", { name, level: "admin", days: null, ...more }, by);
  expect(body).toMatchObject({ code: 0 });
  return body as { id: string; token: string };
}

/** Opens the event stream; resolves when the appliance ends it. */
async function stream(token: string): Promise<{ status: number; ended: Promise<string> }> {
  const answer = await fetch(`${app.origin}/admin/api/stream?topics=jobs`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: answer.status, ended: answer.text() };
}
const within = (promise: Promise<string>) =>
  Promise.race([
    promise.then(() => "ended"),
    new Promise<string>((resolve) => setTimeout(() => resolve("open"), 1_500)),
  ]);

it("opens the API and its stream, until it is revoked", async () => {
  const { id, token } = await make(admin, "Leitstand");
  expect((await app.get("/jobs", token)).status).toBe(200);
  const { ended, status } = await stream(token);
  expect(status).toBe(200);
  expect((await app.post("/system/tokens/revoke", { id }, admin)).body).toMatchObject({ code: 0 });
  expect(await within(ended)).toBe("ended");
  expect((await app.get("/jobs", token)).status).toBe(401);
  const { body } = await app.get("/system/tokens", admin);
  expect(body["tokens"]).toEqual([]);
});

it("is named in the change log with its owner, and told nowhere", async () => {
  const { token } = await make(admin, "Skript", { level: "engineer" });
  await app.post("/project/drafts", { name: "Vom Programm", from: "empty" }, token);
  const { body, text } = await app.get("/system/audit?limit=2", admin);
  expect(body["entries"]).toMatchObject([
    { call: "draftCreate", who: { kind: "token", name: "Skript", owner: "Administrator" } },
    { call: "machineTokenCreate", after: { name: "Skript", level: "engineer" } },
  ]);
  expect(text).not.toContain(token.slice(4));
  expect((await app.get("/system/tokens", admin)).text).not.toContain(token.slice(4));
  expect((await app.get("/system/audit", token)).status).toBe(403);
});

it("stops with its owner, and what it opened does", async () => {
  const invited = (
    await app.post(
      "/system/people/invite",
      { name: "anna", label: "Anna", role: "admin", channels: null },
      admin,
    )
  ).body as { id: string; token: string };
  const accepted = await app.post("/invitation/accept", { token: invited.token, pwd: PASSWORD });
  const anna = String(accepted.body["token"]);
  const { token } = await make(anna, "Annas Programm");
  const { ended, status } = await stream(token);
  expect(status).toBe(200);
  const locked = await app.post("/system/people/lock", { id: invited.id, locked: true }, admin);
  expect(locked.body).toMatchObject({ code: 0 });
  expect(await within(ended)).toBe("ended");
  expect((await app.get("/jobs", token)).status).toBe(401);
  const { body } = await app.get("/system/tokens", admin);
  expect(body["tokens"]).toContainEqual(
    expect.objectContaining({ name: "Annas Programm", state: "stopped" }),
  );
  await app.post("/system/people/remove", { id: invited.id }, admin);
  expect((await app.get("/jobs", token)).status).toBe(401);
});

it("refuses what is no network, pattern or level, and names the place", async () => {
  const { body, status } = await app.post(
    "/system/tokens/create",
    { name: "x", level: "see", days: 1, networks: ["10.0.0.0/8", "10.0.0.0/33"] },
    admin,
  );
  expect([status, body["fields"]]).toMatchObject([400, [{ field: "networks.1" }]]);
});
