import { CODES } from "@hubwart/contract";
import { codeOf, stepAt } from "@hubwart/core/sign-in";
import { afterAll, expect, it } from "vitest";
import { PASSWORD, startTestApp } from "../../testing/test-app.ts";

const app = await startTestApp();
let token = await app.setUp();
afterAll(() => app.end());

it("is switched on with a code, asked for at the next sign-in, and off again; the change log holds no secret", async () => {
  const call = async (path: string, body: object, by = token) =>
    (await app.post(`/system/second_factor/${path}`, body, by)).body;
  const state = async () => (await app.get("/system/second_factor", token)).body;
  expect(await state()).toMatchObject({ on: false, since: 0, recovery_left: 0 });
  expect((await call("begin", { pwd: "falsch" }))["code"]).toBe(CODES.wrongPassword);
  const begun = await call("begin", { pwd: PASSWORD });
  const secret = String(begun["secret"]);
  expect(begun["uri"]).toMatch(
    new RegExp(`^otpauth://totp/Hubwart:[^?]+\\?secret=${secret}&issuer=Hubwart$`),
  );
  expect((await app.post("/login", { pwd: PASSWORD })).body["code"]).toBe(0);

  const code = (step: number) => codeOf(secret, stepAt(Date.now()) + step);
  const confirmed = await call("confirm", { otp: code(-1) });
  const recovery = confirmed["recovery"] as string[];
  expect(recovery).toHaveLength(8);
  expect((await app.get("/jobs", token)).status).toBe(401);
  token = String(confirmed["token"]);
  expect(await state()).toMatchObject({ on: true, recovery_left: 8 });

  expect((await app.post("/login", { pwd: PASSWORD })).body).toMatchObject({
    code: CODES.secondFactorNeeded,
  });
  expect((await app.post("/login", { pwd: "falsch" })).body).toEqual({
    code: 401,
    message: "Das Passwort ist falsch.",
  });
  expect((await app.post("/login", { pwd: PASSWORD, otp: code(-1) })).status).toBe(401);
  const signedIn = await app.post("/login", { pwd: PASSWORD, otp: code(0) });
  expect(signedIn.body).toMatchObject({ code: 0, last: { failed: 2 } });
  expect((await app.post("/login", { pwd: PASSWORD, otp: recovery[0] })).body).toMatchObject({
    recovery_left: 7,
  });

  expect((await call("off", { pwd: PASSWORD, otp: "000000" }))["code"]).toBe(CODES.wrongCode);
  const fresh = (await call("recovery", { pwd: PASSWORD, otp: recovery[1] }))["recovery"] as string[];
  expect((await call("off", { pwd: PASSWORD, otp: fresh[0] }))["code"]).toBe(0);
  expect((await app.post("/login", { pwd: PASSWORD })).body["code"]).toBe(0);

  const noted = JSON.stringify(app.context.store.audit.page({}, 0, 50));
  for (const one of [secret, code(0), code(-1), ...recovery, ...fresh]) expect(noted).not.toContain(one);
  expect(noted).toContain('"recovery_left":7');
});
