import { readdir } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { CODES } from "@hubwart/contract";
import { ConflictError, dataLayout, NotFoundError, ResultError } from "@hubwart/core";
import { describe, expect, it } from "vitest";
import { fakeCheck as checked, file, settle, useProjectBench } from "../../testing/project-bench.ts";
import { ProjectReading } from "./reading.ts";

const bench = useProjectBench();
const never = () => Promise.reject(new Error("not expected"));
const NO_GUESSES = { refusedFor: () => undefined, failed: () => undefined, succeeded: () => undefined };

describe("upload", () => {
  it("takes a project over, restarts the hub with 1001, and does nothing for the same one", async () => {
    const { service, restarts } = await bench.setup();
    expect(await service.upload(file("eins"))).toEqual({
      code: 0,
      old_hash: "",
      new_hash: "eins",
      restart: true,
      errors: [],
    });
    expect(await service.upload(file("eins"))).toMatchObject({
      code: 0,
      old_hash: "eins",
      new_hash: "eins",
      restart: false,
    });
    expect(restarts).toEqual([1001]);
    expect(await bench.onDisk()).toEqual(["1"]);
    expect(await readdir(path.join(dataLayout(bench.folder).projectVersions, "1"))).toEqual([
      "compiled.json",
      "meta.json",
    ]);
    expect(service.versions.state).toMatchObject({ version: "1", trial: null, putBack: null });
    expect(await bench.staged()).toEqual([]);
  });

  it("applies a change of links without a restart, and with one where the hub refuses", async () => {
    const { service, restarts, hub } = await bench.setup();
    await service.upload(file("eins"));
    hub.answers.applyProject = () => {
      hub.say({ projectVersion: service.versions.state.version });
      return { restarted: false };
    };
    expect(await service.upload(file("links 2"))).toMatchObject({ code: 0, restart: false });
    expect(restarts).toEqual([1001]);
    hub.answers.applyProject = () => {
      throw new Error("no");
    };
    expect(await service.upload(file("links 3"))).toMatchObject({ code: 0, restart: true });
    expect(restarts).toEqual([1001, 1001]);
  });

  it("lists the errors of an invalid project and changes nothing", async () => {
    const { service, restarts } = await bench.setup();
    await service.upload(file("eins"));
    const answer = await service.upload(file("bad"));
    expect(answer).toMatchObject({
      code: CODES.projectInvalid,
      old_hash: "eins",
      new_hash: "",
      restart: false,
    });
    expect(answer.errors).toHaveLength(1);
    expect((await service.upload(file("bad heavy"))).code).toBe(CODES.projectTooHeavy);
    expect(restarts).toEqual([1001]);
    expect(service.versions.state.version).toBe("1");
  });

  it("takes over nothing by which a secret would go astray, and lets go of what it was", async () => {
    const astray = [{ pod: "mqtt.a", iface: "main", so_far: "broker:1883", weaker: false }];
    const { service, restarts } = await bench.setup({
      check: async (request) => ({
        ...(await checked(request)),
        ...(request.ownSecrets ? { astray: request.ownSecrets.includes("eigenes") ? [] : astray } : {}),
      }),
    });
    const kept = (own: string[]) => ({
      own,
      refused: (them: unknown) => new ConflictError(JSON.stringify(them)),
    });
    const refused = service.upload(file("eins", { kept: kept(["anderes"]) }));
    await expect(refused).rejects.toThrow("broker:1883");
    expect([restarts, await bench.onDisk(), await bench.staged()]).toEqual([[], [], []]);
    expect(await service.upload(file("eins", { kept: kept(["eigenes"]) }))).toMatchObject({ code: 0 });
    expect(await service.upload(file("zwei"))).toMatchObject({ code: 0, new_hash: "zwei" });
  });

  it("only checks when asked to", async () => {
    const { service, restarts } = await bench.setup();
    expect(await service.check(file("eins"))).toMatchObject({ code: 0, new_hash: "eins", restart: true });
    expect([restarts, await bench.onDisk(), await bench.staged()]).toEqual([[], [], []]);
  });

  it("puts the previous project back when the new one does not run, and says why until one does", async () => {
    const made = await bench.setup();
    const { service, restarts, hub } = made;
    await service.upload(file("eins"));
    const good = made.hubStarts;
    let pid = 5000;
    made.hubStarts = () => {
      made.hubStarts = good;
      pid += 1;
      hub.say({ pid, state: "stopped", projectVersion: null, error: "Kanal fehlt." });
    };
    const answer = await service.upload(file("zwei"));
    expect(answer).toMatchObject({ code: CODES.projectPutBack, new_hash: "zwei" });
    expect(answer.message).toContain("Kanal fehlt.");
    expect(restarts).toEqual([1001, 1001, 4]);
    const reading = new ProjectReading(service.versions, { encrypt: never, decrypt: never }, NO_GUESSES);
    expect(reading.info()).toMatchObject({ version: "1" });
    expect(reading.info().put_back).toContain("Kanal fehlt.");
    expect(reading.versions().map((v) => [v.version, v.current])).toEqual([
      ["2", false],
      ["1", true],
    ]);
    await settle(() => service.busy === undefined);
    await service.upload(file("drei"));
    expect(reading.info().put_back).toBeUndefined();
  });

  it("judges by time too, does not listen to the old hub, and refuses a second change meanwhile", async () => {
    const made = await bench.setup();
    const { service, hub, clock, restarts } = made;
    await service.upload(file("eins"));
    const old = hub.status()?.pid ?? 0;
    made.hubStarts = () => hub.say({ pid: old, state: "running", projectVersion: "2" });
    let early: unknown;
    void service.upload(file("zwei", { wait: 0 })).then((answer) => {
      early = answer;
    });
    await settle(
      () => early !== undefined,
      () => clock.advance(0),
    );
    expect(early).toMatchObject({ code: 0, restart: true });
    expect(service.busy).toBe("Projekt hochladen");
    await expect(service.upload(file("drei"))).rejects.toThrow(ConflictError);
    await expect(service.check(file("drei"))).rejects.toThrow(ConflictError);
    await expect(service.restore("1")).rejects.toThrow(ConflictError);
    clock.advance(60_000);
    await settle(() => service.busy === undefined);
    expect(service.versions.state.version).toBe("1");
    expect(restarts).toEqual([1001, 1001, 4]);
  });

  it("leaves a first project that does not run in place, and one that has no licence alone", async () => {
    const made = await bench.setup();
    const { service, hub, restarts } = made;
    made.hubStarts = () => hub.say({ pid: 5, state: "stopped", error: "Nein." });
    expect((await service.upload(file("eins"))).code).toBe(CODES.projectNotStarted);
    made.hubStarts = () => hub.say({ pid: 6, state: "no_license" });
    await settle(() => service.busy === undefined);
    expect((await service.upload(file("zwei"))).code).toBe(0);
    expect(service.versions.state).toMatchObject({ version: "2", trial: null });
    expect(restarts).toEqual([1001, 1001]);
  });

  it("keeps the uploaded file only if asked, under a name of its own", async () => {
    const { service } = await bench.setup();
    const keep = (password: string) => ({ store: () => ({ keep: true, password }) });
    await service.upload(file("eins", keep("")));
    await service.upload(file("zwei", { ...keep("richtig"), filename: "../../etc/Häuser\u0000.xlsx" }));
    expect(service.versions.find("1")?.meta).toMatchObject({ stored: "plain", storedSize: 4 });
    expect(service.versions.find("2")?.meta).toMatchObject({ stored: "encrypted", filename: "Häuser.xlsx" });
    expect(await readdir(path.join(dataLayout(bench.folder).projectVersions, "2"))).toEqual([
      "changes.json",
      "compiled.json",
      "meta.json",
      "upload.enc",
    ]);
  });

  it("keeps the file of an identical project too, without a restart", async () => {
    const { service, restarts, hub } = await bench.setup();
    await service.upload(file("eins"));
    hub.answers.applyProject = () => {
      hub.say({ projectVersion: service.versions.state.version });
      return { restarted: false };
    };
    const keep = { store: () => ({ keep: true, password: "" }) };
    expect(await service.upload(file("eins", keep))).toMatchObject({
      code: 0,
      old_hash: "eins",
      new_hash: "eins",
      restart: false,
    });
    expect(restarts).toEqual([1001]);
    expect(service.versions.current()).toMatchObject({ version: "2", meta: { stored: "plain" } });
  });

  it("leaves nothing of an upload that breaks off or names two passwords", async () => {
    const { service } = await bench.setup();
    const broken = new Readable({
      read() {
        this.destroy(new Error("weg"));
      },
    });
    await expect(service.upload(file("", { stream: broken }))).rejects.toThrow("weg");
    const refuse = () => {
      throw new Error("not the same");
    };
    await expect(service.upload(file("eins", { store: refuse }))).rejects.toThrow("not the same");
    const gone = AbortSignal.abort();
    await expect(service.upload(file("eins", { signal: gone }))).rejects.toThrow();
    expect([await bench.onDisk(), await bench.staged(), service.busy]).toEqual([[], [], undefined]);
  });

  it("says that the disk is full", async () => {
    const full = () => Promise.reject(Object.assign(new Error("no space"), { code: "ENOSPC" }));
    const { service } = await bench.setup({ check: full });
    const error: unknown = await service.upload(file("eins")).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ResultError);
    expect(error).toMatchObject({ code: CODES.storageFull });
  });

  it("keeps ten versions and never loses the current one", async () => {
    const { service } = await bench.setup();
    for (let i = 1; i <= 12; i += 1) await service.upload(file(`v${i}`));
    expect((await bench.onDisk()).map(Number).sort((a, b) => a - b)).toEqual([
      3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
    ]);
    await settle(() => service.busy === undefined);
    await service.restore("3");
    await settle(() => service.busy === undefined);
    for (let i = 13; i <= 14; i += 1) await service.upload(file(`v${i}`));
    expect(service.versions.list().map((v) => v.version)).toContain("14");
    expect(service.versions.list()).toHaveLength(10);
  });
});

describe("restore", () => {
  it("makes a kept version current with reason 4", async () => {
    const { service, restarts } = await bench.setup();
    await service.upload(file("eins"));
    await service.upload(file("zwei"));
    expect(await service.restore("1")).toEqual({ code: 0, restart: true });
    await settle(() => service.busy === undefined);
    expect(await service.restore("1")).toEqual({ code: 0, restart: false });
    await settle(() => service.busy === undefined);
    await expect(service.restore("9")).rejects.toThrow(NotFoundError);
    expect(restarts).toEqual([1001, 1001, 4]);
    expect(service.versions.state.version).toBe("1");
  });
});
