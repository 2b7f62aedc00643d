/** Files of every call of the contract, as people of the central ask for them or send them: which go, at what level, and whole or not at all. */
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { PassThrough, Readable } from "node:stream";
import {
  type CallName,
  type CallSpec,
  calls,
  fileFromCentral,
  LEVELS,
  reachedFromCentral,
} from "@hubwart/contract";
import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import {
  pieceMessage,
  type RoutedAnswer,
  readPiece,
  TRANSFER_LIMITS,
  type TransferPiece,
  transferTold,
} from "@hubwart/fleet";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { RemoteCalls } from "../areas/central/remote.ts";
import type { Door } from "../areas/central/remote-request.ts";
import { RemoteCallers } from "../platform/remote-callers/callers.ts";
import { bareEdge } from "../testing/bare-edge.ts";
import type { FileAnswer, HandlerRequest } from "./handlers.ts";
import type { AuditRecord } from "./ports.ts";
import { ForbiddenError } from "./rights.ts";
import { createServer } from "./server.ts";

const specs = Object.entries(calls) as [CallName, CallSpec][];
const log = createLogger("system", "http", new MemoryLogSink());
const clock = new ManualClock();
const callers = new RemoteCallers();
const scope = new Scope();
const records: AuditRecord[] = [];
const reached: CallName[] = [];
/** What a handler got of a file. */
let got: { name: string; text: string; fields: unknown } | undefined;
let answers: FileAnswer | undefined;
let folder: string;
let remote: RemoteCalls;
const server = createServer({
  handlers: Object.fromEntries(
    specs.map(([name]) => [
      name,
      async ({ fields, file }: HandlerRequest<CallSpec>) => {
        reached.push(name);
        if (answers) return answers;
        if (!file) throw new ForbiddenError("handler");
        let text = "";
        for await (const part of file.stream.setEncoding("utf8")) text += part;
        got = { name: file.filename, text, fields: fields() };
        return {};
      },
    ]),
  ),
  gate: {
    setup: true,
    authenticate: (token) => callers.authenticate(token),
    watch: () => ({ ended: false, stop: () => undefined }),
  },
  tickets: { redeem: () => undefined },
  audit: { record: (entry) => void records.push(entry) },
  ...bareEdge(clock, log),
});
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "remote-files-"));
  remote = new RemoteCalls({
    callers,
    clock,
    log,
    audit: { record: (entry) => void records.push(entry) },
    folder: path.join(folder, "incoming"),
  });
  remote.serve(server);
});
afterAll(async () => {
  await server.close();
  await scope.end();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  remote.breakOff();
  reached.length = 0;
  records.length = 0;
  got = undefined;
  answers = undefined;
});

const DOOR: Door = { may: "admin", entrust: true, central: "Zentrale", address: "zentrale.example" };
const ANNA = { id: "anna", name: "Anna" };
let next = 0;
const newId = () => `${(next += 1)}`.padStart(24, "f");
const paramsOf = ({ path: where }: CallSpec) =>
  Object.fromEntries([...where.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, "check"]));
const answer = (data: Uint8Array, door = DOOR, abort = new AbortController()) =>
  remote.answer(data, abort.signal, door);
async function open(message: object, door = DOOR): Promise<RoutedAnswer> {
  const asked = { v: 1, person: ANNA, level: "admin", ...message };
  return (await answer(new TextEncoder().encode(JSON.stringify(asked)), door)) as RoutedAnswer;
}
type Piece = Pick<TransferPiece, "file" | "does" | "at"> & Partial<TransferPiece>;
const piece = (head: Piece, bytes: Uint8Array = new Uint8Array(), door = DOOR) =>
  answer(pieceMessage({ v: 1, person: "anna", level: "admin", ...head }, bytes), door);
async function refusal(asked: ReturnType<typeof piece>): Promise<number> {
  const told = await asked;
  return told instanceof Uint8Array ? 200 : told.status;
}
async function read(file: string, at: number) {
  const told = await piece({ file, does: "read", at });
  if (!(told instanceof Uint8Array)) return expect.fail(JSON.stringify(told));
  const { bytes, head } = readPiece(transferTold, told) ?? expect.fail("no piece");
  return { bytes, ...(head ?? expect.fail("no head")) };
}
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const inside = ({ status, body }: RoutedAnswer) =>
  status !== 403 || (JSON.parse(body) as { message: string }).message === "handler";
const incoming = () => readdir(path.join(folder, "incoming"));

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
    for (const [name, spec] of specs)
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
    answers = { file: stream, filename: "größe.xlsx", ...more };
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
    answers = { file: silent, filename: "a.xlsx" };
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

