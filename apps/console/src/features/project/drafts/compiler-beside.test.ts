/** What the worker said of a draft counts for that draft alone, whenever it arrives. */
import type { DraftDocument, DraftOperation } from "@hubwart/contract";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { FromCompiler, Mark, ToCompiler } from "../../../compiler/protocol.ts";
import { type CompilerBeside, compilerBeside } from "./compiler-beside.ts";

const DRAFT: DraftDocument = { tables: [], scripts: {} };
const step = (value: string): DraftOperation[] => [{ op: "set", table: "t", cells: [["r", "c", value]] }];
const texts = (marks: readonly Mark[]) => marks.map(({ text }) => text).join(" ");
const mark = (text: string): Mark[] => [{ level: "error", code: 1, text, hint: "", about: "" }];

let told: ToCompiler[];
let says: (message: FromCompiler) => void;
let shown: string[];
/** While somebody types. */
let typed: (string | undefined)[];
let compiler: CompilerBeside;

beforeEach(() => {
  [told, shown, typed] = [[], [], []];
  vi.stubGlobal(
    "Worker",
    class {
      addEventListener(event: string, listener: (event: { data: FromCompiler }) => void) {
        if (event === "message") says = (data) => listener({ data });
      }
      postMessage(message: ToCompiler) {
        told.push(message);
      }
      terminate() {
        says = () => undefined;
      }
    },
  );
  const nothing = () => undefined;
  compiler = compilerBeside({
    whole: () => DRAFT,
    onTables: nothing,
    onMarks: (marks) => shown.push(texts(marks)),
    onTyped: (marks) => typed.push(marks && texts(marks)),
    onScripts: nothing,
    onLoading: nothing,
    onFailed: nothing,
    onUnanswered: nothing,
  });
  says({ type: "compiled", turn: 1, marks: mark("am Anfang") });
  return () => {
    compiler.close();
    vi.unstubAllGlobals();
  };
});
const foreseen = (turn: number, value: string) =>
  says({ type: "foreseen", turn, ops: JSON.stringify(step(value)[0]), marks: mark(`vorher ${value}`) });

it("shows what was foreseen with the very step, and not once more when that is compiled", () => {
  foreseen(1, "7");
  expect(shown).toEqual(["am Anfang"]);
  compiler.say({ type: "steps", ops: step("7") });
  expect(shown).toEqual(["am Anfang", "vorher 7"]);
  says({ type: "compiled", turn: 2, marks: mark("vorher 7") });
  expect(shown).toHaveLength(2);
  expect(told.map(({ type }) => type)).toEqual(["open", "steps"]);
});

it.each<[string, () => void]>([
  ["another value was foreseen", () => foreseen(1, "8")],
  [
    "it was foreseen of the draft before",
    () => {
      foreseen(1, "7");
      compiler.say({ type: "steps", ops: step("9") });
    },
  ],
  [
    "it comes late, of a draft that somebody changed meanwhile",
    () => {
      compiler.say({ type: "steps", ops: step("9") });
      foreseen(1, "7");
    },
  ],
])("waits for the compiler where %s", (_, before) => {
  before();
  compiler.say({ type: "steps", ops: step("7") });
  expect(shown).toEqual(["am Anfang"]);
});

it("passes over what is said late of an earlier draft", () => {
  compiler.say({ type: "steps", ops: step("1") });
  foreseen(2, "7");
  compiler.say({ type: "steps", ops: step("7") });
  says({ type: "compiled", turn: 2, marks: mark("alt") });
  says({ type: "compiled", turn: 3, marks: mark("vorher 7") });
  expect(shown).toEqual(["am Anfang", "vorher 7"]);
});

it("begins to count anew with another worker", () => {
  compiler.say({ type: "steps", ops: step("1") });
  compiler.again();
  says({ type: "compiled", turn: 1, marks: mark("neu") });
  foreseen(1, "7");
  compiler.say({ type: "steps", ops: step("7") });
  expect(shown).toEqual(["am Anfang", "neu", "vorher 7"]);
});

describe("while somebody types", () => {
  const type = (value: string | undefined) =>
    compiler.say({ type: "typed", ops: value === undefined ? [] : step(value) });
  beforeEach(() => {
    typed = [];
  });

  it("shows what is wrong with what stands there now, until nothing is typed any more", () => {
    type("7");
    foreseen(1, "7");
    type("70");
    foreseen(1, "7");
    foreseen(1, "70");
    expect(typed).toEqual(["vorher 7", "vorher 70"]);
    type(undefined);
    expect(typed.at(-1)).toBeUndefined();
    foreseen(1, "70");
    expect(typed).toHaveLength(3);
    expect(shown).toEqual(["am Anfang"]);
  });

  it("keeps what it said until the step is judged", () => {
    type("7");
    foreseen(1, "7");
    compiler.say({ type: "steps", ops: step("8") });
    type(undefined);
    expect(typed).toEqual(["vorher 7"]);
    says({ type: "compiled", turn: 2, marks: mark("acht") });
    expect(shown.at(-1)).toBe("acht");
    expect(typed).toEqual(["vorher 7", undefined]);
  });

  it("goes on over what others do, and says nothing of the draft before that", () => {
    type("7");
    compiler.say({ type: "steps", ops: step("9") });
    foreseen(1, "7");
    says({ type: "compiled", turn: 2, marks: mark("neun") });
    expect(typed).toEqual([]);
    foreseen(2, "7");
    expect(typed).toEqual(["vorher 7"]);
  });
});
