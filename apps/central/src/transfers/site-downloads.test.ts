import { createHash, randomBytes } from "node:crypto";
import { DeniedError, InvalidInputError, ManualClock, UnavailableError } from "@hubwart/core";
import { pieceMessage, readPiece, TRANSFER_LIMITS, type TransferTold, transferPiece } from "@hubwart/fleet";
import { beforeEach, describe, expect, it } from "vitest";
import type { Routing } from "../bus/routed.ts";
import { Pace } from "./pace.ts";
import { SiteDownloads } from "./site-downloads.ts";

const HUB = "a1b2c3d4e5f6";
const ANNA = { id: "anna", name: "Anna", level: "engineer" } as const;
const ASKED = { hub: HUB, call: "projectTemplate" };
const CONTENT = randomBytes(TRANSFER_LIMITS.piece + 10);
const OFFER = { code: 0, name: "halle.xlsx", size: CONTENT.length };

const MOST_ASKED = 2_000;

let clock: ManualClock;
let opened: Routing[];
let asked: { does: string; at: number }[];
let offer: { status: number; answer: unknown };
/** What a hub answers to a piece. */
let reply: (at: number) => Uint8Array | Error;
let downloads: SiteDownloads;
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const told = (head: Partial<TransferTold>, bytes: Uint8Array) =>
  pieceMessage({ v: 1, at: 0, last: false, ...head }, bytes);
const honest = (at: number) => {
  const bytes = CONTENT.subarray(at, at + TRANSFER_LIMITS.piece);
  const last = at + bytes.length === CONTENT.length;
  return told({ at, last, ...(last && { sha256: sha256(CONTENT) }) }, bytes);
};
beforeEach(() => {
  clock = new ManualClock();
  opened = [];
  asked = [];
  offer = { status: 200, answer: OFFER };
  reply = honest;
  downloads = new SiteDownloads(
    {
      act: async (routing) => {
        opened.push(routing);
        return offer;
      },
      exchange: async (_hub, data) => {
        const { head } = readPiece(transferPiece, data) ?? {};
        if (!head) throw new Error("no piece");
        asked.push({ does: head.does, at: head.at });
        if (head.does === "drop") return new TextEncoder().encode('{"v":1,"status":200,"body":"{}"}');
        // A loop without end is one that a test notices.
        if (asked.length > MOST_ASKED) throw new Error("asked without end");
        const said = reply(head.at);
        // No pause between two pieces here.
        clock.advance(TRANSFER_LIMITS.pace);
        if (said instanceof Error) throw said;
        return said;
      },
    },
    clock,
    new Pace(clock),
  );
});
const open = async () => (await downloads.open(ASKED, ANNA)).ticket ?? expect.fail("no ticket");
async function whole(): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of downloads.take(await open()).stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
const dropped = () => asked.filter(({ does }) => does === "drop").length;

describe("a file of a site", () => {
  it("comes whole, with its name, one piece after the other", async () => {
    const { name, ticket = "" } = await downloads.open(ASKED, ANNA);
    expect(name).toBe("halle.xlsx");
    const { size, stream } = downloads.take(ticket);
    expect(size).toBe(CONTENT.length);
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part as Buffer);
    expect(Buffer.concat(parts).equals(CONTENT)).toBe(true);
    expect(asked.slice(0, 2)).toEqual([
      { does: "read", at: 0 },
      { does: "read", at: TRANSFER_LIMITS.piece },
    ]);
  });
  it("is asked for with the name that the central made, of calls with a file alone", async () => {
    await open();
    expect(opened).toMatchObject([
      { call: "projectTemplate", file: { id: expect.stringMatching(/^.{24}$/) } },
    ]);
    for (const call of ["podRestart", "projectRun", "backupDownload", "stream", "constructor", "nothing"])
      await expect(downloads.open({ hub: HUB, call }, ANNA)).rejects.toBeInstanceOf(InvalidInputError);
    expect(opened).toHaveLength(1);
  });
  it("has a ticket that is good once and for a while, and is dropped at the site where nobody takes it", async () => {
    const ticket = await open();
    downloads.take(ticket).stream.destroy();
    expect(() => downloads.take(ticket)).toThrow(DeniedError);
    const late = await open();
    clock.advance(20_000);
    expect(() => downloads.take(late)).toThrow(DeniedError);
    expect(dropped()).toBeGreaterThan(0);
  });
  it("that the site refuses has no ticket, and leaves room", async () => {
    offer = { status: 403, answer: { code: 1205, message: "Nein." } };
    for (let count = 0; count < 10; count += 1) expect(await downloads.open(ASKED, ANNA)).toEqual(offer);
    offer = { status: 200, answer: { code: 0, name: 7 } };
    expect((await downloads.open(ASKED, ANNA)).ticket).toBeUndefined();
  });
  it("is one of so many at a site, of a person, and in all", async () => {
    const at = (hub: string, id: string) => downloads.open({ ...ASKED, hub }, { ...ANNA, id });
    for (let count = 0; count < TRANSFER_LIMITS.atOnce; count += 1) await at(HUB, `p${count}`);
    await expect(at(HUB, "other")).rejects.toThrow(UnavailableError);
    for (let count = 0; count < 4; count += 1) await at(`hub${count}aaaaaaaa`, "busy");
    await expect(at("hub9aaaaaaaa", "busy")).rejects.toThrow(UnavailableError);
    for (let count = 0; count < 10; count += 1) await at(`hub${count}bbbbbbbb`, `q${count}`);
    await expect(at("hub99cccccccc", "last")).rejects.toThrow(UnavailableError);
    clock.advance(20_000);
    await at("hub99cccccccc", "last");
  });
});

