import type { Who } from "@hubwart/contract";
import { expect, it } from "vitest";
import { ADMINISTRATOR } from "../../testing/signed-in.ts";
import { peopleAfterRestore } from "./after-restore.ts";

const person = (id: string, name: string, pwd: string) => ({
  id,
  name,
  label: "",
  role: "admin",
  channels: null,
  pwd,
  stamp: "s",
  locked: false,
  factor: false,
  invite_hash: "",
  invite_until: 0,
});
const people = (locked_for: string, ...list: object[]) =>
  JSON.stringify({ owner: { name: "Administrator", locked_for }, demand: [], people: list });
const carl: Who = { kind: "person", id: "c1", name: "Carl" };

it("keeps the person who restores, with the password of today, in place of whoever has the name", () => {
  const theirs = people(
    "x",
    person("c1", "Carl", ""),
    person("a1", "anna", "hers"),
    person("z9", "CARL", "no"),
  );
  const mine = people("", person("c1", "Carl", "today"), person("b1", "Berta", "gone"));
  const kept = JSON.parse(peopleAfterRestore(theirs, mine, carl) ?? "") as {
    people: { id: string; pwd: string }[];
  };
  expect(kept.people.map(({ id, pwd }) => [id, pwd])).toEqual([
    ["a1", "hers"],
    ["c1", "today"],
  ]);
});

it("lets the one password in again where its holder restores, or nobody was signed in", () => {
  for (const who of [ADMINISTRATOR, undefined])
    expect(peopleAfterRestore(people("x", person("a1", "anna", "")), people(""), who)).toBe(
      people("", person("a1", "anna", "")),
    );
});

it("keeps the people of this device where the backup has none, or none that can be read", () => {
  const mine = people("", person("c1", "Carl", "today"));
  expect(peopleAfterRestore(undefined, mine, carl)).toBe(mine);
  expect(peopleAfterRestore('{"people":7}', mine, carl)).toBe(mine);
  expect(peopleAfterRestore("{", mine, carl)).toBe(mine);
  expect(peopleAfterRestore(people(""), undefined, carl)).toBe(people(""));
});
