import { expect, it } from "vitest";
import type { Session } from "../../http/ports.ts";
import { astrayError, keptFrom } from "./kept-secrets.ts";

const session = (who: Session["who"]): Session => ({ id: "s", who, level: "admin", bounds: undefined });

it("are people of a central, each by himself, and nobody at the device", () => {
  const of = (id: string) => session({ kind: "central", id, name: "Anna", owner: "Zentrale" });
  expect([keptFrom(of("central:1")), keptFrom(of("central:2"))]).toEqual(["central:1", "central:2"]);
  const here = [
    session({ kind: "administrator", name: "Administrator" }),
    session({ kind: "person", id: "p1", name: "Anna" }),
    session({ kind: "token", id: "t1", name: "Planer", owner: "Anna" }),
    undefined,
  ];
  expect(here.map(keptFrom)).toEqual([undefined, undefined, undefined, undefined]);
});

it("are told which interface it is, where its secrets go, and what to do", () => {
  const one = { pod: "mqtt.a", iface: "main", so_far: "broker:8883", weaker: false };
  const { fields } = astrayError("row", [one, { ...one, weaker: true }, { ...one, so_far: "" }]);
  expect(fields.map(({ field }) => field)).toEqual(["row", "row", "row"]);
  const [elsewhere, weaker, nowhere] = fields.map(({ message }) => message);
  expect(elsewhere).toBe(
    "mqtt.a, Schnittstelle main: Die gespeicherten Zugangsdaten gehen nur an broker:8883. Geben Sie sie für das neue Ziel neu ein, oder lassen Sie jemanden am Standort übernehmen.",
  );
  expect(weaker).toContain("an broker:8883 nur so geschützt wie bisher");
  expect(nowhere).toContain("meldet sich das laufende Projekt nirgends an");
  expect(
    astrayError(
      "id",
      Array.from({ length: 50 }, () => one),
    ).fields,
  ).toHaveLength(10);
});
