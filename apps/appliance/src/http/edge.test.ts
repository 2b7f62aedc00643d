import { restoreUpload } from "@hubwart/contract";
import { DeniedError, InvalidInputError, ResultError } from "@hubwart/core";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { signedIn } from "../testing/signed-in.ts";
import { MASKED, masked } from "./audit-mask.ts";
import { toHttp } from "./errors.ts";
import { etagOf, matches } from "./etag.ts";
import { hostAllowed, meantForUs, namesOf } from "./host-check.ts";
import { parse } from "./parse.ts";
import { type CallEdge, findCaller, named } from "./run-call.ts";
import { COMMON_HEADERS, PUBLIC_FILES_HEADERS } from "./security-headers.ts";

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

describe("public files", () => {
  it("run in an origin of nobody, and their parts may be loaded from there; all else may not", () => {
    const {
      "content-security-policy": policy = "",
      "cross-origin-resource-policy": parts,
      ...others
    } = PUBLIC_FILES_HEADERS;
    expect(policy).toBe(
      "sandbox allow-scripts allow-forms allow-popups allow-downloads; frame-ancestors 'none'",
    );
    expect(parts).toBe("cross-origin");
    // For everybody means: never with credentials, and without leave for headers and methods.
    expect(others).toEqual({ "access-control-allow-origin": "*" });
    expect(COMMON_HEADERS["cross-origin-resource-policy"]).toBe("same-origin");
    expect(COMMON_HEADERS).not.toHaveProperty("access-control-allow-origin");
  });
});

it("takes a bare list where a call says for what it stands, and nowhere else", () => {
  expect(named({ bareList: "rows" }, [1])).toEqual({ rows: [1] });
  expect(named({ bareList: "rows" }, { rows: [1] })).toEqual({ rows: [1] });
  expect(named({}, [1])).toEqual([1]);
});

describe("a request's target", () => {
  const asked = (hosts: string[] | undefined, url: string | undefined = "/admin/api/info") =>
    meantForUs({ url, headersDistinct: hosts ? { host: hosts } : {} }, ["anlage-7"]);
  it("names one of our hosts, once", () => {
    expect([asked(["anlage-7"]), asked(["10.0.0.1:80"])]).toEqual([true, true]);
    expect(asked(["anlage-7", "boese.example"])).toBe(false);
    expect(asked(["boese.example", "anlage-7"])).toBe(false);
    expect(asked(["anlage-7", "anlage-7"])).toBe(false);
    expect([asked([]), asked(undefined)]).toEqual([false, false]);
  });
  it.each(["http://anlage-7/admin/api/info", "anlage-7:80", "*", ""])("is a path, not %j", (url) => {
    expect(asked(["anlage-7"], url)).toBe(false);
  });
});

describe("a name with a star", () => {
  it("stands for one label below two others at least", () => {
    expect(hostAllowed("a.fabrik.example", ["*.fabrik.example"])).toBe(true);
    expect(hostAllowed("A.Fabrik.Example:443", ["*.FABRIK.example"])).toBe(true);
    for (const host of ["fabrik.example", ".fabrik.example", "a.b.fabrik.example", "afabrik.example"]) {
      expect([host, hostAllowed(host, ["*.fabrik.example"])]).toEqual([host, false]);
    }
    for (const own of ["*.com", "*.", "*", "*.com."]) {
      expect([own, hostAllowed("boese.com", [own])]).toEqual([own, false]);
    }
  });
});

