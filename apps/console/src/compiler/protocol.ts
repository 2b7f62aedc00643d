/** What the editor and its compiler tell each other. The worker holds the draft too and gets what is done to it. */
import type { DraftDocument, DraftOperation } from "@hubwart/contract";
import type {
  AlarmOffer,
  NameRefusal,
  OfferRefusal,
  Plan,
  PodCopy,
  PodPlace,
  Subject,
  Usage,
} from "@hubwart/project/tables";

export type { NameRefusal, Plan, PodPlace, Subject, Usage };

export interface ColumnInfo {
  name: string;
  kind: "text" | "int" | "float" | "flag" | "choice";
  /** German sentence. */
  help: string;
  unit?: string;
  choices?: readonly string[];
  /** What holds for an empty cell, as one would type it. */
  preset?: string;
  required: boolean;
  /** A password or token. */
  secret: boolean;
  /** May hold several lines, e.g. a certificate. */
  long: boolean;
  /** What it is to rows of this kind (pod type, key); a kind that is not here does not use the column. Absent: the same to all. */
  byKind?: Readonly<Record<string, ColumnInfo>>;
}

export interface TableInfo {
  /** As the compiler looks it up, e.g. `mqtt`. */
  name: string;
  /** Absent for tables that every project may have. */
  label?: string;
  /** Its columns are known by now: those of tables and pod types that a draft does not have are loaded when they are wanted. */
  loaded: boolean;
  columns: readonly ColumnInfo[];
  /** Where the kind of a row stands. */
  kindFrom?: { column: string; part: "type" | "whole" };
}

export interface Mark {
  level: "error" | "warning";
  code: number;
  text: string;
  hint: string;
  /** Ids of the draft; absent as far as it is said of more. */
  table?: string;
  row?: string;
  column?: string;
  /** Of a script: its name, and the line where one is known. */
  script?: string;
  line?: number;
  /** What it is about where no table is. */
  about: string;
}

export type ToCompiler =
  | { type: "open"; document: DraftDocument }
  | { type: "steps"; ops: readonly DraftOperation[] }
  /** What would be done next if the cell that is typed into were left now. */
  | { type: "typed"; ops: readonly DraftOperation[] }
  | { type: "ask"; id: number; question: Question };

/** What the compiler can be asked of the draft as it stands, and what it answers. */
export interface Questions {
  /** All tables, with the columns of this one, and with what its pods have in `pods`. */
  table: { about: { name: string }; answer: readonly TableInfo[] };
  /** What may be meant by what was typed. */
  suggest: { about: { table: string; column: string; text: string }; answer: readonly string[] };
  /** Names of channels and constants that a script may mean. */
  names: { about: { text: string }; answer: readonly string[] };
  /** Full names of the channels and constants that these rows are, by id. */
  channels: { about: { table: string; rows: readonly string[] }; answer: ReadonlyMap<string, string> };
  /** Where it is named; undefined for a row that nothing can name. */
  usage: { about: { table: string; row: string; column?: string | undefined }; answer: Usage | undefined };
  rename: { about: { subject: Subject; name: string }; answer: Plan | NameRefusal };
  /** What a copy of the pod would share with it, and how many links there are. */
  places: { about: { pod: string }; answer: { places: readonly PodPlace[]; links: number } };
  copyPod: { about: PodCopy; answer: Plan | NameRefusal };
  /** A channel that sends by its own trigger, as an alarm. */
  offerAlarm: { about: AlarmOffer; answer: Plan | OfferRefusal };
}
export type Question = { [K in keyof Questions]: { kind: K; about: Questions[K]["about"] } }[keyof Questions];
export type Ask = <K extends keyof Questions>(
  kind: K,
  about: Questions[K]["about"],
) => Promise<Questions[K]["answer"]>;

export type FromCompiler =
  | { type: "tables"; tables: readonly TableInfo[] }
  /** `turn`: how many drafts and steps had come by then. */
  | { type: "compiled"; marks: readonly Mark[]; turn: number }
  /** Of the draft as it will be when the cell that is typed into is left so (`ofOneCell`) and nothing comes between. */
  | { type: "foreseen"; marks: readonly Mark[]; turn: number; ops: string }
  /** What scripts name and the draft does not have; after what was compiled. */
  | { type: "scripts"; marks: readonly Mark[] }
  | { type: "answer"; id: number; answer: Questions[keyof Questions]["answer"] }
  /** What the draft needs is still on its way: what was said of it does not count any more. */
  | { type: "loading" }
  /** A part of the compiler cannot be loaded. Of `id`: for the answer to that question; without it: to say what is wrong. */
  | { type: "failed"; id?: number }
  /** A step did not fit: the worker asks for the whole draft. */
  | { type: "astray" };
