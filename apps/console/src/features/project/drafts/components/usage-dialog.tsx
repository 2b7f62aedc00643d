/** Where a draft names a pod, a channel or a constant; each place leads to its cell. */
import type { DraftDocument } from "@hubwart/contract";
import { Modal } from "@mantine/core";
import type { TableInfo, Usage } from "../../../../compiler/protocol.ts";
import { draftsTexts } from "../../../../texts/index.ts";
import { cellText } from "../model/cells.ts";
import type { ScriptTarget } from "../model/place.ts";
import classes from "./editor.module.css";
import { labelOf } from "./table-tabs.tsx";

const texts = draftsTexts.usage;
/** More are not read one after the other. */
const MOST = 300;

export type CellPlace = Pick<Usage["cells"][number], "table" | "row" | "column">;

interface UsageDialogProps {
  document: DraftDocument;
  infos: readonly TableInfo[];
  usage: Usage;
  onOpen: (place: CellPlace | ScriptTarget) => void;
  onClose: () => void;
}

export function UsageDialog({ document, infos, onClose, onOpen, usage }: UsageDialogProps) {
  const { patterns, scripts, subject } = usage;
  const byPattern = new Set(patterns);
  const cells = [...usage.cells, ...patterns];
  const shown = cells.slice(0, MOST);
  return (
    <Modal opened onClose={onClose} title={texts.title(subject.name)} size="lg">
      {document.tables.map((table) => {
        const own = shown.filter((cell) => cell.table === table.id);
        if (own.length === 0) return null;
        const lines = new Map(
          table.rows.map((row, at) => [row.id, { row, line: at + table.above.length + 2 }]),
        );
        return (
          <section key={table.id}>
            <h3 className={classes["group"]}>{labelOf(table.name, infos)}</h3>
            <ul className={classes["list"]}>
              {own.map((place) => {
                const { column, defines, row: id } = place;
                const { line = 0, row } = lines.get(id) ?? {};
                const name = table.columns.find((one) => one.id === column)?.name ?? "";
                return (
                  <li key={`${id} ${column}`}>
                    <button
                      type="button"
                      className={classes["problem"]}
                      onClick={() => onOpen({ table: table.id, row: id, column })}
                    >
                      <span className={classes["where"]}>{draftsTexts.problems.place(line, name)}</span>
                      <span>{cellText(row?.cells[column])}</span>
                      {defines ? <span className={classes["hint"]}>{texts.own}</span> : null}
                      {byPattern.has(place) ? <span className={classes["hint"]}>{texts.pattern}</span> : null}
                    </button>
                  </li>
                );
              })}
            </ul>
          </section>
        );
      })}
      {cells.length > MOST ? <p className={classes["said"]}>{texts.more(cells.length - MOST)}</p> : null}
      {cells.some(({ defines }) => !defines) ? null : <p className={classes["said"]}>{texts.none}</p>}
      {scripts.length === 0 ? null : (
        <section>
          <h3 className={classes["group"]}>{texts.scripts}</h3>
          <ScriptPlaces scripts={scripts} onOpen={({ line, script }) => onOpen({ script, line })} />
        </section>
      )}
    </Modal>
  );
}

type ScriptPlace = Usage["scripts"][number];

/** Lines of scripts that name it; each leads there where `onOpen` is. */
export function ScriptPlaces({
  onOpen,
  scripts,
}: {
  scripts: readonly ScriptPlace[];
  onOpen?: (place: ScriptPlace) => void;
}) {
  const said = ({ line, script, text }: ScriptPlace) => (
    <>
      <span className={classes["where"]}>{texts.script(script, line)}</span> <code>{text}</code>
    </>
  );
  return (
    <ul className={classes[onOpen ? "list" : "places"]}>
      {scripts.slice(0, MOST).map((place) => (
        <li key={`${place.script} ${place.line}`}>
          {onOpen ? (
            <button type="button" className={classes["problem"]} onClick={() => onOpen(place)}>
              {said(place)}
            </button>
          ) : (
            said(place)
          )}
        </li>
      ))}
      {scripts.length > MOST ? <li>{texts.more(scripts.length - MOST)}</li> : null}
    </ul>
  );
}