describe("what a hostile site sends", () => {
  const cases: [string, (at: number) => Uint8Array | Error][] = [
    ["is of another place", (at) => told({ at: at + 1 }, Buffer.from("x"))],
    ["is empty, and not the last", (at) => told({ at }, new Uint8Array())],
    ["is larger than a piece", (at) => told({ at }, Buffer.alloc(TRANSFER_LIMITS.piece + 1))],
    ["has a head that is none", () => Buffer.from('{"v":1}\nx')],
    ["is no JSON", () => Buffer.from("{{{\nx")],
    ["is nothing", () => new Uint8Array()],
    [
      "has another hash",
      (at) =>
        at === 0
          ? honest(at)
          : told({ at, last: true, sha256: sha256(Buffer.from("y")) }, CONTENT.subarray(at)),
    ],
    ["has no hash", (at) => told({ at, last: true }, Buffer.alloc(4))],
    [
      "ends before its size",
      (at) => told({ at, last: true, sha256: sha256(Buffer.from("x")) }, Buffer.from("x")),
    ],
    ["goes on beyond its size", (at) => told({ at }, Buffer.alloc(TRANSFER_LIMITS.piece))],
    ["breaks off", (at) => (at === 0 ? honest(at) : new Error("away"))],
    [
      "is a refusal",
      () => Buffer.from('{"v":1,"status":410,"body":"{\\"code\\":410,\\"message\\":\\"Vorbei.\\"}"}'),
    ],
  ];
  it.each(cases)("and %s never becomes a whole file, and leaves room", async (_what, says) => {
    reply = says;
    for (let count = 0; count < TRANSFER_LIMITS.atOnce + 1; count += 1) {
      let bytes = 0;
      const { stream } = downloads.take(await open());
      await expect(
        (async () => {
          for await (const part of stream) bytes += (part as Buffer).length;
        })(),
      ).rejects.toThrow(Error);
      expect(bytes).toBeLessThan(CONTENT.length);
    }
    expect(asked.length).toBeLessThan(20);
  });
  it("and has no end is cut off at the limit", async () => {
    offer = { status: 200, answer: { code: 0, name: "a.csv" } };
    reply = (at) => told({ at }, new Uint8Array(TRANSFER_LIMITS.piece));
    let bytes = 0;
    await expect(
      (async () => {
        for await (const part of downloads.take(await open()).stream) bytes += (part as Buffer).length;
      })(),
    ).rejects.toThrow(Error);
    expect(bytes).toBeLessThanOrEqual(TRANSFER_LIMITS.down);
  });
  it("and comes drop by drop is over after a quarter of an hour", async () => {
    offer = { status: 200, answer: { code: 0, name: "a.csv" } };
    let pieces = 0;
    reply = (at) => {
      pieces += 1;
      clock.advance(19_000);
      return told({ at }, Buffer.from("x"));
    };
    await expect(whole()).rejects.toThrow(Error);
    expect(pieces).toBeLessThan(60);
  });
  it("and nobody reads is let go, one piece at a time", async () => {
    const { stream } = downloads.take(await open());
    stream.read(1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(asked.length).toBeLessThan(4);
    clock.advance(20_000);
    expect(stream.destroyed).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(dropped()).toBe(1);
  });
});
