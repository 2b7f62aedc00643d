/** Two texts of several lines: what is stored and what is typed, with the lines around each difference. */
import { useMemo } from "react";
import type { Difference } from "../lib/conflict.ts";
import { diffLines, linesOf } from "../lib/line-diff.ts";
import { commonTexts } from "../texts/index.ts";
import classes from "./text-difference.module.css";

const texts = commonTexts.conflict.lines;
/** Lines before and after a difference. */
const AROUND = 2;
const MARKS = { same: " ", theirs: "−", mine: "+", skipped: " " };

interface Line {
  kind: keyof typeof MARKS;
  text: string;
  /** Among all that are shown. */
  line: number;
}
type Piece = Omit<Line, "line">;

export function TextDifference({ label, mine, theirs }: Difference) {
  const lines = useMemo(() => differenceOf(theirs, mine), [theirs, mine]);
  return (
    <section className={classes["frame"]} aria-label={label}>
      <p className={classes["legend"]}>
        {label}: <del className={classes["theirs"]}>− {commonTexts.conflict.columns.theirs}</del>{" "}
        <ins className={classes["mine"]}>+ {commonTexts.conflict.columns.mine}</ins>
      </p>
      <ol className={classes["lines"]}>
        {lines.map(({ kind, text, line }) => (
          <li key={`${kind} ${line}`} className={classes[kind]}>
            {kind === "theirs" || kind === "mine" ? (
              <span className="hw-visually-hidden">{texts[kind]} </span>
            ) : null}
            <span aria-hidden>{MARKS[kind]} </span>
            {text}
          </li>
        ))}
      </ol>
    </section>
  );
}

export function differenceOf(theirs: string, mine: string): Line[] {
  const [old, fresh] = [linesOf(theirs), linesOf(mine)];
  const lines: Piece[] = [];
  let reached = 0;
  for (const { base, other } of [
    ...diffLines(old, fresh),
    { base: [old.length, old.length] as const, other: [0, 0] as const },
  ]) {
    lines.push(...around(old.slice(reached, base[0]), reached === 0, base[0] === old.length));
    lines.push(...old.slice(...base).map((text): Piece => ({ kind: "theirs", text })));
    lines.push(...fresh.slice(...other).map((text): Piece => ({ kind: "mine", text })));
    reached = base[1];
  }
  return lines.map((piece, line) => ({ ...piece, line }));
}

/** Lines that both have: near a difference, and how many there are besides. */
function around(lines: readonly string[], first: boolean, last: boolean): Piece[] {
  const shown = (texts: readonly string[]) => texts.map((text): Piece => ({ kind: "same", text }));
  const head = first ? 0 : AROUND;
  const tail = last ? 0 : AROUND;
  const count = lines.length - head - tail;
  if (count < 2) return shown(lines);
  return [
    ...shown(lines.slice(0, head)),
    { kind: "skipped", text: texts.skipped(count) },
    ...shown(lines.slice(lines.length - tail)),
  ];
}
