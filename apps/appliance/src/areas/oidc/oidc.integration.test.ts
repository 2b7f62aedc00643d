/** Against `oidc-provider`, over HTTP: from the button's call to a session, with cookies and redirections as a browser has them. */
import { type Directory, startDirectory } from "@hubwart/testing/directory";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";

const GROUPS = { anna: ["betrieb"], kai: ["technik"], eva: ["andere"] };

let app: TestApp;
let admin: string;
let directory: Directory;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.setUp();
  directory = await startDirectory({ back: "http://127.0.0.1:8080/sign-in/directory", groups: GROUPS });
});
afterAll(async () => {
  await app.end();
  directory.stop();
});

const config = (more: object = {}) => ({
  active: true,
  label: "",
  address: "http://127.0.0.1:8080",
  issuer: directory.url,
  client_id: directory.client,
  client_secret: directory.secret,
  scope: "profile groups",
  claim: "groups",
  roles: [
    { value: "technik", role: "admin", channels: null },
    { value: "betrieb", role: "operate", channels: ["knx.*"] },
  ],
  otherwise: null,
  trust_factor: false,
  hosts: [],
  plain: false,
  ...more,
});
const save = (more: object = {}) => app.post("/system/oidc/config", config(more), admin);

/** Follows the service's redirections until it sends back to the device. */
async function browse(url: string): Promise<string> {
  const jar = new Map<string, string>();
  for (let at = url; ; ) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(at, { redirect: "manual", headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const location = answer.headers.get("location");
    if (location === null) throw new Error(`${answer.status}: ${await answer.text()}`);
    const to = new URL(location, at);
    if (to.port !== String(directory.port)) return to.search.slice(1);
    at = to.href;
  }
}
async function signIn(as: string) {
  directory.person = as;
  const begun = await app.post("/oidc/begin", {});
  expect(begun.status, begun.text).toBe(200);
  const query = await browse(String(begun.body["url"]));
  return { binding: begun.body["binding"], query };
}

it("is offered on the page for signing in only where it is set up", async () => {
  expect((await app.get("/info")).body).not.toHaveProperty("directory");
  expect((await app.post("/oidc/begin", {})).status).toBe(409);
  expect((await save()).body).toEqual({ code: 0 });
  expect((await app.get("/info")).body["directory"]).toEqual({
    label: "Mit dem Verzeichnisdienst anmelden",
    url: "http://127.0.0.1:8080/sign-in/directory",
  });
  const stored = await app.get("/system/oidc/config", admin);
  expect(stored.body).toMatchObject({ has_client_secret: true, path: "/sign-in/directory" });
  expect(stored.text).not.toContain(directory.secret);
});

it("signs in with the role of the claims, which the service tells at its own address", async () => {
  const back = await signIn("anna");
  const { body } = await app.post("/oidc/finish", back);
  expect(body).toMatchObject({ code: 0 });
  const info = await app.get("/info", String(body["token"]));
  expect(info.body["me"]).toMatchObject({ name: "anna Muster", level: "operate", bounded: true });
  const { people } = (await app.get("/system/people", admin)).body as { people: object[] };
  expect(people).toMatchObject([{ name: "anna", state: "active", directory: true, role: "operate" }]);
  expect((await app.post("/oidc/finish", back)).status).toBe(409);
  // The one password asks for no name: only it can be typed.
  expect((await app.get("/info")).body).not.toHaveProperty("names");
});

it("lets nobody in whom the table does not name, and the change log says who came", async () => {
  const { status } = await app.post("/oidc/finish", await signIn("eva"));
  expect(status).toBe(401);
  expect((await app.post("/oidc/finish", await signIn("kai"))).body).toMatchObject({ code: 0 });
  const log = await app.get("/system/audit", admin);
  expect(log.text).toContain("kai Muster");
  expect(log.text).not.toMatch(new RegExp(`${directory.secret}|code=|binding"`));
});

it("notices other keys of the service", async () => {
  directory.rotate();
  expect((await app.post("/oidc/finish", await signIn("anna"))).body).toMatchObject({ code: 0 });
});

it("is refused by the service with a wrong secret, another client or another address to go back to", async () => {
  await save({ client_secret: "falsch" });
  expect((await app.post("/oidc/finish", await signIn("anna"))).status).toBe(401);
  await save({ client_id: "another" });
  await expect(signIn("anna")).rejects.toThrow("400");
  await save({ address: "http://127.0.0.1:8081" });
  await expect(signIn("anna")).rejects.toThrow("400");
});

it("ends the sessions of its people once it is switched off", async () => {
  await save();
  const { body } = await app.post("/oidc/finish", await signIn("anna"));
  await save({ active: false });
  expect((await app.get("/info", String(body["token"]))).body["session"]).toBe(false);
  expect((await app.get("/info", admin)).body["session"]).toBe(true);
});
