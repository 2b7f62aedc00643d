/** Whoever took over a central: every right that it has at a hub's subjects, and messages written by hand. */
import { createPrivateKey } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { answerNonce, keyFromPem, newKey, nkeyOf, signClaims, subjectsOf } from "@hubwart/fleet";
import { identity } from "@hubwart/fleet/identity";
import type { TestCentral } from "@hubwart/testing";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import * as z from "zod/mini";
import type { TestApp } from "../../../testing/test-app.ts";

export async function asCentral(central: TestCentral, app: TestApp): Promise<NatsConnection> {
  const keys = JSON.parse(await readFile(path.join(central.folder, "data/trust/keys.json"), "utf8"));
  const file = JSON.parse(await readFile(app.context.layout.central, "utf8"));
  const { authority, certificate, key, servers } = z.parse(identity, file.identity);
  const own = newKey();
  const pass = signClaims("account", keyFromPem(keys.customers.main), {
    name: "hostile",
    sub: nkeyOf("user", own),
    iat: Math.floor(Date.now() / 1_000),
    nats: { type: "user", version: 2, subs: -1, data: -1, payload: -1, pub: {}, sub: {} },
  });
  return await connect({
    servers,
    tls: { ca: authority, cert: certificate, key },
    authenticator: answerNonce(pass, createPrivateKey(own.export({ format: "pem", type: "pkcs8" }))),
    reconnect: false,
  });
}

export interface RawAnswer {
  v: number;
  status: number;
  body: string;
}

/** Claims everything. */
export const MESSAGE = { v: 1, call: "stateStatus", person: { id: "eve", name: "Eve" }, level: "admin" };

/** @param message what differs from `MESSAGE`, or the text itself */
export async function rawCall(
  connection: NatsConnection,
  hub: string,
  message: object | string,
): Promise<RawAnswer> {
  const text = typeof message === "string" ? message : JSON.stringify({ ...MESSAGE, ...message });
  return (await connection.request(subjectsOf(hub).call, text, { timeout: 20_000 })).json<RawAnswer>();
}
