/** What is wrong in the draft, table by table; each leads to its cell. */
import type { DraftDocument } from "@hubwart/contract";
import type { Mark } from "../../../../compiler/protocol.ts";
import { InfoBox } from "../../../../components/info-box.tsx";
import { draftsTexts } from "../../../../texts/index.ts";
import type { Marks } from "../model/marks.ts";
import classes from "./editor.module.css";

const texts = draftsTexts.problems;
/** More are not read one after the other. */
const MOST = 200;

interface ProblemsProps {
  document: DraftDocument;
  marks: Marks | undefined;
  failed: boolean;
  onOpen: (mark: Mark) => void;
}

export function Problems({ document, failed, marks, onOpen }: ProblemsProps) {
  return (
    <InfoBox title={texts.title} flush>
      <Content document={document} failed={failed} marks={marks} onOpen={onOpen} />
    </InfoBox>
  );
}

function Content({ document, failed, marks, onOpen }: ProblemsProps) {
  if (failed) return <p className={classes["said"]}>{texts.failed}</p>;
  if (!marks) return <p className={classes["said"]}>{texts.waiting}</p>;
  if (marks.all.length === 0) return <p className={classes["said"]}>{texts.none}</p>;
  const shown = marks.all.slice(0, MOST);
  const whole = shown.filter(({ table }) => table === undefined);
  const lines = new Map(
    document.tables.flatMap(({ above, rows }) =>
      rows.map(({ id }, index) => [id, index + above.length + 2] as const),
    ),
  );
  const place = ({ column, row, table }: Mark): string => {
    const columns = document.tables.find(({ id }) => id === table)?.columns ?? [];
    const name = columns.find(({ id }) => id === column)?.name ?? "";
    const line = row === undefined ? undefined : lines.get(row);
    return line === undefined ? name : texts.place(line, name);
  };
  const group = (key: string, title: string, of: readonly Mark[]) =>
    of.length === 0 ? null : (
      <section key={key}>
        <h3 className={classes["group"]}>{title}</h3>
        <ul className={classes["list"]}>
          {of.map((mark) => (
            <li key={`${mark.row ?? ""} ${mark.column ?? ""} ${mark.code} ${mark.about} ${mark.text}`}>
              <button
                type="button"
                className={classes["problem"]}
                data-level={mark.level}
                onClick={() => onOpen(mark)}
              >
                <span className={classes["where"]}>
                  {texts.levels[mark.level]} {mark.table === undefined ? mark.about : place(mark)}
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
          shown.filter(({ table }) => table === id),
        ),
      )}
      {marks.all.length > MOST ? (
        <p className={classes["said"]}>{texts.more(marks.all.length - MOST)}</p>
      ) : null}
    </>
  );
}
