import { ConflictError, NotFoundError } from "@hubwart/core";
import { expect, it } from "vitest";
import { Groups } from "./groups.ts";

/** A table whose names are unique, and which takes its time. */
function table() {
  const rows = new Map<string, { id: string; name: string; rule: string }>();
  return {
    query: async (text: string, values: unknown[] = []) => {
      await new Promise((resolve) => setImmediate(resolve));
      const [id = "", name = "", rule = ""] = values.map(String);
      if (text.startsWith("SELECT")) return [...rows.values()].map((row) => ({ ...row }));
      if (text.startsWith("DELETE")) rows.delete(id);
      else if ([...rows.values()].some((row) => row.name === name && row.id !== id))
        throw new Error("duplicate key value violates unique constraint");
      else rows.set(id, { id, name, rule });
      return [];
    },
  };
}

it("say to the second of two people that a name is taken, also at the same moment", async () => {
  const groups = await Groups.open(table());
  const saves = ["Nord", "Nord", "Süd"].map((name) => groups.save({ name, rule: "tag hotel" }));
  const [first, second, third] = await Promise.allSettled(saves);
  expect([first?.status, third?.status]).toEqual(["fulfilled", "fulfilled"]);
  expect(second).toMatchObject({ status: "rejected", reason: expect.any(ConflictError) });
  expect(groups.list().map(({ name }) => name)).toEqual(["Nord", "Süd"]);
});

it("say that a group is gone which somebody else removes at the same moment", async () => {
  const groups = await Groups.open(table());
  const id = await groups.save({ name: "Nord", rule: "tag hotel" });
  const [removed, saved] = await Promise.allSettled([
    groups.remove(id),
    groups.save({ id, name: "Nord 2", rule: "tag hotel" }),
  ]);
  expect(removed.status).toBe("fulfilled");
  expect(saved).toMatchObject({ status: "rejected", reason: expect.any(NotFoundError) });
  expect(groups.list()).toEqual([]);
});
