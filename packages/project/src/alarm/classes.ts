/** The table `classes`: one line a step of those who are told. */

import { ALARM_TABLES, CLASS_COLUMNS } from "../alarm-tables.ts";
import { alarmKinds } from "../catalogue/alarms.ts";
import type { Draft } from "../check/draft.ts";
import { shapeFrom } from "../check/shapes.ts";
import { TableView, type ViewRow } from "../check/table-view.ts";
import { splitTags } from "../check/tags.ts";
import type { CompiledAlarmClass, CompiledAlarmStep } from "../compiled.ts";
import { placeKey } from "../places.ts";
import type { SheetTable } from "../read/table.ts";
import { placeText } from "../report.ts";
import { NAME } from "../tables.ts";

export const CLASSES_MAX = 200;
export const STEPS_MAX = 20;

interface Step {
  row: ViewRow;
  number: number;
  step: CompiledAlarmStep;
}
/** By class. */
type Classes = Map<string, Step[]>;

/** Classes whose rows are broken are among them: a reference to one is no error of its own. */
export function checkClasses(tables: readonly SheetTable[], draft: Draft): CompiledAlarmClass[] {
  const classes: Classes = new Map();
  const shape = shapeFrom(ALARM_TABLES.classes);
  for (const table of tables) {
    const view = TableView.open(table, "classes", shape, draft.report);
    for (const row of view.rows()) checkStep(row, classes, draft);
    view.finish();
    table.rows = [];
  }
  return [...classes].map(([id, steps]) => ({ id, steps: inOrder(id, steps) }));
}

function checkStep(row: ViewRow, classes: Classes, draft: Draft): void {
  const name = row.text("class", CLASS_COLUMNS.class);
  if (name !== undefined && !NAME.test(name))
    row.fail(alarmKinds.badClass, "class", { value: name.slice(0, 80) });
  const number = row.read("step", CLASS_COLUMNS.step) as number | undefined;
  const after = row.read("after", CLASS_COLUMNS.after) as number | undefined;
  const ways = readWays(row, draft);
  const roster = row.text("roster", CLASS_COLUMNS.roster);
  const repeat = row.read("repeat", CLASS_COLUMNS.repeat) as number | undefined;
  const until = row.read("until", CLASS_COLUMNS.until) as CompiledAlarmStep["until"] | undefined;
  if (name === undefined) return;
  const steps = classes.get(name) ?? [];
  if (steps.length === 0 && !classes.has(name)) {
    classes.set(name, steps);
    draft.alarmPlaces.set(placeKey.class(name), row.place);
    if (classes.size === CLASSES_MAX + 1)
      row.fail(alarmKinds.tooManyClasses, "class", { limit: CLASSES_MAX });
  }
  if (number === undefined || after === undefined || until === undefined) return;
  const earlier = steps.find((step) => step.number === number);
  if (earlier) {
    row.fail(alarmKinds.duplicateStep, "step", { count: number, name, first: placeText(earlier.row.place) });
    return;
  }
  if (steps.length === STEPS_MAX) row.fail(alarmKinds.tooManySteps, "step", { name, limit: STEPS_MAX });
  if (steps.length > STEPS_MAX) return;
  const step: CompiledAlarmStep = {
    after: after * 1_000,
    ways,
    ...(roster === undefined ? {} : { roster }),
    ...(repeat === undefined ? {} : { repeat: repeat * 1_000 }),
    until,
  };
  steps.push({ row, number, step });
}

function inOrder(name: string, steps: readonly Step[]): CompiledAlarmStep[] {
  const sorted = [...steps].sort((a, b) => a.number - b.number);
  for (const [at, { row, number, step }] of sorted.entries()) {
    const before = sorted[at - 1];
    if (before && step.after < before.step.after)
      row.fail(alarmKinds.stepTooEarly, "after", { count: number, name });
  }
  return sorted.map(({ step }) => step);
}

function readWays(row: ViewRow, draft: Draft): string[] {
  const text = row.text("way", CLASS_COLUMNS.way);
  if (text === undefined) return [];
  const ways = splitTags(text);
  if (ways.length === 0) row.fail("missingValue", "way", { column: "way", help: CLASS_COLUMNS.way.help });
  for (const way of ways) checkWay(row, way, draft);
  return ways;
}

function checkWay(row: ViewRow, way: string, draft: Draft): void {
  const value = way.slice(0, 210);
  const [type = ""] = way.split(".");
  const channel = draft.channels.get(way)?.channel;
  if (!channel && !draft.pods.has(way)) {
    const pod = way.slice(0, Math.max(0, way.lastIndexOf(".")));
    if (draft.brokenNames.has(way) || draft.brokenNames.has(pod)) row.ok = false;
    else row.fail(alarmKinds.unknownWay, "way", { value, near: draft.report.near(way, waysOf(draft)) });
  } else if (!draft.schemas.get(type)?.tells) {
    row.fail(alarmKinds.wayOfType, "way", { value, types: [...draft.telling] });
  } else if (channel?.dir === "in") row.fail(alarmKinds.wayIsIn, "way", { value });
}

function* waysOf({ pods }: Draft): Generator<string> {
  for (const [id, { pod, schema }] of pods) {
    if (!schema.tells) continue;
    yield id;
    for (const { chan } of pod.channels) yield chan;
  }
}
