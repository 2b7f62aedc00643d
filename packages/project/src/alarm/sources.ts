/** Which channels, constants, schedules and figures of meters a row means, and whether its kind suits them. */

import { hasWildcard, nameMatcher } from "@hubwart/core";
import { alarmKinds } from "../catalogue/alarms.ts";
import type { Draft } from "../check/draft.ts";
import { figureNames, knownType, typeOfName } from "../check/references.ts";
import type { ViewRow } from "../check/table-view.ts";
import type { AlarmKind, ValueType } from "../compiled.ts";
import { alike, KINDS, NUMBERS } from "./kinds.ts";
import { LOOKED_MAX, NameIndex } from "./patterns.ts";

/** Alarms of a project. */
export const ALARMS_MAX = 50_000;

export class Sources {
  readonly #draft: Draft;
  readonly #index: NameIndex;
  #count = 0;
  #full = false;

  constructor(draft: Draft, looked = LOOKED_MAX) {
    this.#draft = draft;
    this.#index = new NameIndex(namesOf(draft), looked);
  }

  /** Undefined where there is a fault (reported), and for all that come after too many. */
  of(row: ViewRow, source: string): readonly string[] | undefined {
    if (this.#full) {
      row.ok = false;
      return undefined;
    }
    if (!hasWildcard(source)) {
      const type = typeOfName(row, "source", source, this.#draft);
      return type === undefined ? undefined : this.#counted(row, [source]);
    }
    const found = this.#index.matching(source, ALARMS_MAX + 1);
    if (found === undefined) {
      this.#full = true;
      row.fail(alarmKinds.patternsTooWide, "source", {});
      return undefined;
    }
    if (found.length > 0) return this.#counted(row, found);
    row.ok = false;
    const meant = nameMatcher([source]);
    if (![...this.#draft.brokenNames].some(meant))
      row.fail(alarmKinds.patternOfNone, "source", { value: source.slice(0, 210) });
    return undefined;
  }

  #counted(row: ViewRow, found: readonly string[]): readonly string[] | undefined {
    this.#count += found.length;
    if (this.#count <= ALARMS_MAX) return found;
    this.#full = true;
    row.fail(alarmKinds.tooManyAlarms, "source", { limit: ALARMS_MAX });
    return undefined;
  }
}

/** What the limit may be; undefined where the kind does not suit a source (reported). */
export function limitTypes(
  row: ViewRow,
  kind: AlarmKind,
  sources: readonly string[],
  draft: Draft,
): readonly ValueType[] | undefined {
  const { types } = KINDS[kind];
  let first: ValueType | undefined;
  for (const chan of sources) {
    const type = knownType(chan, draft);
    if (type === undefined) continue;
    if (!types.includes(type)) {
      row.fail(alarmKinds.alarmType, "kind", { kind, chan, type, types: [...types] });
      return undefined;
    }
    first ??= type;
    if (kind === "equals" && !alike(first).includes(type)) {
      row.fail(alarmKinds.mixedTypes, "source", { chan, type, other: first });
      return undefined;
    }
  }
  return kind === "equals" && first !== undefined ? alike(first) : NUMBERS;
}

function* namesOf(draft: Draft): Generator<string> {
  yield* draft.channels.keys();
  yield* draft.constants.keys();
  yield* draft.schedules.keys();
  yield* figureNames(draft);
}
