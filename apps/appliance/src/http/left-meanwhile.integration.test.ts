/** The body of a call comes in two parts; between them somebody takes the caller's rights away. */
import net from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, startTestApp, type TestApp } from "../testing/test-app.ts";

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.setUp();
});
afterAll(() => app.end());

const somebody = (name: string) => ({ name, label: "", role: "admin", channels: null });

async function colleague(name: string): Promise<{ id: string; token: string }> {
  const { body } = await app.post("/system/people/invite", somebody(name), admin);
  const accepted = await app.post("/invitation/accept", { token: body["token"], pwd: PASSWORD });
  return { id: String(body["id"]), token: String(accepted.body["token"]) };
}

/** Begins to invite somebody. @returns sends the rest, and gives the status that comes back */
async function inviting(token: string): Promise<() => Promise<number>> {
  const { hostname, port } = new URL(app.origin);
  const body = JSON.stringify(somebody("Hintertür"));
  const socket = net.connect(Number(port), hostname);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  let answer = "";
  socket.setEncoding("utf8").on("data", (text: string) => {
    answer += text;
  });
  socket.write(
    `POST /admin/api/system/people/invite HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body.slice(0, 5)}`,
  );
  // The head has been read by the time another call is answered.
  await app.get("/info");
  await app.get("/jobs", admin);
  return async () => {
    socket.write(body.slice(5));
    await closed;
    return Number(answer.split(" ")[1]);
  };
}

const names = async () =>
  ((await app.get("/system/people", admin)).body["people"] as { name: string }[]).map(({ name }) => name);

describe("who loses the right while a call is on its way", () => {
  it.each([
    ["removed", (id: string) => app.post("/system/people/remove", { id }, admin)],
    [
      "demoted",
      (id: string) => app.post("/system/people/save", { ...somebody("Gerade noch"), id, role: "see" }, admin),
    ],
  ])("does nothing any more: %s", async (how, lose) => {
    const { id, token } = await colleague(`Gerade noch ${how}`);
    const finish = await inviting(token);
    expect((await lose(id)).status).toBe(200);
    expect(await finish()).toBe(401);
    expect(await names()).not.toContain("Hintertür");
  });

  it("does nothing any more: signed out by somebody else", async () => {
    const { body } = await app.post("/login", { pwd: PASSWORD });
    const finish = await inviting(String(body["token"]));
    expect((await app.post("/system/sessions/end_others", {}, admin)).status).toBe(200);
    expect(await finish()).toBe(401);
    expect(await names()).not.toContain("Hintertür");
  });

  it("is served as ever otherwise", async () => {
    const { token } = await colleague("Bleibt");
    const finish = await inviting(token);
    expect(await finish()).toBe(200);
    expect(await names()).toContain("Hintertür");
  });
});
