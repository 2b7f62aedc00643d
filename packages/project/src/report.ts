/**
 * Collects what the compiler finds. Every stage adds to the same report, so that one run shows all
 * errors. The list is bounded: past `ENTRIES_MAX` entries are only counted, and the last entry says so.
 */
import { nearest } from "@hubwart/core";
import { COMMON_KINDS, type ErrorKind, type ParametersOf } from "./catalogue/common.ts";
import type { Kind } from "./catalogue/kind.ts";
import type { ProjectError } from "./project-error.ts";
import { texts } from "./texts.ts";

/** Where in the upload something is. */
export interface Place {
  file: string;
  table?: string;
  /** 1-based, as the spreadsheet shows it. */
  line?: number;
}

export interface Where extends Place {
  /** Full channel name, or the pod's id, once known. */
  channel?: string;
  /** Column or key. */
  attribute?: string;
}

export const ENTRIES_MAX = 10_000;
/** Looking for a similar name is slow; past so many errors nobody reads the hints any more. */
const SUGGESTIONS_MAX = 200;

export class Report {
  readonly #entries: ProjectError[] = [];
  #more = 0;
  #moreErrors = 0;
  #errors = 0;
  #suggestions = 0;

  /** @param kind by name where every project has it, otherwise as its catalogue describes it */
  add<K extends ErrorKind>(kind: K, where: Where, parameters: ParametersOf<K>): void;
  add<P>(kind: Kind<P>, where: Where, parameters: P): void;
  add(kind: ErrorKind | Kind<never>, where: Where, parameters: never): void {
    const { code, level, text, hint }: Kind<never> = typeof kind === "string" ? COMMON_KINDS[kind] : kind;
    if (level === "error") this.#errors += 1;
    if (this.#entries.length >= ENTRIES_MAX) {
      this.#more += 1;
      if (level === "error") this.#moreErrors += 1;
      return;
    }
    this.#entries.push({
      Ref: refText(where),
      Channel: visible(where.channel ?? ""),
      ErrCode: code,
      Attribute: visible(where.attribute ?? ""),
      ErrText: visible(text(parameters)),
      Hint: visible(hint(parameters)),
      Level: level,
    });
  }

  /** @returns what takes back all that is added from now on */
  mark(): () => void {
    const [length, more, moreErrors] = [this.#entries.length, this.#more, this.#moreErrors];
    const [errors, suggestions] = [this.#errors, this.#suggestions];
    return () => {
      this.#entries.length = length;
      [this.#more, this.#moreErrors] = [more, moreErrors];
      [this.#errors, this.#suggestions] = [errors, suggestions];
    };
  }

  /** The candidate that was most likely meant, for a hint. */
  near(word: string, candidates: Iterable<string>): string | undefined {
    this.#suggestions += 1;
    return this.#suggestions > SUGGESTIONS_MAX ? undefined : nearest(word, candidates);
  }

  /** Errors so far, warnings not counted. */
  get errors(): number {
    return this.#errors;
  }

  /** Everything that was found so far, warnings and what is only counted too. */
  get found(): number {
    return this.#entries.length + this.#more;
  }

  /** All entries: of no table first, then table by table as they stand in the upload, line by line. */
  entries(tables: readonly Place[] = []): ProjectError[] {
    const entries = inOrder(this.#entries, tables);
    if (this.#more === 0) return entries;
    const { code, level, text, hint } = COMMON_KINDS.tooManyErrors;
    return [
      ...entries,
      {
        Ref: "||",
        Channel: "",
        ErrCode: code,
        Attribute: "",
        ErrText: text({ more: this.#more }),
        Hint: hint({ more: this.#more }),
        Level: this.#moreErrors > 0 ? "error" : level,
      },
    ];
  }
}

/** What is said of one line stays in the order in which it was found. */
function inOrder(entries: readonly ProjectError[], tables: readonly Place[]): ProjectError[] {
  const places = new Map<string, number>();
  for (const { file, table } of tables) {
    const name = refText({ file, ...(table === undefined ? {} : { table }) });
    if (!places.has(name)) places.set(name, places.size);
  }
  const keyed = entries.map((entry) => {
    const cut = entry.Ref.lastIndexOf("|") + 1;
    const ofTable = !entry.Ref.endsWith("||");
    const table = ofTable ? (places.get(entry.Ref.slice(0, cut)) ?? places.size) : -1;
    return { entry, table, line: Number(entry.Ref.slice(cut)) };
  });
  // Without the tables nothing is known of their order.
  if (places.size > 0) keyed.sort((a, b) => a.table - b.table || a.line - b.line);
  return keyed.map(({ entry }) => entry);
}

/** `file|table|line`; parts that do not apply are empty. */
export function refOf(place: Place): string {
  const clean = (part: string) => part.replaceAll("|", "_");
  return `${clean(place.file)}|${clean(place.table ?? "")}|${place.line ?? ""}`;
}

/** As it stands in an entry. */
export function refText(place: Place): string {
  return visible(refOf(place));
}

/**
 * Without what steers a terminal or turns the direction of writing: names and cells are quoted in entries, and the
 * entries end up in terminals and logs.
 */
function visible(text: string): string {
  return text.replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "\ufffd");
}

/** A place as a person reads it: `„links“, Zeile 7`. */
export function placeText(place: Place): string {
  const table = place.table === undefined ? place.file : texts.table(place.table);
  return place.line === undefined ? table : texts.lineIn(table, place.line);
}
