import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { calls } from "./calls.ts";
import { answer, type CallSpec, call, type WrittenCall } from "./define.ts";
import { germanIssue } from "./issue-texts.ts";
import { openApi } from "./openapi.ts";
import { hidesSecret, withoutSecrets } from "./secret-names.ts";
import { fileName, isSecretShape } from "./shapes.ts";

const specs: [string, CallSpec][] = Object.entries(calls);

/** Every row of the calls tables of both specifications. */
const SPECIFIED = `
POST /set_init_pwd, GET /info, GET /refresh, POST /login, GET /logout, POST /project/{action}, GET /project/download,
POST /license/upload, GET /license/renew, GET /hub/restart, GET /system/restart, GET /system/change_channel,
GET /system/log, GET /system/info, GET /system/ps, POST /system/change_pw, GET /system/check_connectivity,
GET /network/interfaces/config, GET /network/interfaces/enable, GET /network/interfaces/disable,
POST /network/interfaces/config, POST /network/hostname, GET /network/ntp/config, POST /network/ntp/config,
GET /network/tz/config, POST /network/tz/config, GET /network/ssh/config, POST /network/ssh/config,
GET /backup/state, GET /backup/config, POST /backup/config, GET /trace/{name}, POST /trace/{name},
GET /{container}/update, GET /{container}/restart, GET /{container}/rstore, GET /{container}/info,
GET /{container}/config, POST /{container}/config, GET /caddyproxy/rules/delete, POST /caddyproxy/rules/set,
GET /mosquitto/users/list, POST /mosquitto/users/set, GET /mosquitto/users/delete, POST /grafana/reset-admin-pwd,
GET /pods, GET /pods/channel, GET /pods/config, POST /pods/config, GET /pods/restart, GET /pods/delete,
GET /knx/interfaces, GET /knx/info, POST /knx/keyring, GET /knx/delete_keyring, GET /knx/debug/mode,
GET /knx/restart, GET /knx/debug/log, GET /resources/baskets/files, GET /resources/baskets/file,
GET /resources/baskets/compile, GET /resources/baskets/clean, POST /resources/baskets/upload,
GET /resources/htdocs/files, GET /resources/htdocs/clean, POST /resources/htdocs/upload, GET /resources/certs/files,
POST /resources/certs/upload, GET /resources/certs/delete, GET /resources/tls/meta, GET /resources/tls/generate,
GET /resources/tls/root.crt, GET /resources/lua/files, GET /resources/lua/delete, GET /resources/lua/compile,
POST /resources/lua/upload, GET /resources/pool/files, GET /resources/lake/files, GET /resources/{store}/restore,
GET /wsauth/config, POST /wsauth/users/set, GET /wsauth/users/delete, GET /state/config,
POST /state/config/settings, POST /state/config/http, POST /state/config/mqtt, POST /state/config/influxdb`
  .split(",")
  .map((row) => row.trim());

interface Whole {
  method: "GET";
  path: string;
  summary: string;
  origin: "ours";
  mutates: false;
}
type Fits<Part> = Whole & Part extends WrittenCall ? true : false;

