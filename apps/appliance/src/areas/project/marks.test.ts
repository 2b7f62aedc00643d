import { readFile, writeFile } from "node:fs/promises";
import { LIMITS } from "@hubwart/contract";
import { ConflictError, createLogger, dataLayout, MemoryLogSink, NotFoundError } from "@hubwart/core";
import { expect, it } from "vitest";
import { file, useProjectBench } from "../../testing/project-bench.ts";
import { ProjectReading } from "./reading.ts";
import { VersionStore } from "./versions.ts";

const bench = useProjectBench();
const reopened = () =>
  VersionStore.open(
    dataLayout(bench.folder),
    LIMITS.projectVersions,
    createLogger("system", "test", new MemoryLogSink()),
  );
const never = () => Promise.reject(new Error("not expected"));
const NO_GUESSES = { refusedFor: () => undefined, failed: () => undefined, succeeded: () => undefined };

it("keeps what is marked for good beside the last ten, until it is released", async () => {
  const { service } = await bench.setup();
  for (let i = 1; i <= 3; i += 1) await service.upload(file(`p${i}`));
  await service.mark("2", { keep: true });
  for (let i = 4; i <= 15; i += 1) await service.upload(file(`p${i}`));
  const ten = Array.from({ length: 10 }, (_, i) => String(6 + i));
  const sorted = async () => (await bench.onDisk()).sort((a, b) => Number(a) - Number(b));
  expect(await sorted()).toEqual(["2", ...ten]);
  await service.mark("2", { keep: false });
  await service.upload(file("p16"));
  expect(await sorted()).toEqual([...ten.slice(1), "16"]);
});

it("takes a note and the caller with the upload, and other notes later; both outlive a restart", async () => {
  const { service } = await bench.setup();
  await service.upload(file("eins", { note: () => "Heizkreis 2", address: "10.0.0.7" }));
  await service.upload(file("zwei"));
  await service.mark("2", { note: "ohne Heizkreis", keep: true });
  await service.mark("2", { note: "ganz ohne" });
  const reading = new ProjectReading(await reopened(), { encrypt: never, decrypt: never }, NO_GUESSES);
  expect(reading.versions().map(({ note, keep, address }) => [note, keep, address])).toEqual([
    ["ganz ohne", true, undefined],
    ["Heizkreis 2", false, "10.0.0.7"],
  ]);
});

it("takes marks that cannot be read for a wish to keep", async () => {
  const { service } = await bench.setup();
  await service.upload(file("eins"));
  await writeFile(service.versions.file("1", "marks.json"), '{"note":');
  expect((await reopened()).find("1")?.marks).toEqual({ note: "", keep: true });
});

it("refuses more than fit, and a version that is gone", async () => {
  const { service } = await bench.setup();
  for (let i = 1; i <= LIMITS.projectVersionsKept + 1; i += 1) {
    await service.upload(file(`p${i}`));
    if (i <= LIMITS.projectVersionsKept) await service.mark(String(i), { keep: true });
  }
  const last = String(LIMITS.projectVersionsKept + 1);
  await expect(service.mark(last, { keep: true })).rejects.toThrow(ConflictError);
  await service.mark(last, { note: "geht" });
  await service.mark("1", { keep: true, note: "noch immer" });
  await expect(service.mark("99", { keep: true })).rejects.toThrow(NotFoundError);
  expect(JSON.parse(await readFile(service.versions.file("1", "marks.json"), "utf8"))).toEqual({
    note: "noch immer",
    keep: true,
  });
});
