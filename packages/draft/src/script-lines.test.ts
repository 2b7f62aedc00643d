import type { DraftDocument, DraftOperation, DraftStep } from "@hubwart/contract";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyStep, DraftFault, rebase, scriptLinesOp } from "./index.ts";

const NAME = "regel.lua";
const SOURCE = Array.from({ length: 20 }, (_, n) => `print(${n + 1})`).join("\n");
const draft = (text: string): DraftDocument => ({ tables: [], scripts: { [NAME]: text } });
const textOf = ({ scripts }: DraftDocument) => scripts[NAME];
const typed = (after: string, before = SOURCE): DraftOperation =>
  scriptLinesOp(NAME, before, after) as DraftOperation;
const step = (key: string, ...ops: DraftOperation[]): DraftStep => ({ key, label: key, ops });

const lines = fc.array(fc.constantFrom("", "end", "x = 1", "if a then", "\r"), { maxLength: 12 });
const text = lines.map((all) => all.join("\n"));

describe("what is typed into a script", () => {
  it("leads from one text to the other, and back, whatever both are", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const op = scriptLinesOp(NAME, before, after);
        const { document, inverse } = applyStep(draft(before), op ? [op] : []);
        expect(textOf(document)).toBe(after);
        expect(textOf(applyStep(document, inverse).document)).toBe(before);
      }),
    );
  });

  it("names the lines that changed and two around them, not the whole", () => {
    expect(typed(SOURCE.replace("print(10)", "log(10)"))).toEqual({
      op: "scriptLines",
      name: NAME,
      at: 8,
      before: ["print(8)", "print(9)", "print(10)", "print(11)", "print(12)"],
      after: ["print(8)", "print(9)", "log(10)", "print(11)", "print(12)"],
    });
  });

  it("is kept beside what others wrote into the same script, also above it", () => {
    const theirs = [step("x", typed(`-- neu\n-- Kopf\n${SOURCE}`))];
    const mine = [step("a", typed(SOURCE.replace("print(15)", "log(15)")))];
    const now = applyStep(draft(SOURCE), theirs[0]?.ops ?? []).document;
    const { clashing, document, lost } = rebase(mine, theirs, now);
    expect([lost, clashing]).toEqual([[], []]);
    expect(textOf(document)).toBe(`-- neu\n-- Kopf\n${SOURCE.replace("print(15)", "log(15)")}`);
  });

  it("is lost, and said so, where others changed the same lines or removed the script", () => {
    const mine = [step("a", typed(SOURCE.replace("print(15)", "log(15)")))];
    for (const ops of [
      [typed(SOURCE.replace("print(15)", "warn(15)"))],
      [{ op: "script", name: NAME, text: null } as const],
    ]) {
      const now = applyStep(draft(SOURCE), ops).document;
      expect(rebase(mine, [step("x", ...ops)], now)).toMatchObject({ document: now, lost: mine, steps: [] });
    }
  });

  it("goes to no place that is only one of several like it", () => {
    const op: DraftOperation = { op: "scriptLines", name: NAME, at: 2, before: ["end"], after: ["x"] };
    expect(textOf(applyStep(draft("a\nend\nend"), [op]).document)).toBe("a\nx\nend");
    expect(textOf(applyStep(draft("end\na\nb"), [op]).document)).toBe("x\na\nb");
    expect(() => applyStep(draft("end\na\nend"), [op])).toThrow(
      new DraftFault("unknown", `line 2 of ${NAME}`),
    );
  });

  it("counts as overwriting where the whole script is put in the place of lines of others", () => {
    const theirs = [step("x", typed(`-- neu\n${SOURCE}`))];
    const now = applyStep(draft(SOURCE), theirs[0]?.ops ?? []).document;
    const whole = [step("a", { op: "script", name: NAME, text: "" })];
    expect(rebase(whole, theirs, now).clashing).toEqual(whole);
  });
});
