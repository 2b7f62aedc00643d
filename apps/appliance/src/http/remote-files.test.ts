/** Files of every call of the contract, as people of the central ask for them: which go, at what level, and whole or not at all. */
import { randomBytes } from "node:crypto";
import { PassThrough, Readable } from "node:stream";
import { type CallName, type CallSpec, fileFromCentral, LEVELS, reachedFromCentral } from "@hubwart/contract";
import { pieceMessage, type RoutedAnswer, TRANSFER_LIMITS } from "@hubwart/fleet";
import { describe, expect, it, vi } from "vitest";
import { ANNA, DOOR, SPECS, sha256, useRemoteEdge } from "../testing/remote-edge.ts";
import type { FileAnswer } from "./handlers.ts";

const { answer, clock, handled, newId, open, piece, reached, read, records, refusal, remote } =
  useRemoteEdge();
const paramsOf = ({ path: where }: CallSpec) =>
  Object.fromEntries([...where.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, "check"]));
const inside = ({ status, body }: RoutedAnswer) =>
  status !== 403 || (JSON.parse(body) as { message: string }).message === "handler";

/** Written down once more. */
const DOWN = new Set<CallName>(
  "alarmHistoryDownload auditDownload draftExport energyCsv energyParquet energyReport knxDebugLog lakeDownload projectDownload projectTemplate systemInfo systemLog tlsRoot updateLog".split(
    " ",
  ) as CallName[],
);
const UP = new Set<CallName>(
  "calendarSourceUpload correctionUpload draftImport luaUpload planUpload projectImportEts projectRun".split(
    " ",
  ) as CallName[],
);
const FILE = { name: "a.xlsx", size: 3 };

describe.each(LEVELS)("a site that allows %s", (may) => {
  it("gives and takes as files those of its calls that are named, at their level, whoever claims what", async () => {
    const wrong: string[] = [];
    for (const [name, spec] of SPECS)
      for (const [allowed, level] of [
        [may, "admin"],
        ["admin", may],
      ] as const) {
        reached.length = 0;
        const told = await open(
          { call: name, level, params: paramsOf(spec), file: { id: newId(), ...FILE } },
          { ...DOOR, may: allowed },
        );
        remote.breakOff();
        const enough = spec.needs !== undefined && LEVELS.indexOf(spec.needs) <= LEVELS.indexOf(may);
        const fine = UP.has(name) ? told.status === 200 : inside(told);
        if ((DOWN.has(name) || UP.has(name)) && enough ? !fine : told.status !== 403) wrong.push(name);
        if (!DOWN.has(name) && reached.length > 0) wrong.push(`${name}: reached`);
      }
    expect(wrong).toEqual([]);
  });
});

