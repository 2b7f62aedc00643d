import { chmod, mkdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { InvalidInputError } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { beforeEach, describe, expect, it } from "vitest";
import { HANDOVER, PodHandover, podFile, podSecret } from "./pod-handover.ts";

const root = useFolder();
let store: PodHandover;

beforeEach(() => {
  store = new PodHandover(root(), "knx.line");
});

describe("PodHandover", () => {
  it("keeps files and secrets, for this account only, and hands them over", async () => {
    expect(await store.read()).toEqual({ files: {}, secrets: {} });
    const bytes = Buffer.from([0, 255, 10]);
    await store.writeFile("keyring.knxkeys", bytes);
    await store.writeSecret("keyringPassword", "geheim");
    const secrets = path.join(root(), "knx.line", "secrets.json");
    expect((await stat(secrets)).mode & 0o777).toBe(0o600);
    await chmod(secrets, 0o644);
    const load = await store.read();
    expect(podFile(load, "keyring.knxkeys")).toEqual(bytes);
    expect(podSecret(load, "keyringPassword")).toBe("geheim");
    expect([podFile(load, "constructor"), podSecret(load, "constructor")]).toEqual([undefined, undefined]);
    for (const file of ["files/keyring.knxkeys", "secrets.json"]) {
      expect((await stat(path.join(root(), "knx.line", file))).mode & 0o777).toBe(0o600);
    }
    expect(await store.fileNames()).toEqual(["keyring.knxkeys"]);
    expect(await store.secretNames()).toEqual(["keyringPassword"]);
    await store.writeSecret("keyringPassword", "");
    await store.removeFile("keyring.knxkeys");
    expect(await store.read()).toEqual({ files: {}, secrets: {} });
    await store.remove();
  });

  it.each(["../x", "a/b", "", ".hidden", "__proto__", "x".repeat(101), "a\0b"])(
    "refuses the name %j",
    async (name) => {
      await expect(store.writeFile(name, Buffer.from("x"))).rejects.toBeInstanceOf(InvalidInputError);
      await expect(store.writeSecret(name, "x")).rejects.toBeInstanceOf(InvalidInputError);
    },
  );

  it.each(["", "{", "[]", "null", "1", '"text"'])(
    "takes secrets anew after they were damaged: %s",
    async (text) => {
      await store.writeFile("keyring.knxkeys", Buffer.from("x"));
      await store.writeSecret("keyringPassword", "geheim");
      await writeFile(path.join(root(), "knx.line", "secrets.json"), text);
      let told = 0;
      for (let start = 0; start < 2; start += 1) {
        const load = await store.read(() => (told += 1));
        expect(podSecret(load, "keyringPassword")).toBeUndefined();
      }
      expect(told).toBe(2);
      await store.writeSecret("keyringPassword", "neu");
      const load = await store.read();
      expect([podSecret(load, "keyringPassword"), podFile(load, "keyring.knxkeys")?.toString()]).toEqual([
        "neu",
        "x",
      ]);
    },
  );

  it("refuses a pod's id with a path in it", () => {
    expect(() => new PodHandover(root(), "../x")).toThrow("no pod");
  });

  it("bounds size and number, also of what is written at once", async () => {
    const large = Buffer.alloc(HANDOVER.fileBytes);
    await expect(store.writeFile("a", Buffer.alloc(HANDOVER.fileBytes + 1))).rejects.toThrow("4\u00a0MB");
    const written = await Promise.allSettled(
      ["a", "b", "c", "d", "e"].map((name) => store.writeFile(name, large)),
    );
    expect(written.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
    await store.writeFile("a", large);
    await expect(store.writeSecret("s", "x".repeat(HANDOVER.secretLength + 1))).rejects.toThrow("8192");
    for (let i = 0; i < HANDOVER.secrets; i += 1) await store.writeSecret(`s${i}`, "x");
    await expect(store.writeSecret("more", "x")).rejects.toThrow("Geheimnisse");
    await store.writeSecret("s1", "y");
  });

  it("leaves alone what is none of its files", async () => {
    await mkdir(path.join(root(), "knx.line", "files"), { recursive: true });
    await writeFile(path.join(root(), "knx.line", "files", ".a.123.tmp"), "half");
    expect(await store.read()).toEqual({ files: {}, secrets: {} });
  });
});
