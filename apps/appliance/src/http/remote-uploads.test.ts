/** Files that people of the central send to a hub: taken whole or not at all, at the level that the site allows. */
import type { RoutedAnswer } from "@hubwart/fleet";
import { TRANSFER_LIMITS } from "@hubwart/fleet";
import { describe, expect, it, vi } from "vitest";
import { DOOR, sha256, useRemoteEdge } from "../testing/remote-edge.ts";

const { clock, handled, incoming, newId, open, piece, reached, records, refusal, remote } = useRemoteEdge();

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
    expect(handled.got).toEqual({
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
    expect((await end(half.file, sha256(CONTENT.subarray(0, 4)))).status).toBe(400);
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
    expect(handled.got?.text).toBe(CONTENT.toString());
    expect(handled.got?.name).toBe("a%22; x=%22b.xlsx");
    expect(Object.keys(handled.got?.fields ?? {})).toEqual(["name"]);
    expect((await begin({ name: "a\r\nb" })).told.status).toBe(400);
  });
  it("of a crash before is removed", async () => {
    await begin();
    await remote.clean();
    await expect(incoming()).rejects.toThrow(/ENOENT/);
  });
});
