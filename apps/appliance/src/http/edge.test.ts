import { restoreUpload } from "@hubwart/contract";
import { DeniedError, InvalidInputError, ResultError } from "@hubwart/core";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { MASKED, masked } from "./audit-mask.ts";
import { toHttp } from "./errors.ts";
import { etagOf, matches } from "./etag.ts";
import { hostAllowed, namesOf } from "./host-check.ts";
import { parse } from "./parse.ts";
import { type CallEdge, findCaller } from "./run-call.ts";

describe("Host header", () => {
  const names = namesOf("Anlage-7.fabrik.example");
  it.each([
    "10.0.0.1",
    "10.0.0.1:8080",
    "[::1]",
    "[fe80::1]:443",
    "localhost",
    "anlage-7",
    "anlage-7.local:80",
  ])("%s is ours", (host) => expect(hostAllowed(host, names)).toBe(true));
  it.each([
    undefined,
    "",
    " ",
    "anlage-8",
    "10.0.0.1.example.com",
    "[::1",
    "[1.2.3.4]",
    "localhost@x",
    "anlage-7:port",
  ])("%s is not", (host) => expect(hostAllowed(host, names)).toBe(false));
});

describe("a call that is open on a device without a password", () => {
  const spec = { ...restoreUpload };
  const asked = { query: {}, headers: {}, url: spec.path } as Parameters<typeof findCaller>[2];
  const edge = (setup: boolean) =>
    ({ gate: { setup, authenticate: () => undefined } }) as unknown as CallEdge;
  it("is closed once there is one", () => {
    expect(findCaller(edge(false), spec, asked).session).toBeUndefined();
    expect(() => findCaller(edge(true), spec, asked)).toThrow(DeniedError);
  });
});

describe("errors", () => {
  it("tell a wrong password from a locked login", () => {
    expect(toHttp(new DeniedError("falsch")).status).toBe(401);
    expect(toHttp(new DeniedError("gesperrt", 30))).toMatchObject({ status: 403, body: { retry_after: 30 } });
  });
  it("give an application result with HTTP 200", () => {
    expect(toHttp(new ResultError(1200, "falsch")).status).toBe(200);
  });
  it("keep the texts of a defect inside", () => {
    const { status, body, defect } = toHttp(new Error("secret path /etc/x"));
    expect([status, body.code, defect]).toEqual([500, 500, true]);
    expect(JSON.stringify(body)).not.toContain("secret");
  });
  it("name every field", () => {
    const { body } = toHttp(
      new InvalidInputError([{ field: "ip", message: "Erlaubt ist eine IPv4-Adresse." }]),
    );
    expect(body.fields).toEqual([{ field: "ip", message: "Erlaubt ist eine IPv4-Adresse." }]);
  });
});

describe("version marks", () => {
  it("do not depend on the order of keys, nor on fields that are not covered", () => {
    const a = etagOf({ x: { b: 1, a: [1, 2] }, y: 1 }, ["x"]);
    expect(etagOf({ y: 2, x: { a: [1, 2], b: 1 } }, ["x"])).toBe(a);
    expect(etagOf({ x: { a: [2, 1], b: 1 } }, ["x"])).not.toBe(a);
    const list = (carrier: boolean, ip: string) => etagOf({ x: [{ ip, carrier }] }, ["x"], ["carrier"]);
    expect(list(true, "a")).toBe(list(false, "a"));
    expect(list(true, "a")).not.toBe(list(true, "b"));
  });
  it("match one of several, or any", () => {
    const tag = etagOf({ x: 1 }, ["x"]);
    expect([matches(tag, tag), matches(`"a", ${tag}`, tag), matches("*", tag), matches('"a"', tag)]).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});

describe("what is kept of a call's input", () => {
  it("hides secrets at every depth, and only them", () => {
    const kept = masked({
      name: "broker",
      has_pwd: true,
      ftp: { user: "u", pwd: "s3cret" },
      list: [{ token: "t0ken", api_key: 5, port: 21 }],
      params: { "main.webhook": "https://chat.lan/hook/s3cret" },
    });
    expect(kept).toEqual({
      name: "broker",
      has_pwd: true,
      ftp: { user: "u", pwd: MASKED },
      list: [{ token: MASKED, api_key: MASKED, port: 21 }],
      params: { "main.webhook": MASKED },
    });
  });
  it("bounds texts, lists and depth", () => {
    const deep: Record<string, unknown> = {};
    let at = deep;
    for (let i = 0; i < 50; i += 1) at = at["x"] = {} as Record<string, unknown>;
    expect(
      JSON.stringify(masked({ deep, long: "x".repeat(9999), many: Array(9999).fill(1) })).length,
    ).toBeLessThan(1200);
  });
});

describe("nested input", () => {
  const nested = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels));
  const schema = z.object({ value: z.unknown() });
  it.each([1_000, 100_000, 65])("of %i levels is refused by name", (levels) => {
    expect(() => parse(schema, { value: nested(levels) }, "body")).toThrow(
      new InvalidInputError([{ field: "body", message: "Verschachtelt sein dürfen höchstens 64 Ebenen" }]),
    );
  });
  it("of 64 levels passes", () => {
    expect(parse(schema, { value: nested(64) }, "body")).toBeDefined();
  });
});
