/** Every mutating call of the contract leaves exactly one entry in the change log, whatever becomes of it. */
import { type CallName, type CallSpec, calls, onlyFromCentral, type Schema } from "@hubwart/contract";
import { NotFoundError } from "@hubwart/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

const mutating = (Object.entries(calls) as [CallName, CallSpec][]).filter(([, spec]) => spec.mutates);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ launched: true });
  await app.setUp();
  // As on a new device: refused because there is a password, it is no change and leaves nothing.
  app.handlers.setInitPwd = async () => ({ token: "" });
  // The same for a link that there is not.
  app.handlers.invitationAccept = async () => ({ token: "", recovery: undefined });
  // The same where no directory service is set up.
  app.handlers.oidcFinish = async () => ({ token: "" });
  for (const [name] of mutating) {
    const refuse = () => Promise.reject(new NotFoundError("Das gibt es nicht."));
    if (app.handlers[name] === undefined) Object.assign(app.handlers, { [name]: refuse });
  }
});
afterAll(() => app.end());

describe("a mutating call", () => {
  it("is one of many", () => expect(mutating.length).toBeGreaterThan(40));

  it.each(mutating)("%s leaves exactly one entry", async (name, spec) => {
    const before = app.context.store.audit.page({}, 0, 1)[0]?.id ?? 0;
    const lastJob = app.context.store.jobs.latest(1)[0]?.id ?? 0;
    // Of calls above; each writes its entry when it ends.
    const earlier = new Set(
      app.context.store.jobs.open().map(({ body }) => (JSON.parse(body) as { call: string }).call),
    );
    const token = tokenFor(spec);
    const answer = await send(spec, token);
    const text = await answer.text();
    const fresh = app.context.store.audit
      .page({}, 0, 20)
      .filter(({ call, id }) => id > before && (call === name || !earlier.has(call)));
    // A job that still runs writes the entry when it ends.
    const coming = app.context.store.jobs
      .open()
      .map(({ id, body }) => ({ id, ...(JSON.parse(body) as { call: string; address: string }) }))
      .filter(({ id }) => id > lastJob);
    const entries = [...fresh, ...coming];
    expect(
      entries.map((entry) => entry.call),
      text,
    ).toEqual([name]);
    expect(entries[0]?.address).toBe("127.0.0.1");
  });
});

describe("a call that only reads", () => {
  const reading = (Object.entries(calls) as [CallName, CallSpec][]).filter(
    ([, spec]) => !spec.mutates && spec.content === undefined,
  );
  it.each(reading)("%s leaves none", async (name, spec) => {
    const before = app.context.store.audit.page({}, 0, 1)[0]?.id ?? 0;
    await (await send(spec, tokenFor(spec))).text();
    // A job that a call above began may end meanwhile.
    const fresh = app.context.store.audit
      .page({}, 0, 20)
      .filter(({ call, id }) => id > before && call === name);
    expect(fresh).toEqual([]);
  });
});

/** Of the administrator; or of the central, for what nobody else reaches. */
function tokenFor({ path }: CallSpec): string {
  if (!onlyFromCentral(path)) return app.context.sessions.tokens.issue().token;
  const who = { kind: "central", id: "central:anna", name: "Anna", owner: "Zentrale" } as const;
  return app.context.remoteCallers.begin({ who, level: "admin", bounds: undefined, entrusted: true }).token;
}

/** Sends what the contract accepts; whether it makes sense is the handler's to say. */
function send(spec: CallSpec, token: string): Promise<Response> {
  const params = (spec.params ? sample(spec.params) : {}) as Record<string, string>;
  const path = spec.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const query = new URLSearchParams((spec.query ? sample(spec.query) : {}) as Record<string, string>);
  const authorization = `Bearer ${token}`;
  const init: RequestInit = { method: spec.method, headers: { authorization } };
  if (spec.upload) {
    const form = new FormData();
    for (const [name, value] of Object.entries(
      (spec.upload.fields ? sample(spec.upload.fields) : {}) as object,
    )) {
      form.set(name, String(value));
    }
    form.set(spec.upload.file, new Blob(["x"]), "x.txt");
    init.body = form;
  } else if (spec.method === "POST") {
    init.headers = { authorization, "content-type": "application/json" };
    init.body = JSON.stringify(spec.body ? sample(spec.body) : {});
  }
  return fetch(`${app.origin}/admin/api${path}?${query}`, init);
}

/** Texts of which every text field of the contract takes one. */
const TEXTS = [
  "email.haus",
  "mqtt.a",
  "http_in.a",
  "state-1700000000000.db",
  "hubwart-keller-20261121T020000Z.tar",
  "data",
  "Ab3dEf6hIj9lMn2pQr5tUv",
  "Ein gutes Passwort 1!",
  "192.168.1.20",
  "255.255.255.0",
  "1",
  "hub",
  "knx.iface.a.main",
  "Europe/Berlin",
  "12:00",
  "/data",
  "a.json",
  "a.lua",
  "a.crt",
  "eg.svg",
  "versuch-1",
  "d1",
  "https://hub.example",
  "sched.main.licht",
  "2026-11-25",
];

/** Something the schema accepts: of every object only what it needs, of every choice the first. */
function sample(schema: Schema): unknown {
  const shape = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Json;
  const made = fill(shape);
  const { error } = schema.safeParse(made);
  if (error)
    throw new Error(`no sample for ${JSON.stringify(shape)}: ${JSON.stringify(made)}: ${error.message}`);
  return made;
}

interface Json {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Json[];
  oneOf?: Json[];
  allOf?: Json[];
  properties?: Record<string, Json>;
  required?: string[];
  items?: Json | false;
  prefixItems?: Json[];
  minItems?: number;
  minimum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
}

function fill(shape: Json): unknown {
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  const choice = shape.anyOf?.[0] ?? shape.oneOf?.[0];
  if (choice) return fill(choice);
  switch (shape.type ?? "any") {
    case "object":
      return Object.fromEntries(
        (shape.required ?? []).map((name) => [name, fill(shape.properties?.[name] ?? {})]),
      );
    case "array":
      if (shape.prefixItems) return shape.prefixItems.map(fill);
      return Array.from({ length: shape.minItems ?? 0 }, () => fill(shape.items || {}));
    case "number":
    case "integer":
      return Math.max(1, shape.minimum ?? 1);
    case "boolean":
      return true;
    case "string":
      return TEXTS.find((text) => fits(text, shape));
    default:
      return "x";
  }
}

function fits(text: string, shape: Json): boolean {
  const patterns = [shape.pattern, ...(shape.allOf ?? []).map((one) => one.pattern)];
  return (
    text.length >= (shape.minLength ?? 0) &&
    text.length <= (shape.maxLength ?? Infinity) &&
    patterns.every((pattern) => pattern === undefined || new RegExp(pattern, "u").test(text))
  );
}
