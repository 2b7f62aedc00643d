/** What a block is of, by its kind. */

import { hasWildcard } from "@hubwart/core";
import { NameIndex } from "../alarm/patterns.ts";
import { areasOf } from "../area/areas.ts";
import { alarmKinds } from "../catalogue/alarms.ts";
import { pageKinds } from "../catalogue/pages.ts";
import { scheduleKinds } from "../catalogue/schedules.ts";
import type { Draft } from "../check/draft.ts";
import { reportMissing, typeOfName } from "../check/references.ts";
import type { ViewRow } from "../check/table-view.ts";
import type { CompiledAlarmClass, PageBlock, ValueType } from "../compiled.ts";
import { fullSchedule } from "../full-names.ts";
import { PAGE_COLUMNS } from "../page-tables.ts";
import { texts } from "../texts.ts";
import { PLAN_NAME } from "./plan-name.ts";
import { TREND_MAX } from "./trend-max.ts";

const NUMBERS: readonly ValueType[] = ["int", "float"];

export class BlockSources {
  readonly #draft: Draft;
  readonly #classes: readonly string[];
  #areas: ReadonlySet<string> | undefined;
  #names: NameIndex | undefined;

  constructor(draft: Draft, classes: readonly CompiledAlarmClass[]) {
    this.#draft = draft;
    this.#classes = classes.map(({ id }) => id);
  }

  /** In its full form; undefined where there is none, or a fault (reported). */
  of(row: ViewRow, kind: PageBlock): string | undefined {
    const given = row.text("source", PAGE_COLUMNS.source);
    if (kind === "text") {
      if (given !== undefined) row.fail(pageKinds.blockColumn, "source", { kind, column: "source" });
      return undefined;
    }
    if (given === undefined) {
      if (kind !== "alarms" && !row.filled("source"))
        row.fail(pageKinds.sourceNeeded, "source", { kind, what: texts.pageSources[kind] ?? "" });
      return undefined;
    }
    switch (kind) {
      case "value":
        return typeOfName(row, "source", given, this.#draft) === undefined ? undefined : given;
      case "setpoint":
      case "switch":
        return this.#writable(row, kind, given);
      case "trend":
        return this.#recorded(row, given);
      case "list":
        return hasWildcard(given) ? this.#pattern(row, given) : this.#area(row, given);
      case "alarms":
        return this.#areaOrClass(row, given);
      case "schedule":
        return this.#schedule(row, given);
      case "plan":
        if (PLAN_NAME.test(given)) return given;
        row.fail(pageKinds.badPlan, "source", { value: given.slice(0, 80) });
        return undefined;
    }
  }

  #writable(row: ViewRow, kind: "setpoint" | "switch", name: string): string | undefined {
    const type = typeOfName(row, "source", name, this.#draft);
    if (type === undefined) return undefined;
    const types: readonly ValueType[] = kind === "setpoint" ? NUMBERS : ["bool", "int", "float", "string"];
    const dir = this.#draft.channels.get(name)?.channel.dir;
    if (dir !== "out" && dir !== "inout") row.fail(pageKinds.blockDirection, "source", { kind, chan: name });
    else if (!types.includes(type))
      row.fail(pageKinds.blockType, "block", { kind, chan: name, type, types: [...types] });
    else return name;
    return undefined;
  }

  #recorded(row: ViewRow, given: string): string | undefined {
    const names = [...new Set(given.split(/[,;\n]/).map((name) => name.trim()))].filter(
      (name) => name !== "",
    );
    if (names.length > TREND_MAX) row.fail(pageKinds.tooManyTrends, "source", { limit: TREND_MAX });
    for (const name of names) {
      const type = typeOfName(row, "source", name, this.#draft);
      if (type === undefined) continue;
      if (!NUMBERS.includes(type))
        row.fail(pageKinds.blockType, "block", { kind: "trend", chan: name, type, types: [...NUMBERS] });
      else if (!this.#draft.channels.get(name)?.channel.record)
        row.fail(pageKinds.notRecorded, "source", { chan: name });
    }
    return row.ok ? names.join(", ") : undefined;
  }

  #pattern(row: ViewRow, pattern: string): string | undefined {
    const { brokenNames, channels, constants, schedules } = this.#draft;
    this.#names ??= new NameIndex([...channels.keys(), ...constants.keys(), ...schedules.keys()]);
    const found = this.#names.matching(pattern, 1);
    if (found === undefined) row.fail(alarmKinds.patternsTooWide, "source", {});
    else if (found.length === 0 && brokenNames.size === 0)
      row.fail(alarmKinds.patternOfNone, "source", { value: pattern.slice(0, 210) });
    return found && found.length > 0 ? pattern : undefined;
  }

  #area(row: ViewRow, area: string): string | undefined {
    if (this.#known().has(area)) return area;
    // The only one of its kind might stand in a row that is broken.
    row.ok = false;
    if (this.#draft.brokenNames.size > 0) return undefined;
    row.fail(pageKinds.unknownArea, "source", {
      value: area.slice(0, 210),
      near: row.near(area, this.#known()),
    });
    return undefined;
  }

  #areaOrClass(row: ViewRow, name: string): string | undefined {
    if (this.#classes.includes(name) || this.#known().has(name)) return name;
    row.ok = false;
    if (this.#draft.brokenNames.size > 0) return undefined;
    const near = row.near(name, [...this.#classes, ...this.#known()]);
    row.fail(pageKinds.unknownAreaOrClass, "source", { value: name.slice(0, 210), near });
    return undefined;
  }

  #schedule(row: ViewRow, given: string): string | undefined {
    const name = fullSchedule(given);
    if (name !== undefined && this.#draft.schedules.has(name)) return name;
    if (name === undefined) row.fail(scheduleKinds.badSchedule, "source", { value: given.slice(0, 80) });
    else if (this.#draft.brokenNames.has(name))
      reportMissing(row, "source", "unknownSource", name, this.#draft);
    else
      row.fail(scheduleKinds.unknownSchedule, "source", {
        value: given.slice(0, 80),
        near: row.near(name, this.#draft.schedules.keys()),
      });
    return undefined;
  }

  /** Each area with those that it is in. */
  #known(): ReadonlySet<string> {
    if (this.#areas) return this.#areas;
    const { paths } = areasOf({ pods: [...this.#draft.pods.values()].map(({ pod }) => pod) });
    const areas = new Set<string>();
    for (const path of new Set(paths.flat())) {
      for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1))
        areas.add(path.slice(0, end));
      areas.add(path);
    }
    this.#areas = areas;
    return areas;
  }
}
