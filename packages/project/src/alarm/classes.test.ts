import { expect, it } from "vitest";
import { compileTables, faults, goodTables, type Rows } from "../testing/project.ts";
import { CLASSES_MAX, STEPS_MAX } from "./classes.ts";

const HEAD = ["class", "step", "after", "way", "roster", "repeat", "until"];

async function compiled(head: string[], ...rows: Rows) {
  const result = await compileTables({ ...goodTables(), classes: [head, ...rows] });
  return result.compiled?.alarmClasses ?? faults(result);
}

it("makes of rows of one name the steps of one class, whatever their order", async () => {
  expect(
    await compiled(
      HEAD,
      ["technik", 20, 900, "bus.a", null, null, "off"],
      ["nacht", null, null, "bus.b.out", null, null, null],
      ["technik", 10, 0, "bus.b; bus.a.set, bus.b", "Bereitschaft", 600, null],
    ),
  ).toEqual([
    { id: "nacht", steps: [{ after: 0, ways: ["bus.b.out"], until: "ack" }] },
    {
      id: "technik",
      steps: [
        {
          after: 0,
          ways: ["bus.a.set", "bus.b"],
          roster: "Bereitschaft",
          repeat: 600_000,
          until: "ack",
        },
        { after: 900_000, ways: ["bus.a"], until: "off" },
      ],
    },
  ]);
});

it.each<[string, Rows[number], string]>([
  ["a name with blanks", ["a b", 1, 0, "bus.a"], "badClass classes:2 class"],
  ["no name", [null, 1, 0, "bus.a"], "missingValue classes:2 class"],
  ["no way", ["x", 1, 0, null], "missingValue classes:2 way"],
  ["only a comma as way", ["x", 1, 0, ","], "missingValue classes:2 way"],
  ["a way that there is not", ["x", 1, 0, "bus.a, bus.c"], "unknownWay classes:2 way"],
  ["a channel that there is not", ["x", 1, 0, "bus.a.x"], "unknownWay classes:2 way"],
  ["a pod that tells nobody", ["x", 1, 0, "echo.e"], "wayOfType classes:2 way"],
  ["a channel of such a pod", ["x", 1, 0, "echo.e.alive"], "wayOfType classes:2 way"],
  ["a channel that sends nothing", ["x", 1, 0, "bus.a.temp"], "wayIsIn classes:2 way"],
  ["the step 0", ["x", 0, 0, "bus.a"], "outOfRange classes:2 step"],
  ["a time before the alarm", ["x", 1, -1, "bus.a"], "outOfRange classes:2 after"],
  ["reminders each second", ["x", 1, 0, "bus.a", null, 1], "outOfRange classes:2 repeat"],
  ["another end", ["x", 1, 0, "bus.a", null, null, "nie"], "notChoice classes:2 until"],
])("refuses %s", async (_, row, fault) => {
  expect(await compiled(HEAD, row)).toEqual([fault]);
});

it("refuses a step twice, and one that would come before the step before it", async () => {
  expect(await compiled(HEAD, ["x", 1, 0, "bus.a"], ["x", 1, 5, "bus.b"])).toEqual([
    "duplicateStep classes:3 step",
  ]);
  expect(await compiled(HEAD, ["x", 2, 5, "bus.a"], ["x", 1, 6, "bus.b"])).toEqual([
    "stepTooEarly classes:2 after",
  ]);
});

it("takes only so many classes and steps", async () => {
  const many = (count: number, row: (n: number) => Rows[number]) =>
    compiled(HEAD, ...Array.from({ length: count }, (_, n) => row(n + 1)));
  expect(await many(CLASSES_MAX, (n) => [`x${n}`, 1, 0, "bus.a"])).toHaveLength(CLASSES_MAX);
  expect(await many(CLASSES_MAX + 2, (n) => [`x${n}`, 1, 0, "bus.a"])).toEqual([
    `tooManyClasses classes:${CLASSES_MAX + 2} class`,
  ]);
  expect(await many(STEPS_MAX, (n) => ["x", n, 0, "bus.a"])).toHaveLength(1);
  expect(await many(STEPS_MAX + 2, (n) => ["x", n, 0, "bus.a"])).toEqual([
    `tooManySteps classes:${STEPS_MAX + 2} step`,
  ]);
});

it("says nothing of a way whose own row is broken", async () => {
  const tables = goodTables();
  tables["pods"]?.push(["bus.kaputt!", null, null, null, "h", null, null]);
  const result = await compileTables({ ...tables, classes: [HEAD, ["x", 1, 0, "bus.kaputt!"]] });
  expect(faults(result)).toEqual(["badPodId pods:5 id"]);
});
