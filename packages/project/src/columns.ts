/**
 * The vocabulary in which tables are described. A pod type describes its columns once; the compiler,
 * the template workbook, `docs/project-format.md` and the types of the running pod derive from it.
 *
 *     const columns = {
 *       topic: text({ required: true, doc: "MQTT topic", help: "MQTT-Topic" }),
 *       qos: choice([0, 1, 2], { default: 0, doc: "quality of service", help: "Zustellgüte" }),
 *     };
 *     type Row = RowOf<typeof columns>;   // { topic: string; qos: 0 | 1 | 2 }
 */
interface ColumnBase {
  /** A cell must be filled. A column with a default is never required. */
  required?: boolean;
  /** Unit of the values, e.g. `ms`. */
  unit?: string;
  /** A password or token: masked in every output but the pod's own use. */
  secret?: boolean;
  /** English sentence for the documentation. */
  doc: string;
  /** German sentence for the template workbook and hints. */
  help: string;
}

export interface TextColumn extends ColumnBase {
  kind: "text";
  default?: string;
  maxLength?: number;
  /** Anchored pattern a value must match; `help` says it in words. */
  pattern?: RegExp;
  /** Dates and times of the spreadsheet are meant here: they are read as ISO 8601, without a warning. */
  dates?: true;
}
export interface NumberColumn extends ColumnBase {
  kind: "int" | "float";
  /** Its kind follows from a type that people chose, or from another cell. */
  typed?: boolean;
  default?: number;
  min?: number;
  max?: number;
}
export interface FlagColumn extends ColumnBase {
  kind: "flag";
  default?: boolean;
}
export interface ChoiceColumn extends ColumnBase {
  kind: "choice";
  values: readonly (string | number)[];
  default?: string | number;
}
export type Column = TextColumn | NumberColumn | FlagColumn | ChoiceColumn;
export type Columns = Readonly<Record<string, Column>>;

type Options<C extends Column> = Omit<C, "kind" | "values">;

export function text<const O extends Options<TextColumn>>(options: O): { kind: "text" } & O {
  return { kind: "text", ...options };
}
export function int<const O extends Options<NumberColumn>>(options: O): { kind: "int" } & O {
  return { kind: "int", ...options };
}
export function float<const O extends Options<NumberColumn>>(options: O): { kind: "float" } & O {
  return { kind: "float", ...options };
}
export function flag<const O extends Options<FlagColumn>>(options: O): { kind: "flag" } & O {
  return { kind: "flag", ...options };
}
export function choice<const V extends readonly (string | number)[], const O extends Options<ChoiceColumn>>(
  values: V,
  options: O,
): { kind: "choice"; values: V } & O {
  return { kind: "choice", values, ...options };
}

type CellOf<C> = C extends { kind: "text" }
  ? string
  : C extends { kind: "int" | "float" }
    ? number
    : C extends { kind: "flag" }
      ? boolean
      : C extends { kind: "choice"; values: infer V extends readonly unknown[] }
        ? V[number]
        : never;

type Present<C> = C extends { required: true } ? true : C extends { default: unknown } ? true : false;

/** What one row holds after reading: required and defaulted cells are present, the others optional. */
export type RowOf<C extends Columns> = {
  [K in keyof C as Present<C[K]> extends true ? K : never]: CellOf<C[K]>;
} & {
  [K in keyof C as Present<C[K]> extends true ? never : K]?: CellOf<C[K]>;
};