describe("a file that goes", () => {
  const CONTENT = Buffer.from("PK und so weiter");
  const SENT = { call: "draftImport", file: { id: "", name: 'Halle "1".xlsx', size: CONTENT.length } };
  const begin = async (more: object = {}) => {
    const file = newId();
    const told = await open({ ...SENT, file: { ...SENT.file, id: file, ...more } });
    return { file, told };
  };
  const write = (file: string, at: number, bytes: Uint8Array) => piece({ file, does: "write", at }, bytes);
  const end = (file: string, hash: string, door = DOOR) =>
    piece({ file, does: "end", at: CONTENT.length, sha256: hash }, undefined, door) as Promise<RoutedAnswer>;

  it("is handed on once it is there whole, with its fields, in the name of the person", async () => {
    const { file, told } = await begin({ fields: { name: "Entwurf" } });
    expect(told.status).toBe(200);
    await write(file, 0, CONTENT.subarray(0, 4));
    await write(file, 4, CONTENT.subarray(4));
    expect(reached).toEqual([]);
    // What the handler answers here is no draft.
    expect((await end(file, sha256(CONTENT))).status).toBe(500);
    expect(got).toEqual({
      name: expect.stringContaining("Halle"),
      text: CONTENT.toString(),
      fields: { name: "Entwurf" },
    });
    expect(records).toMatchObject([{ call: "draftImport", who: { id: "central:anna" } }]);
    expect(await incoming()).toEqual([]);
  });
  it("does nothing where a part is missing, or is another than was sent", async () => {
    const half = await begin();
    await write(half.file, 0, CONTENT.subarray(0, 4));
    expect((await end(half.file, sha256(CONTENT))).status).toBe(400);
    const other = await begin();
    await write(other.file, 0, CONTENT);
    expect((await end(other.file, sha256(CONTENT.subarray(1)))).body).toContain("nichts geändert");
    expect((await end(other.file, sha256(CONTENT))).status).toBe(410);
    expect(reached).toEqual([]);
    expect(await incoming()).toEqual([]);
  });
  it("is gone with the connection, and when nobody goes on with it", async () => {
    const first = await begin();
    await write(first.file, 0, CONTENT);
    remote.breakOff();
    expect((await end(first.file, sha256(CONTENT))).status).toBe(410);
    const second = await begin();
    await write(second.file, 0, CONTENT);
    clock.advance(TRANSFER_LIMITS.idle);
    expect((await end(second.file, sha256(CONTENT))).status).toBe(410);
    await vi.waitFor(async () => expect(await incoming()).toEqual([]));
    expect(reached).toEqual([]);
  });
  it("counts at its end for what the site allows then", async () => {
    const { file } = await begin();
    await write(file, 0, CONTENT);
    expect((await end(file, sha256(CONTENT), { ...DOOR, may: "see" })).status).toBe(410);
    expect(reached).toEqual([]);
  });
  it("fills nothing beyond what it said, in no other order, and not beside others without number", async () => {
    const { file } = await begin();
    expect(await refusal(write(file, 0, Buffer.alloc(CONTENT.length + 1)))).toBe(409);
    const second = await begin();
    expect(await refusal(write(second.file, 3, CONTENT))).toBe(409);
    for (let count = 0; count < TRANSFER_LIMITS.atOnce; count += 1)
      expect((await begin()).told.status).toBe(200);
    expect((await begin()).told.status).toBe(503);
    const large = Buffer.alloc(TRANSFER_LIMITS.piece + 1);
    expect(await refusal(write(file, 0, large))).toBe(400);
  });
  it("is refused before its first byte where it is too large", async () => {
    const { told } = await begin({ size: TRANSFER_LIMITS.up + 1 });
    expect([told.status, told.body]).toEqual([413, expect.stringContaining("bis zu 32 MB")]);
    const plan = await open({
      call: "planUpload",
      file: { id: newId(), name: "a.png", size: 5 * 1024 ** 2 },
    });
    expect([plan.status, plan.body]).toEqual([413, expect.stringContaining("bis zu 4 MB")]);
  });
  it("leaves no way out of its form: what it is called, and its fields, are no headers", async () => {
    const name = 'a"; x="b.xlsx';
    const { file } = await begin({
      name,
      fields: { name: '--x\r\ncontent-disposition: form-data; name="pwd"' },
    });
    await write(file, 0, CONTENT);
    await end(file, sha256(CONTENT));
    expect(got?.text).toBe(CONTENT.toString());
    expect(Object.keys(got?.fields ?? {})).toEqual(["name"]);
    expect((await begin({ name: "a\r\nb" })).told.status).toBe(400);
  });
  it("of a crash before is removed", async () => {
    await begin();
    await remote.clean();
    await expect(incoming()).rejects.toThrow(/ENOENT/);
  });
});

it("every call with a file that goes or comes is named by its way, and no other is reached", () => {
  for (const [name, spec] of specs) {
    const way = DOWN.has(name) ? "down" : UP.has(name) ? "up" : undefined;
    expect([name, fileFromCentral(spec)]).toEqual([name, way]);
    if (spec.upload === undefined && spec.content === undefined) continue;
    expect([name, reachedFromCentral(spec, true)]).toEqual([name, way !== undefined || name === "stream"]);
  }
});
