import { ManualClock, UnavailableError } from "@hubwart/core";
import { FrameError } from "@hubwart/ipc";
import { beforeEach, describe, expect, it } from "vitest";
import { Given } from "./given.ts";

let clock: ManualClock;
let calls: string[];
let given: Given;
let handedOn: number;
beforeEach(() => {
  clock = new ManualClock();
  calls = [];
  const socket = { pause: () => calls.push("pause"), resume: () => calls.push("resume") };
  given = new Given(socket as never, clock, (bytes) => {
    handedOn += bytes;
  });
  handedOn = 0;
});
const chunk = (text: string) => given.line(JSON.stringify({ chunk: Buffer.from(text).toString("base64") }));
const end = () => given.line('{"end":true}');
async function read(): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of given) parts.push(part);
  return Buffer.concat(parts).toString();
}
const turn = () => new Promise(setImmediate);

describe("an archive in lines", () => {
  it("is read whole, whenever its parts come", async () => {
    chunk("a");
    const text = read();
    await turn();
    chunk("b");
    await turn();
    end();
    given.close();
    expect(await text).toBe("ab");
    expect(handedOn).toBe(2 * '{"chunk":"YQ=="}\n'.length);
  });

  it("fails when it is cut off, or when nothing more comes", async () => {
    chunk("a");
    given.close();
    await expect(read()).rejects.toThrow(UnavailableError);
    given = new Given({ pause: () => undefined, resume: () => undefined } as never, clock, () => undefined);
    const text = read();
    const failed = expect(text).rejects.toThrow(UnavailableError);
    await turn();
    clock.advance(60_000);
    await failed;
  });

  it("lets the other end wait while its parts are not taken", async () => {
    for (let i = 0; i < 32; i += 1) chunk("x");
    expect(calls).toEqual(["pause", ...calls.slice(1)]);
    end();
    expect(await read()).toHaveLength(32);
    expect(calls.at(-1)).toBe("resume");
  });

  it.each([
    '{"chunk":1}',
    '{"chunk":"%%"}',
    '{"end":false}',
    '{"chunk":"YQ==","more":1}',
    "{}",
    "[]",
    "x",
    `{"chunk":"${"A".repeat(80_000)}"}`,
  ])("refuses %s", (text) => {
    expect(() => given.line(text)).toThrow(FrameError);
  });

  it("takes nothing behind its end", () => {
    end();
    expect(() => chunk("a")).toThrow(FrameError);
  });
});
