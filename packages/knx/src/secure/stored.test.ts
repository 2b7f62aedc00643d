import { describe, expect, it } from "vitest";
import { makeKeyring } from "../testing/keyring.ts";
import { removeKeyring, storedKeyring, storeKeyring } from "./stored.ts";

const made = (project: string) => makeKeyring({ password: `zu ${project}`, project });

/** The folder of a pod that takes `writes` more writes before power is cut. */
class Folder {
  readonly files: Record<string, string> = {};
  readonly secrets: Record<string, string> = {};
  writes = Number.POSITIVE_INFINITY;

  async writeFile(name: string, bytes: Uint8Array): Promise<void> {
    this.#spend();
    this.files[name] = Buffer.from(bytes).toString("base64");
  }

  async writeSecret(name: string, text: string): Promise<void> {
    this.#spend();
    if (text === "") delete this.secrets[name];
    else this.secrets[name] = text;
  }

  async removeFile(name: string): Promise<void> {
    this.#spend();
    delete this.files[name];
  }

  #spend(): void {
    if (this.writes === 0) throw new Error("no power");
    this.writes -= 1;
  }
}

const store = (folder: Folder, project: string) =>
  storeKeyring(folder, "main", made(project), `zu ${project}`);

describe("a stored keyring", () => {
  it("is opened by its password, and leaves nothing when it is removed", async () => {
    const folder = new Folder();
    expect(await storedKeyring(folder, "main")).toBeUndefined();
    await store(folder, "Haus");
    expect(await storedKeyring(folder, "main")).toMatchObject({ project: "Haus" });
    expect(Object.keys(folder.secrets)).toHaveLength(1);
    await removeKeyring(folder, "main");
    expect([folder.files, folder.secrets]).toEqual([{}, {}]);
  });

  it.each([
    [0, "Haus"],
    [1, "Haus"],
    [2, "Hof"],
    [3, "Hof"],
  ])("is the old or the new one when power is cut after %i writes", async (writes, project) => {
    const folder = new Folder();
    await store(folder, "Haus");
    folder.writes = writes;
    await expect(store(folder, "Hof")).rejects.toThrow("no power");
    expect(await storedKeyring(folder, "main")).toMatchObject({ project });
    folder.writes = Number.POSITIVE_INFINITY;
    await store(folder, "Hafen");
    expect(await storedKeyring(folder, "main")).toMatchObject({ project: "Hafen" });
    expect(Object.keys(folder.secrets)).toHaveLength(1);
  });

  it("says what is wrong with it where no password opens it", async () => {
    const folder = new Folder();
    await storeKeyring(folder, "main", made("Haus"), "falsch");
    await expect(storedKeyring(folder, "main")).rejects.toMatchObject({ fault: "either" });
  });
});
