import { chmod, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { POD_PROTOCOL, type PodToHub } from "@hubwart/ipc";
import { useFolder } from "@hubwart/testing/folder";
import { describe, expect, it } from "vitest";
import { admit, type ExternalPod } from "./admission.ts";
import { podToken, sameToken } from "./pod-tokens.ts";

const TOKEN = "A".repeat(43);
const pod: ExternalPod = {
  token: TOKEN,
  connected: false,
  attach: () => undefined,
  release: () => undefined,
};
const find = (id: string) => (id === "mqtt.ext" ? pod : undefined);
const hello = (change: object = {}) =>
  ({ t: "hello", protocol: POD_PROTOCOL, id: "mqtt.ext", token: TOKEN, pid: 1, ...change }) as PodToHub;

describe("an external pod", () => {
  it("is let in with its token", () => {
    expect(admit(hello(), find)).toMatchObject({ pod });
  });

  it.each([
    ["a wrong token", { token: "B".repeat(43) }],
    ["the beginning of its token", { token: TOKEN.slice(1) }],
    ["more than its token", { token: `${TOKEN}A` }],
    ["an empty token", { token: "" }],
    ["no token", { token: undefined }],
    ["the name of another pod", { id: "mqtt.other" }],
  ])("is refused with %s, always by the same words", (_what, change) => {
    expect(admit(hello(change), find)).toEqual({
      refused: "Kein externer Pod dieses Namens mit diesem Token.",
    });
  });

  it("is told of another version only after it showed its token", () => {
    expect(admit(hello({ protocol: 1 }), find)).toMatchObject({
      refused: expect.stringContaining("verschiedene Versionen"),
    });
    expect(admit(hello({ protocol: 1, token: "x" }), find)).toMatchObject({
      refused: expect.stringContaining("mit diesem Token"),
    });
  });

  it("begins with its hello", () => {
    expect(admit(undefined, find)).toHaveProperty("refused");
    expect(admit({ t: "ack", seq: 1 }, find)).toHaveProperty("refused");
  });
});

describe("a token", () => {
  const folder = useFolder();

  it("is made once for each pod, from 256 random bits, and is its account's alone", async () => {
    const tokens = path.join(folder(), "tokens");
    const [one, other] = [await podToken(tokens, "mqtt.a"), await podToken(tokens, "mqtt.b")];
    expect(one).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(other).not.toBe(one);
    expect((await stat(path.join(tokens, "mqtt.b"))).mode & 0o777).toBe(0o600);
    await chmod(path.join(tokens, "mqtt.a"), 0o644);
    expect(await podToken(tokens, "mqtt.a")).toBe(one);
    expect((await readFile(path.join(tokens, "mqtt.a"), "utf8")).trim()).toBe(one);
    expect((await stat(path.join(tokens, "mqtt.a"))).mode & 0o777).toBe(0o600);
    expect((await stat(tokens)).mode & 0o777).toBe(0o700);
  });

  it("is compared as a whole", () => {
    expect([sameToken("a", "a"), sameToken("a", "b"), sameToken("", "a"), sameToken("a", "aa")]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
