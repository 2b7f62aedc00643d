import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { ManualClock } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { beforeEach, describe, expect, it } from "vitest";
import { FakeRegister } from "../testing/fake-register.ts";
import { firstToken } from "./first-token.ts";
import type { People } from "./people.ts";

const folder = useFolder();
let register: FakeRegister;
let people: People;
beforeEach(async () => {
  register = new FakeRegister();
  ({ people } = await register.open(new ManualClock()));
});
const ask = () => writeFile(path.join(folder(), "new-first-token"), "");
const asked = () =>
  stat(path.join(folder(), "new-first-token")).then(
    () => true,
    () => false,
  );
const token = async () => (await readFile(path.join(folder(), "first-token.txt"), "utf8")).trim();
const whose = async () => people.authenticate(await token());

describe("the first token", () => {
  it("is made where nobody may sign in, for the owner of the file alone", async () => {
    expect(await firstToken(people, folder())).toMatchObject({ name: "Verwaltung" });
    expect(await whose()).toMatchObject({ name: "Verwaltung", level: "admin" });
    expect((await stat(path.join(folder(), "first-token.txt"))).mode & 0o777).toBe(0o600);
    const before = await token();
    expect(await firstToken(people, folder())).toBeUndefined();
    expect(await token()).toBe(before);
  });
  it("is made once more for who asks at the machine, beside all that there was", async () => {
    const { id } = await people.create("Anna", "admin", "token");
    await ask();
    expect(await firstToken(people, folder())).toMatchObject({ name: "Verwaltung" });
    expect(await whose()).toMatchObject({ level: "admin" });
    expect(await asked()).toBe(false);
    expect(people.get(id)?.level).toBe("admin");
    expect(await firstToken(people, folder())).toBeUndefined();
  });
  it("is another one where that in the file opens nothing any more", async () => {
    await firstToken(people, folder());
    const before = await token();
    const { id = "" } = (await whose()) ?? {};
    await people.create("Anna", "admin", "token");
    await people.removeToken(id);
    await ask();
    expect(await firstToken(people, folder())).toMatchObject({ name: "Verwaltung 2" });
    expect(await token()).not.toBe(before);
  });
  it("is not of somebody who does not manage the central", async () => {
    await people.create("Anna", "admin", "token");
    const { token: weak = "" } = await people.create("Programm", "see", "token");
    await writeFile(path.join(folder(), "first-token.txt"), weak);
    await ask();
    await firstToken(people, folder());
    expect(await whose()).toMatchObject({ name: "Verwaltung", level: "admin" });
  });
  it("is one, wherever the power went", async () => {
    await ask();
    // After the file, before the database.
    register.away = true;
    await expect(firstToken(people, folder())).rejects.toThrow("away");
    register.away = false;
    expect(await whose()).toBeUndefined();
    await firstToken(people, folder());
    const made = await token();
    // After the database, before it was noted.
    await ask();
    await firstToken(people, folder());
    expect([await token(), people.list().length, await asked()]).toEqual([made, 1, false]);
  });
});
