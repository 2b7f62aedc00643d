import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { DeniedError } from "@hubwart/core";
import { expect, it } from "vitest";
import { TooLargeError } from "./errors.ts";
import { bodyFromForm, readUpload } from "./upload.ts";

const LIMIT = 1_000;
/** As Node reads from a connection. */
const PIECE = 64 * 1024;
/** `complete`: as Node says it of a body that came whole. */
function request(
  form: FormData,
  { cutAt = Number.POSITIVE_INFINITY, complete = true } = {},
): IncomingMessage {
  const response = new Response(form);
  async function* bytes() {
    const whole = Buffer.from(await response.arrayBuffer());
    const length = Math.min(cutAt, whole.length);
    for (let at = 0; at < length; at += PIECE) yield whole.subarray(at, Math.min(at + PIECE, length));
    // The connection is gone.
    if (!complete) raw.destroy();
  }
  const raw: Readable = Readable.from(bytes(), { objectMode: false });
  const headers = { "content-type": response.headers.get("content-type") ?? "" };
  return Object.assign(raw, { headers, complete }) as unknown as IncomingMessage;
}
function form(
  ...parts: [name: string, value: string | Uint8Array<ArrayBuffer>, filename?: string][]
): FormData {
  const data = new FormData();
  for (const [name, value, filename] of parts)
    if (typeof value === "string") data.append(name, value);
    else data.append(name, new Blob([value]), filename ?? "a");
  return data;
}
const bytes = (count: number) => new Uint8Array(count);

/** The file's length and the fields, or why not. */
async function whole(
  raw: IncomingMessage,
  given: Readonly<Record<string, string>> = {},
  confirm = () => undefined as void,
) {
  const upload = await readUpload(raw, "myfile", LIMIT, given, confirm);
  try {
    const content = upload.file ? await buffer(upload.file.stream) : undefined;
    return { length: content?.length, filename: upload.file?.filename, fields: upload.fields() };
  } catch (error) {
    throw upload.problem ?? error;
  } finally {
    upload.discard();
  }
}
const ONE = bytes(1);
const refused = (field: string) => ({ fields: [{ field }] });

it("takes a file up to its limit, with the fields before and behind it", async () => {
  const parts = form(["mode", "a"], ["myfile", bytes(LIMIT), "ü.bin"], ["pwd", "b"]);
  expect(await whole(request(parts))).toEqual({
    length: LIMIT,
    filename: "ü.bin",
    fields: { mode: "a", pwd: "b" },
  });
});

it("refuses a file beyond its limit, which is never told as a whole one", async () => {
  await expect(whole(request(form(["myfile", bytes(LIMIT + 1)])))).rejects.toBeInstanceOf(TooLargeError);
});

it("takes names of 255 characters", async () => {
  const { filename } = await whole(request(form(["myfile", bytes(1), "x".repeat(5_000)])));
  expect(filename).toBe("x".repeat(255));
});

it("refuses more files or fields than it takes, instead of leaving some out", async () => {
  const files = Array.from({ length: 3 }, (_, i) => [`other${i}`, bytes(1)] as [string, typeof ONE]);
  await expect(whole(request(form(...files)))).rejects.toMatchObject(refused("body"));
  await expect(whole(request(form(["myfile", ONE], ...files)))).rejects.toMatchObject(refused("body"));
  expect((await whole(request(form(...files.slice(0, 1), ["myfile", ONE])))).length).toBe(1);
  const fields = Array.from({ length: 21 }, (_, i) => [`f${i}`, "x"] as [string, string]);
  await expect(whole(request(form(...fields)))).rejects.toMatchObject(refused("body"));
  await expect(whole(request(form(["myfile", ONE], ...fields)))).rejects.toMatchObject(refused("body"));
  expect(Object.keys((await whole(request(form(...fields.slice(1))))).fields)).toHaveLength(20);
});

it("refuses a field that is too long, instead of its beginning", async () => {
  const longest = "x".repeat(64 * 1024);
  expect((await whole(request(form(["pwd", longest], ["myfile", ONE])))).fields).toEqual({ pwd: longest });
  for (const parts of [
    form(["pwd", `${longest}x`], ["myfile", ONE]),
    form(["myfile", ONE], ["pwd", `${longest}x`]),
  ])
    await expect(whole(request(parts))).rejects.toMatchObject(refused("pwd"));
  const license = form(["license", `${longest}x`]);
  await expect(bodyFromForm(request(license), { field: "license", as: "jws" })).rejects.toMatchObject(
    refused("license"),
  );
});

it("refuses what says two things", async () => {
  const twice = form(["myfile", bytes(1)], ["myfile", bytes(2)]);
  await expect(whole(request(twice))).rejects.toMatchObject(refused("myfile"));
  const fields = form(["mode", "a"], ["mode", "b"]);
  await expect(whole(request(fields))).rejects.toMatchObject(refused("mode"));
  const address = form(["mode", "a"], ["myfile", bytes(1)]);
  await expect(whole(request(address), { mode: "b" })).rejects.toMatchObject(refused("mode"));
  const both = form(["license", "a"], ["license", bytes(1)]);
  await expect(bodyFromForm(request(both), { field: "license", as: "jws" })).rejects.toMatchObject(
    refused("license"),
  );
});

it("ends only for whoever still may", async () => {
  const denied = () => {
    throw new DeniedError("abgemeldet");
  };
  await expect(whole(request(form(["myfile", bytes(10)])), {}, denied)).rejects.toThrow("abgemeldet");
});

it("that broke off is no whole one", async () => {
  const raw = request(form(["myfile", bytes(LIMIT)]), { cutAt: 500, complete: false });
  await expect(whole(raw)).rejects.toMatchObject(refused("myfile"));
});
