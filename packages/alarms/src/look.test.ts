import { expect, it } from "vitest";
import { lookAt } from "./look.ts";
import { alarm, stage } from "./testing/stage.ts";

it("counts all that stands, and tells of it what one answer takes", () => {
  const action = "x".repeat(60_000);
  const alarms = Array.from({ length: 300 }, (_, at) => alarm({ id: `a${at}`, action }));
  const { engine, project, temp } = stage({ alarms });
  temp(30);
  const { counts, standing, total } = lookAt(engine, project, 10_000);
  expect([counts.priorities[2], total]).toEqual([300, 300]);
  expect(standing.length).toBeGreaterThan(150);
  expect(standing.length).toBeLessThan(220);
  expect(lookAt(engine, project, 20).standing).toHaveLength(20);
});

it("tells of a long value its beginning, and of what happened too", () => {
  const long = "x".repeat(50_000);
  const rows = [
    alarm({ id: "text", source: "bus.x.text", kind: "equals", limits: [long] }),
    alarm({ id: "json", source: "bus.x.json", kind: "equals", limits: [{ chan: "bus.x.most" }] }),
    alarm({ id: "short", source: "bus.x.short", kind: "equals", limits: ["an"] }),
  ];
  const { disk, engine, project, value } = stage({ alarms: rows });
  value("bus.x.text", long);
  value("bus.x.most", { list: [long] });
  value("bus.x.json", { list: [long] });
  value("bus.x.short", "an");
  const cut = (text: string) => `${text.slice(0, 2_000)}…`;
  const values = { text: cut(long), json: cut(JSON.stringify({ list: [long] })), short: "an" };
  const { standing } = lookAt(engine, project, 10);
  expect(Object.fromEntries(standing.map(({ id, value: told }) => [id, told]))).toEqual(values);
  expect(Object.fromEntries(disk.events.map(({ id, value: told }) => [id, told]))).toEqual(values);
  value("bus.x.text", `${long}y`);
  expect(disk.events.at(-1)).toMatchObject({ what: "cleared", value: cut(long) });
});