describe("the contract", () => {
  it("has every call of the specifications", () => {
    const ours = new Set(specs.map(([, spec]) => `${spec.method} ${spec.path}`));
    expect(SPECIFIED.filter((row) => !ours.has(row))).toEqual([]);
  });
  it("has no call for a session that names no level, or not how it keeps to channels", () => {
    // The compiler says so: each of these is false, or this file does not compile.
    const fits: {
      nothing: Fits<unknown>;
      levelAlone: Fits<{ needs: "see" }>;
      session: Fits<{ access: "session" }>;
      setup: Fits<{ access: "setup" }>;
      unknownLevel: Fits<{ access: "session"; needs: "root" }>;
      everybody: Fits<{ access: "public"; needs: "see" }>;
      noChannels: Fits<{ access: "session"; needs: "see" }>;
      whole: Fits<{ access: "session"; needs: "see"; channels: "none" }>;
      usual: Fits<{ needs: "see"; channels: "none" }>;
    } = {
      nothing: false,
      levelAlone: false,
      session: false,
      setup: false,
      unknownLevel: false,
      everybody: false,
      noChannels: false,
      whole: true,
      usual: true,
    };
    expect(Object.values(fits).filter(Boolean)).toHaveLength(2);
    const silent = specs.filter(([, { access, needs }]) => (access === "public") !== (needs === undefined));
    expect(silent).toEqual([]);
  });
  it("is closed to strangers and answers its code alone, where a call does not say otherwise", () => {
    const usual = { method: "GET", path: "/x", summary: "X.", mutates: false } as const;
    const signed = { needs: "see", channels: "none" } as const;
    expect(call({ ...usual, ...signed })).toMatchObject({ access: "session", origin: "ours" });
    expect(z.safeParse(call({ ...usual, ...signed }).answer, { code: 0 }).success).toBe(true);
    expect(call({ ...usual, ...signed, content: "text/plain" })).not.toHaveProperty("answer");
    const said = { ...usual, access: "public", origin: "spec", answer: answer({ x: z.string() }) } as const;
    expect(call(said)).toEqual(said);
  });
  it("names each address once", () => {
    const addresses = specs.map(([, spec]) => `${spec.method} ${spec.path}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });
  it.each(specs)("%s is consistent", (_name, spec) => {
    expect([spec.answer !== undefined, spec.content !== undefined].filter(Boolean)).toHaveLength(1);
    expect(spec.method === "GET" && (spec.body ?? spec.upload) !== undefined).toBe(false);
    expect(spec.summary).toMatch(/\.$/);
    if (spec.guard !== undefined) {
      const guarded = specs.find(([name]) => name === spec.guard)?.[1];
      expect(guarded?.etag?.length).toBeGreaterThan(0);
    }
    const fields = Object.keys((spec.answer as unknown as { def?: { shape?: object } })?.def?.shape ?? {});
    expect((spec.etag ?? []).filter((field) => !fields.includes(field))).toEqual([]);
  });
});

describe("the name of a user", () => {
  const accepted = (user: string) => z.safeParse(calls.wsUserSet.body, { user, role: "read" }).success;
  it.each(["root", "Anna Müller", "leser@anlage", "日本"])("may be %s", (name) =>
    expect(accepted(name)).toBe(true),
  );
  it.each(["a:b", "root\u200b", "root\u202e", "a\nb", "a\u0000", " "])("may not be %j", (name) =>
    expect(accepted(name)).toBe(false),
  );
});

describe("the API document", () => {
  const document = openApi("Hubwart", "1.0.0");
  it("has every call, with units", () => {
    const text = JSON.stringify(document);
    for (const [name] of specs) expect(text).toContain(`"operationId":"${name}"`);
    expect(text).toContain("Unix seconds");
  });
  it("marks what is ours", () => {
    const paths = document["paths"] as Record<string, Record<string, Record<string, unknown>>>;
    expect(paths["/admin/api/ticket"]?.["post"]?.["x-origin"]).toBe("ours");
    expect(paths["/admin/api/login"]?.["post"]?.["x-origin"]).toBe("spec");
    expect(paths["/admin/api/login"]?.["post"]?.["security"]).toEqual([]);
  });
  it("says which level a call needs", () => {
    const paths = document["paths"] as Record<string, Record<string, Record<string, unknown>>>;
    expect(paths["/admin/api/trace/write"]?.["post"]?.["x-needs"]).toBe("operate");
    expect(paths["/admin/api/login"]?.["post"]).not.toHaveProperty("x-needs");
  });
});

describe("what a schema refuses, in German", () => {
  const said = (schema: z.ZodMiniType, input: unknown) => {
    const result = z.safeParse(schema, input, { error: germanIssue });
    return result.success ? "" : result.error.issues[0]?.message;
  };
  it.each([
    [z.string(), undefined, "Die Angabe fehlt; erwartet wird ein Text."],
    [z.nonoptional(z.optional(z.unknown())), undefined, "Die Angabe fehlt."],
    [z.boolean(), "ja", "Erlaubt ist wahr oder falsch."],
    [z.string().check(z.minLength(8)), "kurz", "Erlaubt sind mindestens 8 Zeichen."],
    [z.string().check(z.maxLength(2)), "lang", "Erlaubt sind höchstens 2 Zeichen."],
    [z.number().check(z.maximum(250)), 251, "Erlaubt ist höchstens 250."],
    [z.int(), 1.5, "Erlaubt ist eine ganze Zahl."],
    [z.enum(["a", "b"]), "c", "Erlaubt ist: a, b."],
    [z.array(z.string()).check(z.minLength(1)), [], "Erlaubt ist mindestens 1 Eintrag."],
    [z.string().check(z.regex(/x/, { error: "Ein x fehlt." })), "y", "Ein x fehlt."],
    [
      fileName(),
      "ü.pem",
      "Erlaubt sind bis zu 200 Zeichen: A bis Z, a bis z, Ziffern, Leerzeichen und _ . -, am Anfang ein Buchstabe, eine Ziffer oder _.",
    ],
    [
      calls.mosquittoMay.body,
      { usr: "a b", topic: "x" },
      "Erlaubt sind alle Zeichen außer Leerzeichen und : # + /.",
    ],
    [calls.mosquittoMay.body, { usr: "a", topic: "haus/#" }, "Erlaubt ist ein Topic ohne + und #."],
  ])("%#", (schema, input, text) => {
    expect(said(schema, input)).toBe(text);
  });
});

it("names what is allowed wherever a spelling is refused", () => {
  const silent: string[] = [];
  const seen = new Set<unknown>();
  const walk = (value: unknown, where: string): void => {
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    const def = (value as { _zod?: { def: object } })._zod?.def;
    if (def) {
      const { check, format, error } = def as { check?: string; format?: string; error?: unknown };
      if (check === "string_format" && format === "regex" && error === undefined) silent.push(where);
      walk({ ...def }, where);
      return;
    }
    if (value instanceof RegExp) return;
    for (const [key, inner] of Object.entries(value)) walk(inner, `${where}.${key}`);
  };
  for (const [name, { query, body }] of Object.entries(calls) as [string, CallSpec][])
    for (const schema of [query, body]) walk(schema, name);
  expect(silent).toEqual([]);
});

describe("what is kept of an input", () => {
  /** Names under which schemas of passwords and codes stand, anywhere in the inputs of all calls. */
  function secretFields(): string[] {
    const found: string[] = [];
    const seen = new Set<unknown>();
    const walk = (value: unknown, name: string): void => {
      if (typeof value !== "object" || value === null || seen.has(value)) return;
      if (isSecretShape(value)) found.push(name);
      else seen.add(value);
      const { def } = value as { def?: Record<string, unknown> };
      if (!def) return;
      for (const [field, inner] of Object.entries((def["shape"] as object | undefined) ?? {}))
        walk(inner, field);
      for (const part of ["innerType", "element", "valueType", "in", "out"]) walk(def[part], name);
      for (const option of (def["options"] as unknown[] | undefined) ?? []) walk(option, name);
    };
    for (const [, { body, upload }] of specs) for (const schema of [body, upload?.fields]) walk(schema, "");
    return found;
  }
  it("goes without every field whose schema is that of a password or a code", () => {
    const fields = secretFields();
    expect(fields.length).toBeGreaterThan(10);
    expect(fields.filter((field) => !hidesSecret(field, "geheim"))).toEqual([]);
  });
  it("keeps the switch beside a secret, and nothing that lies too deep to look at", () => {
    expect(withoutSecrets({ has_pwd: true, pwd: "x", list: [{ token: "x", id: 1 }] })).toEqual({
      has_pwd: true,
      list: [{ id: 1 }],
    });
    let deep: unknown = { pwd: "geheim" };
    for (let level = 0; level < 40; level += 1) deep = { inner: deep };
    expect(JSON.stringify(withoutSecrets(deep))).not.toContain("geheim");
  });
});
