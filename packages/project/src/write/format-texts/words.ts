/** The parts of `docs/project-format.md` that no schema tells, in one language. */
import type { Column } from "../../columns.ts";
import type { PodSchema } from "../../pod-schema.ts";

export interface FormatWords {
  introduction: string;
  tables: {
    project: string;
    pods: string;
    links: string;
    constants: string;
    schedules: string;
    schedule_times: string;
    calendars: string;
    meters: string;
    alarms: string;
    classes: string;
    pages: string;
  };
  /** Above the keys of the table `project`. */
  keys: string;
  podsText: string;
  podType: (schema: PodSchema) => string;
  mostIfaces: (most: number) => string;
  describe: (schema: PodSchema) => string;
  ofPods: string;
  ofType: (type: string) => string;
  commonColumns: string;
  commonText: string;
  directions: string;
  rules: string;
  example: string;
  exampleText: string;
  /** Above the filled rows of one pod type. */
  filled: string;
  values: string;
  links: string;
  schedules: string;
  scheduleTimes: string;
  calendars: string;
  meters: string;
  alarms: string;
  classes: string;
  pages: string;
  errors: string;
  errorsText: string;
  errorGroups: readonly { from: number; to: number; title: string }[];
  head: { column: string; key: string; value: string; default: string; meaning: string };
  errorHead: readonly [code: string, level: string, text: string, hint: string];
  levels: { error: string; warning: string };
  required: string;
  secret: string;
  yesNo: string;
  flag: (value: boolean) => string;
  text: (most: number | undefined) => string;
  number: (whole: boolean) => string;
  range: (kind: string, min: number | undefined, max: number | undefined, unit: string) => string;
  about: (column: Column) => string;
}

/** What a pod type means by directions, and what it refuses; both languages side by side. */
export interface FormatNotes {
  /** Meaning of `in`, `out` and `inout`; of whatever else surprises. */
  notes: readonly Bilingual[];
  /** Rules across cells: error 1390. */
  rules: readonly Bilingual[];
}
export interface Bilingual {
  en: string;
  de: string;
}

export const codes = (all: readonly string[]): string => all.map((code) => `\`${code}\``).join(", ");
