/**
 * A multipart/form-data upload as a stream (RFC 7578): the file never lies in memory whole.
 *
 *     const upload = await readUpload(request.raw, "myfile", limit, { mode: "upload" });
 *     … consume upload.file.stream …            // ends only when the whole body was read
 *     upload.fields();                           // the other fields, complete by then
 *     upload.problem;                            // why the upload itself failed, whatever the consumer made of it
 *     upload.discard();                          // always, at the end: lets the rest of the body go
 *
 * Whoever began it must still be allowed to when the last byte has come: a transfer takes minutes.
 */

import type { IncomingMessage } from "node:http";
import { Transform, type TransformCallback } from "node:stream";
import { InvalidInputError, wellFormed } from "@hubwart/core";
import { contradicts } from "./contradiction.ts";
import { TooLargeError } from "./errors.ts";
import type { UploadedFile } from "./handlers.ts";
import { texts } from "./texts.ts";

const FIELD_BYTES = 64 * 1024;
const MOST_FIELDS = 20;
const MOST_FILES = 2;

export interface Upload {
  file: UploadedFile | undefined;
  fields(): Record<string, string>;
  readonly problem: Error | undefined;
  discard(): void;
}

/** Passes the file on, and ends only once `rest` has: then the fields behind the file are known too. */
class FilePart extends Transform {
  readonly #rest: (done: TransformCallback) => void;
  constructor(rest: (done: TransformCallback) => void) {
    super();
    this.#rest = rest;
  }
  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    done(null, chunk);
  }
  override _flush(done: TransformCallback): void {
    this.#rest(done);
  }
}

/**
 * @param given what fields of these names must say, if they are there
 * @param confirm throws if the upload may not end any more
 */
export async function readUpload(
  raw: IncomingMessage,
  field: string,
  limit: number,
  given: Readonly<Record<string, string>> = {},
  confirm: () => void = () => undefined,
): Promise<Upload> {
  const { Busboy } = await import("./form-parser.ts");
  const contentType = raw.headers["content-type"] ?? "";
  const fields: Record<string, string> = Object.create(null);
  let problem: Error | undefined;
  const parser = malformedAs400(
    () =>
      new Busboy({
        headers: { ...raw.headers, "content-type": contentType },
        limits: {
          fileSize: limit,
          files: MOST_FILES,
          fields: MOST_FIELDS,
          fieldSize: FIELD_BYTES,
          parts: 30,
        },
      }),
  );
  const found = deferred<UploadedFile | undefined>();
  let part: FilePart | undefined;
  let finished = false;

  const discard = () => {
    raw.unpipe(parser);
    raw.resume();
  };
  const fail = (error: Error) => {
    if (problem) return;
    problem = error;
    discard();
    found.reject(error);
    part?.destroy(error);
  };

  parser.on("file", (name, stream, filename) => {
    stream.on("error", () => undefined);
    if (name !== field || part) {
      stream.resume();
      if (name === field) fail(contradicts(field));
      return;
    }
    part = new FilePart((done) => {
      if (finished) done();
      else parser.once("finish", () => done());
    });
    // Whoever consumes the part sees its errors; without a consumer they are no defect.
    part.on("error", () => undefined);
    stream.on("limit", () => fail(new TooLargeError(limit)));
    stream.pipe(part);
    found.resolve({
      filename: typeof filename === "string" ? wellFormed(filename.slice(0, 255)) : "",
      stream: part,
    });
  });
  parser.on("field", (name, value, _nameCut, valueCut) => {
    if (typeof name !== "string" || typeof value !== "string") return;
    // The parser goes on with the beginning: half a list, or half a password.
    if (valueCut) fail(tooMuch(name, texts.fieldTooLong(FIELD_BYTES / 1024)));
    const said = fields[name] ?? (Object.hasOwn(given, name) ? given[name] : undefined);
    if (said !== undefined && said !== value) fail(contradicts(name));
    fields[name] = value;
  });
  const tooMany = () => fail(tooMuch("body", texts.tooManyParts(MOST_FIELDS, MOST_FILES)));
  parser.on("fieldsLimit", tooMany);
  parser.on("filesLimit", tooMany);
  parser.on("finish", () => {
    try {
      confirm();
    } catch (error) {
      return fail(error as Error);
    }
    finished = true;
    found.resolve(undefined);
  });
  parser.on("error", () => fail(unreadable()));
  raw.on("close", () => {
    if (!raw.complete) fail(brokenOff(field));
  });
  raw.pipe(parser);

  const file = await found.promise;
  return {
    file,
    fields: () => ({ ...fields }),
    get problem() {
      return problem;
    },
    discard,
  };
}

/** A small form in place of a JSON body: the content of one field, be it text or a file, under its name in the body. */
export async function bodyFromForm(
  raw: IncomingMessage,
  { field, as }: { field: string; as: string },
): Promise<Record<string, string>> {
  const upload = await readUpload(raw, field, FIELD_BYTES);
  try {
    const parts: Buffer[] = [];
    for await (const chunk of upload.file?.stream ?? []) parts.push(chunk as Buffer);
    const text = upload.fields()[field];
    if (upload.file && text !== undefined) throw contradicts(field);
    const content = upload.file ? Buffer.concat(parts).toString("utf8") : text;
    return content === undefined ? {} : { [as]: content };
  } catch (error) {
    throw upload.problem ?? error;
  } finally {
    upload.discard();
  }
}

export function brokenOff(field: string): InvalidInputError {
  return new InvalidInputError([{ field, message: texts.transferCut }]);
}

interface Deferred<T> {
  promise: Promise<T>;
  resolve(value: T): void;
  reject(error: Error): void;
}

function deferred<T>(): Deferred<T> {
  let settle: Omit<Deferred<T>, "promise"> = { resolve: () => undefined, reject: () => undefined };
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...settle };
}

function unreadable(): InvalidInputError {
  return new InvalidInputError([{ field: "body", message: texts.wholeFormExpected }]);
}

function tooMuch(field: string, message: string): InvalidInputError {
  return new InvalidInputError([{ field, message }]);
}

function malformedAs400<T>(make: () => T): T {
  try {
    return make();
  } catch {
    throw unreadable();
  }
}
