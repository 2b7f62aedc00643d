import { describe, expect, it } from "vitest";
import { podLoad, type TestChannel } from "../testing/index.ts";
import { gate } from "./auth.ts";
import { checkHttpIn, type HttpInIface, httpInSchema } from "./schema.ts";

type Config = Record<string, string | number | boolean>;

function problems(ifaces: (Config & { id?: string })[], channels: TestChannel[] = []): string[] {
  return checkHttpIn(podLoad(httpInSchema, ifaces, channels)).map(
    ({ where, attribute }) => `${where}.${attribute}`,
  );
}

describe("rules of the http_in columns", () => {
  it("names the column of what cannot work", () => {
    expect(problems([{ port: 1, bind: "0.0.0.0", auth: "basic", user: "u", password: "p" }])).toEqual([]);
    expect(problems([{ port: 1, bind: "localhost" }])).toEqual(["main.bind"]);
    expect(problems([{ port: 1, auth: "token" }])).toEqual(["main.token"]);
    expect(problems([{ port: 1, auth: "basic" }])).toEqual(["main.user", "main.password"]);
    expect(problems([{ port: 1, auth: "github" }])).toEqual(["main.secret"]);
    expect(problems([{ port: 1, auth: "stripe", secret: "s" }])).toEqual([]);
    const two = [
      { id: "a", port: 1 },
      { id: "b", port: 1 },
    ];
    expect(problems(two)).toEqual(["b.port"]);
  });

  it("lets no two channels answer for the same thing", () => {
    const channel = (chan: string, dir: "in" | "out" | "inout", pointer?: string): TestChannel => ({
      chan,
      dir,
      config: { path: "/p", ...(pointer === undefined ? {} : { pointer }) },
    });
    const of = (...channels: TestChannel[]) => problems([{ port: 1 }], channels);
    expect(of(channel("a", "in", "/a"), channel("b", "in", "/b"), channel("c", "out"))).toEqual([]);
    expect(of(channel("a", "in"), channel("b", "in"))).toEqual(["http_in.test.b.path"]);
    expect(of(channel("a", "out"), channel("b", "inout"))).toEqual(["http_in.test.b.path"]);
    expect(of(channel("a", "out", "/a"))).toEqual(["http_in.test.a.pointer"]);
  });

  it("lets signed content only set channels", () => {
    const channels = (["in", "out", "inout"] as const).map((dir) => ({
      chan: dir,
      dir,
      config: { path: `/${dir}` },
    }));
    expect(problems([{ port: 1, auth: "github", secret: "s" }], channels)).toEqual([
      "http_in.test.out.dir",
      "http_in.test.inout.dir",
    ]);
  });

  it("allows paths only", () => {
    const { pattern } = httpInSchema.channelColumns.path as { pattern: RegExp };
    for (const path of ["/", "/a/b", "/a%20b", "/a.b-c_d"]) expect(path).toMatch(pattern);
    for (const path of ["", "a", "/a?b", "/a#b", "/a b"]) expect(path).not.toMatch(pattern);
  });
});

describe("gate", () => {
  const iface = (config: Config) =>
    podLoad(httpInSchema, [{ port: 1, ...config }], []).ifaces[0]?.config as HttpInIface;
  const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString("base64")}` });

  it("admits the right token and nothing like it", () => {
    const door = gate(iface({ auth: "token", token: "abc" }));
    expect(door.admits({ "x-token": "abc" })).toBe(true);
    expect(door.admits({ authorization: "bearer abc" })).toBe(true);
    for (const headers of [
      {},
      { "x-token": "" },
      { "x-token": "abcd" },
      { authorization: "Bearerabc" },
      basic("a:abc"),
    ]) {
      expect(door.admits(headers)).toBe(false);
    }
  });

  it("knows what a browser presents by itself, also for a page of another origin", () => {
    const ambient = (config: Config) => gate(iface(config)).ambient;
    expect([
      ambient({ auth: "none" }),
      ambient({ auth: "basic", user: "u", password: "p" }),
      ambient({ auth: "token", token: "t" }),
      ambient({ auth: "github", secret: "s" }),
    ]).toEqual([true, true, false, false]);
  });

  it("admits the right pair and nothing like it", () => {
    const door = gate(iface({ auth: "basic", user: "ü", password: "a:b" }));
    expect(door.admits(basic("ü:a:b"))).toBe(true);
    for (const headers of [
      {},
      basic("ü:a"),
      basic(""),
      { authorization: "Basic %%%" },
      { "x-token": "ü:a:b" },
    ]) {
      expect(door.admits(headers)).toBe(false);
    }
  });
});
