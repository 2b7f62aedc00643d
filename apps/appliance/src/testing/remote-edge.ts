/**
 * The edge of a hub with every call of the contract, as people of the central reach it with files.
 *
 *     const edge = useRemoteEdge();
 *     await edge.open({ call: "draftImport", file: { id, name, size } });
 */
import { createHash } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type CallName, type CallSpec, calls } from "@hubwart/contract";
import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import { pieceMessage, type RoutedAnswer, readPiece, type TransferPiece, transferTold } from "@hubwart/fleet";
import { afterAll, beforeEach, expect } from "vitest";
import { RemoteCalls } from "../areas/central/remote.ts";
import type { Door } from "../areas/central/remote-request.ts";
import type { FileAnswer, HandlerRequest } from "../http/handlers.ts";
import type { AuditRecord } from "../http/ports.ts";
import { ForbiddenError } from "../http/rights.ts";
import { createServer } from "../http/server.ts";
import { RemoteCallers } from "../platform/remote-callers/callers.ts";
import { bareEdge } from "./bare-edge.ts";

export const SPECS = Object.entries(calls) as [CallName, CallSpec][];
export const DOOR: Door = { may: "admin", entrust: true, central: "Zentrale", address: "zentrale.example" };
export const ANNA = { id: "anna", name: "Anna" };
export const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

type Piece = Pick<TransferPiece, "file" | "does" | "at"> & Partial<TransferPiece>;

export function useRemoteEdge() {
  const folder = mkdtempSync(path.join(os.tmpdir(), "remote-files-"));
  const log = createLogger("system", "http", new MemoryLogSink());
  const clock = new ManualClock();
  const callers = new RemoteCallers();
  const scope = new Scope();
  const records: AuditRecord[] = [];
  const reached: CallName[] = [];
  const audit = { record: (entry: AuditRecord) => void records.push(entry) };
  /** What a handler got of a file, and what it answers. */
  const handled: { got?: { name: string; text: string; fields: unknown }; answers?: FileAnswer } = {};
  const server = createServer({
    handlers: Object.fromEntries(
      SPECS.map(([name]) => [
        name,
        async ({ fields, file }: HandlerRequest<CallSpec>) => {
          reached.push(name);
          if (handled.answers) return handled.answers;
          if (!file) throw new ForbiddenError("handler");
          let text = "";
          for await (const part of file.stream.setEncoding("utf8")) text += part;
          handled.got = { name: file.filename, text, fields: fields() };
          return {};
        },
      ]),
    ),
    gate: {
      setup: true,
      authenticate: (token) => callers.authenticate(token),
      unchanged: ({ id }) => callers.alive(id),
      watch: () => ({ ended: false, stop: () => undefined }),
    },
    tickets: { redeem: () => undefined },
    audit,
    ...bareEdge(clock, log),
  });
  const remote = new RemoteCalls({ callers, clock, log, audit, folder: path.join(folder, "incoming") });
  remote.serve(server);
  afterAll(async () => {
    await server.close();
    await scope.end();
    await rm(folder, { recursive: true });
  });
  beforeEach(() => {
    remote.breakOff();
    reached.length = 0;
    records.length = 0;
    delete handled.got;
    delete handled.answers;
  });

  let next = 0;
  const answer = (data: Uint8Array, door = DOOR, abort = new AbortController()) =>
    remote.answer(data, abort.signal, door);
  const piece = (head: Piece, bytes: Uint8Array = new Uint8Array(), door = DOOR) =>
    answer(pieceMessage({ v: 1, person: "anna", level: "admin", ...head }, bytes), door);
  return {
    answer,
    clock,
    handled,
    piece,
    reached,
    records,
    remote,
    incoming: () => readdir(path.join(folder, "incoming")),
    newId: () => `${(next += 1)}`.padStart(24, "f"),
    open: async (message: object, door = DOOR): Promise<RoutedAnswer> => {
      const asked = { v: 1, person: ANNA, level: "admin", ...message };
      return (await answer(new TextEncoder().encode(JSON.stringify(asked)), door)) as RoutedAnswer;
    },
    read: async (file: string, at: number) => {
      const told = await piece({ file, does: "read", at });
      if (!(told instanceof Uint8Array)) return expect.fail(JSON.stringify(told));
      const { bytes, head } = readPiece(transferTold, told) ?? expect.fail("no piece");
      return { bytes, ...(head ?? expect.fail("no head")) };
    },
    refusal: async (asked: ReturnType<typeof piece>): Promise<number> => {
      const told = await asked;
      return told instanceof Uint8Array ? 200 : told.status;
    },
  };
}
