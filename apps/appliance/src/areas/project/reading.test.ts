import { readFile, rm, writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { CODES } from "@hubwart/contract";
import { NotFoundError, ResultError } from "@hubwart/core";
import { describe, expect, it } from "vitest";
import { UnreadableFileError } from "../../platform/cipher/cipher.ts";
import { file, useProjectBench } from "../../testing/project-bench.ts";
import { ProjectReading } from "./reading.ts";
import { displayName } from "./staging.ts";

const bench = useProjectBench();
const never = () => Promise.reject(new Error("not expected"));

describe("reading", () => {
  it("gives the stored file, decrypts it, and brakes guessing", async () => {
    const made = await bench.setup();
    const failures: string[] = [];
    const guesses = {
      refusedFor: () => (failures.length >= 2 ? 30 : undefined),
      failed: (name: string) => failures.push(name),
      succeeded: () => failures.splice(0),
    };
    const cipher = {
      encrypt: never,
      decrypt: async (input: string, password: string) =>
        password === "richtig" ? Readable.from([await readFile(input)]) : undefined,
    };
    const reading = new ProjectReading(made.service.versions, cipher, guesses);
    const code = async (promise: Promise<unknown>) => {
      const error: unknown = await promise.catch((e: unknown) => e);
      return error instanceof ResultError ? [error.code, error.retryAfter] : error;
    };
    expect(await code(reading.compiled(undefined))).toEqual([CODES.noProject, undefined]);
    await made.service.upload(file("eins"));
    expect(await code(reading.backup(undefined))).toEqual([CODES.noStoredFile, undefined]);
    await made.service.upload(file("zwei", { store: () => ({ keep: true, password: "richtig" }) }));
    expect(reading.info().backup).toEqual({ found: true, filename: "haus.xlsx.enc", size: 4 });
    expect(await reading.backup(undefined)).toMatchObject({ filename: "haus.xlsx.enc", size: 4 });
    expect(await reading.compiled("1")).toMatchObject({ filename: "haus-1.json" });
    expect(await reading.original(undefined, "richtig")).toMatchObject({ filename: "haus.xlsx" });
    expect(await code(reading.original(undefined, "falsch"))).toEqual([CODES.wrongFilePassword, undefined]);
    expect(await code(reading.original(undefined, ""))).toEqual([CODES.wrongFilePassword, undefined]);
    const burst = await Promise.all(["a", "b", "c"].map((p) => code(reading.original(undefined, p))));
    expect(burst.map((b) => Array.isArray(b) && b[0])).toEqual([
      CODES.wrongFilePassword,
      CODES.throttled,
      CODES.throttled,
    ]);
    expect(await code(reading.original(undefined, "richtig"))).toEqual([CODES.throttled, 30]);
    await expect(reading.backup("99")).rejects.toThrow(NotFoundError);
    expect(await reading.changes("2")).toEqual({
      changes: [{ kind: "channel", chan: "mqtt.a.b", change: "added" }],
      links: [{ source: "mqtt.a.b", target: "mqtt.a.c", change: "added" }],
    });
  });
});

describe("what is damaged on the disk", () => {
  it("is said, and is no defect", async () => {
    const made = await bench.setup();
    await made.service.upload(file("eins"));
    await made.service.upload(file("zwei", { store: () => ({ keep: true, password: "richtig" }) }));
    const cipher = { encrypt: never, decrypt: () => Promise.reject(new UnreadableFileError("no age")) };
    const guesses = { refusedFor: () => undefined, failed: () => undefined, succeeded: () => undefined };
    const { versions } = made.service;
    const reading = new ProjectReading(versions, cipher, guesses);
    await rm(versions.file("1", "compiled.json"));
    await writeFile(versions.file("2", "changes.json"), "{");
    for (const ask of [
      () => reading.compiled("1"),
      () => reading.changes("1"),
      () => reading.changes("2"),
      () => reading.original("2", "richtig"),
    ]) {
      await expect(ask()).rejects.toMatchObject({ code: CODES.noStoredFile });
    }
  });
});

describe("displayName", () => {
  it("keeps no folder and no control character", () => {
    expect(displayName("C:\\a\\b.xlsx")).toBe("b.xlsx");
    expect(displayName("..")).toBe("..");
    expect(displayName("/\n")).toBe("projekt");
    expect(displayName(`a\u202e.xlsx`)).toBe("a.xlsx");
  });
});
