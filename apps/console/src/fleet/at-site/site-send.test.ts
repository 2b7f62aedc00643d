import { createHash } from "node:crypto";
import { certUpload, draftImport, planUpload, projectRun } from "@hubwart/contract";
import { TRANSFER_LIMITS } from "@hubwart/fleet/calls";
import { describe, expect, it } from "vitest";
import { addressOf } from "../../api/address.ts";
import { SaidError } from "../../lib/errors.ts";
import { scriptFetch } from "../../testing/fetch.ts";
import { siteSend } from "./site-send.ts";

const HUB = "a1b2c3d4e5f6";
const send = siteSend(HUB);
const fileOf = (bytes: Uint8Array<ArrayBuffer>, name = "halle.xlsx") => new File([bytes], name);
const BYTES = new Uint8Array(TRANSFER_LIMITS.piece + 3).fill(7);
const told = (answer: object, more: object = {}) => ({ body: { code: 0, status: 200, answer, ...more } });
const BEGUN = told({ code: 0 }, { transfer: "t".repeat(24) });
const FINE = told({ code: 0 });
const IMPORTED = told({ code: 0, id: "d1", seq: 1 });

describe("a file for a site", () => {
  it("goes piece by piece, one after the other, with its hash at the end", async () => {
    const asked = scriptFetch(BEGUN, FINE, FINE, told({ code: 0, x: 1 }));
    const sent: number[] = [];
    await send(addressOf(draftImport), {
      file: fileOf(BYTES, "Größe\n.xlsx"),
      fields: { name: "Entwurf" },
      onProgress: (bytes) => sent.push(bytes),
    });
    expect(asked.map(({ url }) => url.pathname)).toEqual([
      "/api/sites/files/begin",
      "/api/sites/files/piece",
      "/api/sites/files/piece",
      "/api/sites/files/end",
    ]);
    expect(asked[0]?.body).toEqual({
      hub: HUB,
      call: "draftImport",
      params: {},
      query: {},
      name: "Größe_.xlsx",
      size: BYTES.length,
      fields: { name: "Entwurf" },
    });
    const pieces = asked.slice(1, 3).map(({ body }) => body as { at: number; data: string });
    expect(pieces.map(({ at }) => at)).toEqual([0, TRANSFER_LIMITS.piece]);
    expect(Buffer.concat(pieces.map(({ data }) => Buffer.from(data, "base64"))).equals(BYTES)).toBe(true);
    const sha256 = createHash("sha256").update(BYTES).digest("hex");
    expect(asked[3]?.body).toMatchObject({ size: BYTES.length, sha256 });
    expect(sent).toEqual([TRANSFER_LIMITS.piece, BYTES.length]);
  });
  it("that is too large, empty, or goes no such way is not begun", async () => {
    const asked = scriptFetch();
    const large = Object.defineProperty(fileOf(BYTES), "size", { value: TRANSFER_LIMITS.up + 1 });
    await expect(send(addressOf(draftImport), { file: large })).rejects.toThrow("bis 32 MB");
    const picture = Object.defineProperty(fileOf(BYTES), "size", { value: 5 * 1024 ** 2 });
    await expect(send(addressOf(planUpload), { file: picture })).rejects.toThrow("bis 4 MB");
    await expect(send(addressOf(draftImport), { file: fileOf(new Uint8Array()) })).rejects.toThrow("leer");
    await expect(send(addressOf(certUpload), { file: fileOf(BYTES) })).rejects.toBeInstanceOf(SaidError);
    expect(asked).toEqual([]);
  });
  it("ends with what the site refuses, before it begins and between two pieces", async () => {
    const refused = { body: { code: 0, status: 403, answer: { code: 1205, message: "Nein." } } };
    const first = scriptFetch(refused);
    const file = fileOf(BYTES);
    expect(await send(addressOf(draftImport), { file })).toEqual({
      status: 403,
      text: '{"code":1205,"message":"Nein."}',
    });
    expect(first).toHaveLength(1);
    const second = scriptFetch(BEGUN, refused);
    expect((await send(addressOf(draftImport), { file })).status).toBe(403);
    expect(second).toHaveLength(2);
  });
  it("is waited for no longer than the way to the site lasts", async () => {
    const asked = scriptFetch(BEGUN, FINE, FINE, IMPORTED);
    await send(addressOf(projectRun, { action: "upload" }, { wait: 60 }), { file: fileOf(BYTES) });
    expect(asked[0]?.body).toMatchObject({ params: { action: "upload" }, query: { wait: "5" } });
  });
  it("whose answer has another shape is said to be of another version", async () => {
    scriptFetch(BEGUN, FINE, FINE, told({ code: 0, new_hash: 7 }));
    const { status } = await send(addressOf(projectRun, { action: "check" }), { file: fileOf(BYTES) });
    expect(status).toBe(502);
  });
});