describe("who asks", () => {
  const calls: [string, boolean][] = [];
  const redeemed: string[][] = [];
  const edge = {
    gate: {
      setup: true,
      authenticate: (token: string, counts: boolean) => {
        calls.push([token, counts]);
        return token === "right" ? signedIn("admin") : undefined;
      },
    },
    tickets: {
      redeem: (ticket: string, path: string) => {
        redeemed.push([ticket, path]);
        return ticket === "once"
          ? { session: signedIn("admin"), parameters: {}, password: undefined }
          : undefined;
      },
    },
  } as unknown as CallEdge;
  const asked = (query: Record<string, unknown>, authorization?: string, url = "/admin/api/x?y") =>
    ({ query, headers: { authorization }, url }) as unknown as Parameters<typeof findCaller>[2];
  const open = { ...restoreUpload, method: "GET", access: "session" } as Parameters<typeof findCaller>[1];

  it("needs a token where a session is needed, none too long, and no other scheme", () => {
    expect(findCaller(edge, open, asked({}, "Bearer right")).session).toEqual(signedIn("admin"));
    expect(findCaller(edge, open, asked({ auth_token: "right" })).session).toEqual(signedIn("admin"));
    for (const given of [
      asked({}),
      asked({}, "Basic right"),
      asked({}, "Bearer wrong"),
      asked({}, "Bearer "),
    ])
      expect(() => findCaller(edge, open, given)).toThrow(DeniedError);
    calls.length = 0;
    for (const given of [asked({ auth_token: "x".repeat(201) }), asked({ auth_token: ["right"] })])
      expect(() => findCaller(edge, open, given)).toThrow(DeniedError);
    expect(calls).toEqual([]);
  });

  it("is not kept signed in by watching", () => {
    calls.length = 0;
    findCaller(edge, { ...open, watchesOnly: true }, asked({}, "Bearer right"));
    findCaller(edge, open, asked({}, "Bearer right"));
    expect(calls).toEqual([
      ["right", false],
      ["right", true],
    ]);
  });

  it("shows a ticket for what its address says, and for reading alone", () => {
    redeemed.length = 0;
    expect(
      findCaller(edge, open, asked({ ticket: "once" }, undefined, "/admin/api/a/b?ticket=once")),
    ).toEqual({
      session: signedIn("admin"),
      token: undefined,
      redeemed: { session: signedIn("admin"), parameters: {}, password: undefined },
    });
    expect(redeemed).toEqual([["once", "/a/b"]]);
    expect(() => findCaller(edge, open, asked({ ticket: "other" }, "Bearer right"))).toThrow("abgelaufen");
    redeemed.length = 0;
    expect(() => findCaller(edge, { ...open, method: "POST" }, asked({ ticket: "once" }))).toThrow(
      DeniedError,
    );
    expect(redeemed).toEqual([]);
  });
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
  it("say that too much is open, which is over soon and no defect", () => {
    for (const code of ["EMFILE", "ENFILE"]) {
      const { status, body, defect } = toHttp(Object.assign(new Error("too many open files"), { code }));
      expect([status, body.code, defect]).toEqual([503, 503, false]);
      expect(body.message).toContain("zu viele Dateien und Verbindungen offen");
    }
  });
  it("name every field", () => {
    const { body } = toHttp(
      new InvalidInputError([{ field: "ip", message: "Erlaubt ist eine IPv4-Adresse." }]),
    );
    expect(body.fields).toEqual([{ field: "ip", message: "Erlaubt ist eine IPv4-Adresse." }]);
  });
});

describe("version marks", () => {
  it("do not depend on the order of keys, nor on fields that are not covered", async () => {
    const a = await etagOf({ x: { b: 1, a: [1, 2] }, y: 1 }, ["x"]);
    expect(await etagOf({ y: 2, x: { a: [1, 2], b: 1 } }, ["x"])).toBe(a);
    expect(await etagOf({ x: { a: [2, 1], b: 1 } }, ["x"])).not.toBe(a);
    const list = (carrier: boolean, ip: string) => etagOf({ x: [{ ip, carrier }] }, ["x"], ["carrier"]);
    expect(await list(true, "a")).toBe(await list(false, "a"));
    expect(await list(true, "a")).not.toBe(await list(true, "b"));
  });
  it("match one of several, or any", async () => {
    const tag = await etagOf({ x: 1 }, ["x"]);
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
