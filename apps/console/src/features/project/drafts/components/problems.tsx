/** What is wrong in the draft, table by table; each leads to its cell. */
import type { DraftDocument } from "@hubwart/contract";
import { Button } from "@mantine/core";
import { memo, useMemo, useSyncExternalStore } from "react";
import type { Mark } from "../../../../compiler/protocol.ts";
import { InfoBox } from "../../../../components/info-box.tsx";
import { commonTexts, draftsTexts } from "../../../../texts/index.ts";
import type { MarkSource } from "../model/mark-store.ts";
import { scriptNames } from "../model/scripts.ts";
import { useMarks } from "../use-marks.ts";
import classes from "./editor.module.css";

const texts = draftsTexts.problems;
/** More are not read one after the other. */
const MOST = 200;

interface ProblemsProps {
  marks: MarkSource;
  /** Set where the compiler could not be loaded, or a part of it: tries once more. */
  onAgain: (() => void) | undefined;
  unchecked: boolean;
  onOpen: (mark: Mark) => void;
}

/** Not drawn again with each cell that is chosen: `onOpen` stays the same. */
export const Problems = memo(function Problems(props: ProblemsProps) {
  return (
    <InfoBox title={texts.title} flush>
      <div className={classes["problems"]}>
        {props.unchecked ? <p className={classes["said"]}>{draftsTexts.lua.unchecked}</p> : null}
        <Content {...props} />
      </div>
    </InfoBox>
  );
});

function Content({ marks: source, onAgain, onOpen }: ProblemsProps) {
  const marks = useMarks(source);
  const document = useSyncExternalStore(source.subscribe, () => source.judged);
  const alike = useMemo(() => likeOneAnother(marks?.all ?? []), [marks]);
  const lines = useMemo(() => linesOf(document, alike.slice(0, MOST)), [document, alike]);
  if (onAgain)
    return (
      <div className={classes["said"]}>
        <p>{texts.failed}</p>
        <Button size="xs" variant="default" onClick={onAgain}>
          {commonTexts.action.retry}
        </Button>
      </div>
    );
  if (!marks) return <p className={classes["said"]}>{texts.waiting}</p>;
  if (marks.all.length === 0) return <p className={classes["said"]}>{texts.none}</p>;
  const shown = alike.slice(0, MOST);
  const whole = shown.filter(({ mark: { script, table } }) => table === undefined && script === undefined);
  const place = (mark: Mark): string => {
    const { column, row, table } = mark;
    const columns = document.tables.find(({ id }) => id === table)?.columns ?? [];
    const name = columns.find(({ id }) => id === column)?.name ?? "";
    const line = row === undefined ? mark.line : lines.get(row);
    return line === undefined ? name : texts.place(line, name);
  };
  const group = (key: string, title: string, of: readonly Alike[]) =>
    of.length === 0 ? null : (
      <section key={key}>
        <h3 className={classes["group"]}>{title}</h3>
        <ul className={classes["list"]}>
          {of.map(({ mark, more }) => (
            <li
              key={`${mark.row ?? mark.line ?? ""} ${mark.column ?? ""} ${mark.code} ${mark.about} ${mark.text}`}
            >
              <button
                type="button"
                className={classes["problem"]}
                data-level={mark.level}
                onClick={() => onOpen(mark)}
              >
                <span className={classes["where"]}>
                  {texts.levels[mark.level]}{" "}
                  {mark.table === undefined && mark.script === undefined ? mark.about : place(mark)}{" "}
                  {more > 0 ? texts.alike(more) : null}
                </span>
                <span>{mark.text}</span>
                <span className={classes["hint"]}>{mark.hint}</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
    );
  return (
    <>
      {group("", texts.whole, whole)}
      {document.tables.map(({ id, name }) =>
        group(
          id,
          texts.table(name),
          shown.filter(({ mark: { table } }) => table === id),
        ),
      )}
      {scriptNames(document).map((name) =>
        group(
          `.${name}`,
          texts.script(name),
          shown.filter(({ mark: { script } }) => script === name),
        ),
      )}
      {alike.length > MOST ? <p className={classes["said"]}>{texts.more(alike.length - MOST)}</p> : null}
    </>
  );
}

/** Of the rows of these marks alone: a table may have thousands. */
function linesOf({ tables }: DraftDocument, of: readonly Alike[]): ReadonlyMap<string, number> {
  const wanted = new Set(of.map(({ mark: { row } }) => row));
  const marked = new Set(of.map(({ mark: { table } }) => table));
  const lines = new Map<string, number>();
  for (const { above, id: table, rows } of tables) {
    if (!marked.has(table)) continue;
    for (const [index, { id }] of rows.entries()) if (wanted.has(id)) lines.set(id, index + above.length + 2);
  }
  return lines;
}

interface Alike {
  /** The first one. */
  mark: Mark;
  /** Rows besides that have the same. */
  more: number;
}

/** What is said of one column in the same words, row after row, is said once. */
function likeOneAnother(marks: readonly Mark[]): Alike[] {
  const found = new Map<string, Alike>();
  for (const [index, mark] of marks.entries()) {
    const { code, column, level, row, table, text } = mark;
    const key = row === undefined ? String(index) : [table, column, level, code, text].join(" ");
    const known = found.get(key);
    if (known) known.more += 1;
    else found.set(key, { mark, more: 0 });
  }
  return [...found.values()];
}
