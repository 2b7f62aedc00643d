import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { CODES } from "@hubwart/contract";
import { ConflictError, InvalidInputError, ResultError } from "@hubwart/core";
import { EtsError, EtsPasswordError } from "@hubwart/knx/ets/import-in-child";
import { useFolder } from "@hubwart/testing/folder";
import { beforeEach, expect, it } from "vitest";
import { type EtsDeps, EtsImports } from "./ets.ts";

const staging = useFolder();
let failures: string[];
beforeEach(() => {
  failures = [];
});

const RIGHT = "Projekt-Passwort";
const read: EtsDeps["read"] = async ({ folder, password }) => {
  if (password !== RIGHT) throw new EtsPasswordError(password !== undefined);
  const workbook = path.join(folder, "ets.xlsx");
  await writeFile(workbook, "workbook");
  return { workbook, channels: 2, notes: [], noted: 0 };
};
const made = (as: EtsDeps["read"] = read) =>
  new EtsImports({
    staging: staging(),
    read: as,
    guesses: {
      refusedFor: () => (failures.length >= 2 ? 30 : undefined),
      failed: (name) => void failures.push(name),
      succeeded: () => void failures.splice(0),
    },
  });
const run = (imports: EtsImports, password: string) =>
  imports.run({
    stream: Readable.from(["file"]),
    password: () => password,
    signal: new AbortController().signal,
  });

it("gives the workbook, and keeps nothing", async () => {
  const { workbook, ...said } = await run(made(), RIGHT);
  expect(Buffer.from(workbook, "base64").toString()).toBe("workbook");
  expect(said).toEqual({ channels: 2, notes: [], noted: 0 });
  expect(await readdir(staging())).toEqual([]);
});

it("asks for the password, and brakes guessing it", async () => {
  const imports = made();
  const outcome = (password: string) =>
    run(imports, password).then(
      () => 0,
      (error: unknown) => (error instanceof ResultError ? error.code : (error as Error).constructor.name),
    );
  expect(await outcome("")).toBe(InvalidInputError.name);
  expect(failures).toEqual([]);
  expect([await outcome("a"), await outcome("b"), await outcome(RIGHT)]).toEqual([
    CODES.wrongFilePassword,
    CODES.wrongFilePassword,
    CODES.throttled,
  ]);
  expect(await readdir(staging())).toEqual([]);
});

it("says what is wrong with a file, which is no guess", async () => {
  const imports = made(() => Promise.reject(new EtsError("Das ist kein Projekt.")));
  for (const password of ["", "a"]) {
    const error = await run(imports, password).catch((given: unknown) => given);
    expect((error as InvalidInputError).fields).toEqual([
      { field: "myfile", message: "Das ist kein Projekt." },
    ]);
  }
  expect(failures).toEqual([]);
});

it("reads one file at a time", async () => {
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const imports = made(async (request) => {
    await held;
    return read(request);
  });
  const first = run(imports, RIGHT);
  await expect(run(imports, RIGHT)).rejects.toThrow(ConflictError);
  go();
  await first;
  await run(imports, RIGHT);
});