describe("a file that comes", () => {
  const BYTES = randomBytes(TRANSFER_LIMITS.piece * 2 + 5);
  /** There is something to read, and more to come. */
  const waiting = () => {
    const stream = new PassThrough();
    stream.write("x");
    return stream;
  };
  const begun = async (stream: Readable, more: Partial<FileAnswer> = {}) => {
    handled.answers = { file: stream, filename: "größe.xlsx", ...more };
    const file = newId();
    return { file, told: await open({ call: "projectTemplate", file: { id: file } }) };
  };

  it("goes piece by piece with its name, and says its hash with the last", async () => {
    const { file, told } = await begun(Readable.from([BYTES]), { size: BYTES.length });
    expect(JSON.parse(told.body)).toEqual({ code: 0, name: "größe.xlsx", size: BYTES.length });
    const parts: Uint8Array[] = [];
    for (let at = 0, last = false; !last; ) {
      const found = await read(file, at);
      expect([found.at, found.bytes.length <= TRANSFER_LIMITS.piece]).toEqual([at, true]);
      parts.push(found.bytes);
      at += found.bytes.length;
      last = found.last;
      expect(found.sha256).toBe(last ? sha256(BYTES) : undefined);
    }
    expect(Buffer.concat(parts).equals(BYTES)).toBe(true);
    expect(await refusal(piece({ file, does: "read", at: BYTES.length }))).toBe(410);
  });
  it("is in the change log of the device with the person of the central", async () => {
    await begun(Readable.from(["x"]));
    expect(records).toEqual([
      {
        call: "projectTemplate",
        address: "zentrale.example",
        who: { kind: "central", id: "central:anna", name: "Anna", owner: "Zentrale" },
        code: 0,
        before: undefined,
        after: { filename: "größe.xlsx" },
      },
    ]);
  });
  it("waits at its source for who asks, however much there is", async () => {
    let made = 0;
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(64 * 1024, (made += 1));
      })(),
      { objectMode: false },
    );
    const { file } = await begun(endless);
    await read(file, 0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(made).toBeLessThan(12);
  });
  it("ends when nobody asks for it any more, and in any case after a quarter of an hour", async () => {
    const idle = waiting();
    const first = await begun(idle);
    clock.advance(TRANSFER_LIMITS.idle);
    await vi.waitFor(() => expect(idle.destroyed).toBe(true));
    expect(await refusal(piece({ file: first.file, does: "read", at: 0 }))).toBe(410);
    const slow = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(TRANSFER_LIMITS.piece);
      })(),
      { objectMode: false },
    );
    const second = await begun(slow);
    let at = 0;
    for (let spent = 0; spent <= TRANSFER_LIMITS.whole + 25_000; spent += 25_000) {
      const told = await piece({ file: second.file, does: "read", at });
      if (!(told instanceof Uint8Array)) break;
      at += TRANSFER_LIMITS.piece;
      clock.advance(25_000);
    }
    await vi.waitFor(() => expect(slow.destroyed).toBe(true));
  });
  it("ends with the leave of the site, with its deadline, and when who asks drops it", async () => {
    const closed = waiting();
    await begun(closed);
    remote.breakOff();
    await vi.waitFor(() => expect(closed.destroyed).toBe(true));
    const silent = waiting();
    const { file } = await begun(silent);
    const abort = new AbortController();
    const asked = answer(
      pieceMessage({ v: 1, person: "anna", level: "admin", file, does: "read", at: 0 }, new Uint8Array()),
      DOOR,
      abort,
    );
    abort.abort();
    expect(await refusal(asked)).toBe(500);
    await vi.waitFor(() => expect(silent.destroyed).toBe(true));
    const dropped = waiting();
    const third = await begun(dropped);
    await piece({ file: third.file, does: "drop", at: 0 });
    await vi.waitFor(() => expect(dropped.destroyed).toBe(true));
  });
  it("that its maker never begins keeps no room of others once nobody waits for it", async () => {
    const silent = new PassThrough();
    handled.answers = { file: silent, filename: "a.xlsx" };
    for (let count = 0; count < TRANSFER_LIMITS.atOnce + 1; count += 1) {
      const abort = new AbortController();
      const message = { v: 1, person: ANNA, level: "admin", call: "projectTemplate", file: { id: newId() } };
      const told = answer(new TextEncoder().encode(JSON.stringify(message)), DOOR, abort);
      abort.abort();
      if (count < TRANSFER_LIMITS.atOnce) void told;
    }
    expect((await begun(waiting())).told.status).toBe(200);
    silent.end("x");
  });
  it("that breaks off at its source is never said to be whole", async () => {
    const broken = waiting();
    const { file } = await begun(broken);
    broken.destroy(new Error("disk"));
    expect(await refusal(piece({ file, does: "read", at: 0 }))).toBe(500);
    expect(await refusal(piece({ file, does: "read", at: 0 }))).toBe(410);
  });
  it("is nobody else's, and no longer anybody's where the site allows another level", async () => {
    const { file } = await begun(Readable.from(["x"]));
    for (const other of [{ person: "eve" }, { level: "see" as const }])
      expect(await refusal(piece({ file, does: "read", at: 0, ...other }))).toBe(410);
    expect(await refusal(piece({ file, does: "read", at: 0 }, undefined, { ...DOOR, may: "engineer" }))).toBe(
      410,
    );
    expect((await read(file, 0)).last).toBe(true);
  });
  it("that is asked for in another order ends", async () => {
    const { file } = await begun(Readable.from([BYTES]));
    expect(await refusal(piece({ file, does: "read", at: 7 }))).toBe(409);
    expect(await refusal(piece({ file, does: "read", at: 0 }))).toBe(410);
  });
  it("is one of so many", async () => {
    for (let count = 0; count < TRANSFER_LIMITS.atOnce; count += 1)
      expect((await begun(waiting())).told.status).toBe(200);
    const over = waiting();
    expect((await begun(over)).told.status).toBe(503);
  });
  it("that is too large is refused at once where its size is known", async () => {
    const large = waiting();
    const { told } = await begun(large, { size: TRANSFER_LIMITS.down + 1 });
    expect([told.status, told.body]).toEqual([413, expect.stringContaining("bis zu 256 MB")]);
    await vi.waitFor(() => expect(large.destroyed).toBe(true));
    expect(records).toEqual([]);
  });
  it("comes by no other call", async () => {
    const told = await open({ call: "projectTemplate" });
    expect([told.status, told.body]).toEqual([403, expect.stringContaining("nur als Download")]);
    expect(reached).toEqual([]);
  });
});

it("every call with a file that goes or comes is named by its way, and no other is reached", () => {
  for (const [name, spec] of SPECS) {
    const way = DOWN.has(name) ? "down" : UP.has(name) ? "up" : undefined;
    expect([name, fileFromCentral(spec)]).toEqual([name, way]);
    if (spec.upload === undefined && spec.content === undefined) continue;
    expect([name, reachedFromCentral(spec, true)]).toEqual([name, way !== undefined || name === "stream"]);
  }
});
