import { LIMITS } from "@hubwart/contract";
import { ConflictError, ManualClock, NotFoundError } from "@hubwart/core";
import { beforeEach, describe, expect, it } from "vitest";
import { FakeRegister } from "../testing/fake-register.ts";
import type { People } from "./people.ts";

let register: FakeRegister;
let clock: ManualClock;
let people: People;
const reopen = async () => {
  ({ people } = await register.open(clock));
};
beforeEach(async () => {
  [register, clock] = [new FakeRegister(), new ManualClock()];
  await reopen();
});

/** With a password. */
async function named(name: string, level: "admin" | "see" = "admin"): Promise<string> {
  const { id, link } = await people.create(name, level, "link");
  await people.accept(link?.token ?? "", `hash of ${name}`);
  return id;
}
const stampOf = (id: string) => people.get(id)?.stamp ?? "";

describe("a person", () => {
  it("has a token, or a link that is good once and for three days, and nothing of either is stored", async () => {
    const { token = "" } = await people.create("Programm", "see", "token");
    expect(people.authenticate(token)?.name).toBe("Programm");
    const { id, link } = await people.create("Anna", "admin", "link");
    const secret = link?.token ?? "";
    expect(people.invited(secret)?.name).toBe("Anna");
    clock.advance(LIMITS.invitationLife - 1);
    expect((await people.accept(secret, "h")).id).toBe(id);
    await expect(people.accept(secret, "other")).rejects.toThrow(NotFoundError);
    expect(people.get(id)?.password).toBe("h");
    const late = await people.create("Bert", "see", "link");
    clock.advance(LIMITS.invitationLife);
    expect(people.invited(late.link?.token ?? "")).toBeUndefined();
    await expect(people.accept(late.link?.token ?? "", "h")).rejects.toThrow(NotFoundError);
    const stored = JSON.stringify(register.people);
    for (const told of [token, secret, late.link?.token]) expect(stored).not.toContain(told);
  });
  it("has a link no longer because the clock is set back", async () => {
    const { link } = await people.create("Anna", "admin", "link");
    clock.jump(-2 * LIMITS.invitationLife);
    await expect(people.accept(link?.token ?? "", "h")).rejects.toThrow(NotFoundError);
  });
  it("has a name of its own, whatever its spelling", async () => {
    await named("Anna");
    for (const name of ["Anna", "anna", "ＡＮＮＡ"])
      await expect(people.create(name, "see", "token")).rejects.toThrow(ConflictError);
    expect(people.named(" aNNa ")?.name).toBe("Anna");
  });
  it("is shown without anything that lets in", async () => {
    const id = await named("Anna");
    await people.renewToken(id);
    const { link } = await people.create("Bert", "see", "link");
    const shown = JSON.stringify(people.shown());
    expect(shown).not.toMatch(/hash of|stamp/);
    expect(people.shown()).toMatchObject([
      { name: "Anna", password: true, token: true, link: 0 },
      { name: "Bert", password: false, token: false, link: link?.until },
    ]);
    expect(JSON.stringify(people.list())).not.toMatch(/hash|stamp|password|token/);
  });
  it("is seen again after a restart, as of the last sign-in", async () => {
    const id = await named("Anna");
    clock.advance(60_000);
    people.saw(id, "192.0.2.7");
    await register.scope.end();
    await reopen();
    expect(people.get(id)).toMatchObject({ seen: clock.now(), address: "192.0.2.7" });
  });
});

describe("the last one who manages the central", () => {
  it("stays, whatever is done about the others", async () => {
    const anna = await named("Anna");
    const bert = await named("Bert", "see");
    // Invited is not in.
    await people.create("Cora", "admin", "link");
    for (const change of [
      () => people.remove(anna, bert),
      () => people.setLevel(anna, "engineer", bert),
      () => people.renewLink(anna, bert),
    ])
      await expect(change()).rejects.toThrow("niemand mehr anmelden");
    expect(people.get(anna)).toMatchObject({ level: "admin", password: "hash of Anna" });
    await people.setLevel(bert, "admin", anna);
    await people.remove(anna, bert);
    expect(people.list().map(({ name }) => name)).toEqual(["Bert", "Cora"]);
  });
  it("keeps the token without which nobody gets in", async () => {
    const { id } = await people.create("Programm", "admin", "token");
    await expect(people.removeToken(id)).rejects.toThrow(ConflictError);
    const anna = await named("Anna");
    await people.removeToken(id);
    expect(people.get(id)?.token).toBeUndefined();
    await expect(people.remove(anna, id)).rejects.toThrow(ConflictError);
  });
  it("is one of two who remove each other at the same moment", async () => {
    const [anna, bert] = [await named("Anna"), await named("Bert")];
    const both = await Promise.allSettled([people.remove(anna, bert), people.remove(bert, anna)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(people.list()).toHaveLength(1);
  });
});

describe("one's own account", () => {
  it("is removed, demoted and reset by others", async () => {
    const anna = await named("Anna");
    await named("Bert");
    for (const change of [
      () => people.remove(anna, anna),
      () => people.setLevel(anna, "see", anna),
      () => people.renewLink(anna, anna),
    ])
      await expect(change()).rejects.toThrow("nur eine andere Person");
    expect(people.get(anna)?.level).toBe("admin");
  });
});

describe("sessions of a person", () => {
  it("belong to something else after every change of how the person gets in", async () => {
    const [anna, bert] = [await named("Anna"), await named("Bert")];
    const changes = [
      () => people.setLevel(anna, "see", bert),
      () => people.setPassword(anna, "another", stampOf(anna)),
      () => people.renewLink(anna, bert),
    ];
    for (const change of changes) {
      const before = stampOf(anna);
      await change();
      expect(stampOf(anna)).not.toBe(before);
    }
    expect(people.get(anna)?.password).toBeUndefined();
  });
  it("are of a password that nobody sets for another account than the one that was looked at", async () => {
    const [anna, bert] = [await named("Anna"), await named("Bert")];
    const before = stampOf(anna);
    await people.renewLink(anna, bert);
    await expect(people.setPassword(anna, "late", before)).rejects.toThrow(NotFoundError);
    expect(people.get(anna)?.password).toBeUndefined();
  });
});

describe("while the database is away", () => {
  it("nothing is changed, and everything is again afterwards", async () => {
    const [anna, bert] = [await named("Anna"), await named("Bert")];
    register.away = true;
    await expect(people.remove(anna, bert)).rejects.toThrow("away");
    expect(people.get(anna)?.name).toBe("Anna");
    register.away = false;
    await people.remove(anna, bert);
    expect(people.get(anna)).toBeUndefined();
  });
  it("who was removed without anybody hearing of it is gone", async () => {
    const [anna, bert] = [await named("Anna"), await named("Bert")];
    // The commit went through, and then the connection broke.
    register.unheard = true;
    await expect(people.remove(anna, bert)).rejects.toThrow("lost");
    expect(people.get(anna)).toBeUndefined();
  });
  it("memory follows once it is back, also where it could not be read at once", async () => {
    const [anna, bert] = [await named("Anna"), await named("Bert")];
    const all = register.all.bind(register);
    register.all = async (work) => {
      const result = await all(work);
      register.away = true;
      return result;
    };
    await people.remove(anna, bert);
    expect(people.get(anna)?.name).toBe("Anna");
    register.away = false;
    clock.advance(5_000);
    await expect.poll(() => people.get(anna)).toBeUndefined();
  });
});
