/** The tables of a draft, what is wrong in them, and whether the device has kept all of it. */
import { Alert, Button } from "@mantine/core";
import { IconArrowBackUp, IconArrowForwardUp } from "@tabler/icons-react";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { Mark, TableInfo } from "../../../../compiler/protocol.ts";
import { DownloadButton } from "../../../../components/download-button.tsx";
import { InfoBox } from "../../../../components/info-box.tsx";
import { UnsavedGuard } from "../../../../components/unsaved-guard.tsx";
import { formatDateTimeShort } from "../../../../lib/format.ts";
import { draftsTexts as texts } from "../../../../texts/index.ts";
import { type DraftContent, downloadDraft, newSteps, sendSteps } from "../../api/drafts.ts";
import { type Compiler, startCompiler } from "../compiler.ts";
import { Grid } from "../grid/grid.tsx";
import { history } from "../model/draft-state.ts";
import { createDraftStore, type DraftStore, type DraftView } from "../model/draft-store.ts";
import { type Marks, marksOf } from "../model/marks.ts";
import { viewOf } from "../model/table-view.ts";
import classes from "./draft-editor.module.css";

interface Opened {
  store: DraftStore;
  tables: readonly TableInfo[];
  /** Undefined until the first judgement. */
  marks: readonly Mark[] | undefined;
  failed: boolean;
}

type Read = Pick<DraftContent, "draft" | "entries"> & { document: NonNullable<DraftContent["document"]> };

export function DraftEditor({ read }: { read: Read }) {
  const opened = useOpened(read);
  return opened ? <Editor {...opened} /> : null;
}

/** Store and worker live as long as the page shows the draft. */
function useOpened(read: Read): Opened | undefined {
  const [first] = useState(read);
  const [opened, setOpened] = useState<Opened>();
  useEffect(() => {
    const change = (part: Partial<Opened>): void => setOpened((before) => before && { ...before, ...part });
    let compiler: Compiler | undefined;
    const { id } = first.draft;
    const store = createDraftStore(first, {
      send: (batch) => sendSteps(id, batch),
      news: (since) => newSteps(id, since),
      onChange: (ops, document) => compiler?.take(ops, document),
    });
    setOpened({ store, tables: [], marks: undefined, failed: false });
    compiler = startCompiler(first.document, {
      tables: (tables) => change({ tables }),
      marks: (marks) => change({ marks, failed: false }),
      failed: () => change({ failed: true }),
    });
    return () => {
      store.close();
      compiler?.close();
    };
  }, [first]);
  return opened;
}

function Editor({ failed, marks: all, store, tables }: Opened) {
  const view = useSyncExternalStore(store.subscribe, () => store.view);
  const { document } = view.state;
  const [chosen, choose] = useState<string>();
  const table = document.tables.find(({ id }) => id === chosen) ?? document.tables[0];
  const shown = useMemo(() => table && viewOf(table, tables), [table, tables]);
  const marks = useMemo(() => marksOf(all ?? []), [all]);
  return (
    <>
      <Head store={store} view={view} />
      <fieldset className={classes["tabs"]}>
        <legend className="hw-visually-hidden">{texts.tabs}</legend>
        {document.tables.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            className={classes["tab"]}
            aria-pressed={id === table?.id}
            onClick={() => choose(id)}
          >
            {name}
            <TabMarks {...marks.inTable(id)} />
          </button>
        ))}
      </fieldset>
      {shown ? (
        <Grid key={shown.table.id} view={shown} marks={marks} store={store} />
      ) : (
        <p>{texts.noTables}</p>
      )}
      <InfoBox title={texts.problems.title}>
        {failed ? texts.problems.failed : all ? <Problems marks={marks} /> : texts.problems.waiting}
      </InfoBox>
      <UnsavedGuard dirty={view.unsavedSince !== undefined} />
    </>
  );
}

function TabMarks({ errors, warnings }: { errors: number; warnings: number }) {
  const text = texts.tableMarks(errors, warnings);
  return text === "" ? null : (
    <span className={classes["count"]} data-level={errors > 0 ? "error" : "warning"}>
      {text}
    </span>
  );
}

function Head({ store, view }: { store: DraftStore; view: DraftView }) {
  const { redo, undo } = history(view.state);
  const { trouble } = view;
  return (
    <>
      <div className={classes["head"]}>
        <Button
          variant="default"
          disabled={!undo}
          title={undo && texts.undoOf(undo.label)}
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          onClick={store.undo}
        >
          {texts.undo}
        </Button>
        <Button
          variant="default"
          disabled={!redo}
          title={redo && texts.redoOf(redo.label)}
          leftSection={<IconArrowForwardUp size={18} aria-hidden />}
          onClick={store.redo}
        >
          {texts.redo}
        </Button>
        <DownloadButton
          start={async () => {
            await store.flush();
            await downloadDraft(view.state.draft.id);
          }}
        >
          {texts.exportFile}
        </DownloadButton>
        <output className={classes["saved"]}>
          {trouble === "connection"
            ? texts.unsaved(formatDateTimeShort(view.unsavedSince ?? 0))
            : view.unsavedSince === undefined
              ? texts.saved
              : texts.saving}
        </output>
      </div>
      {trouble && trouble !== "connection" ? (
        <Alert color="red" variant="light" role="alert" title={texts.refused} />
      ) : null}
      {view.notes.map(({ id, text }) => (
        <Alert
          key={id}
          color="orange"
          variant="light"
          withCloseButton
          closeButtonLabel={texts.notes.dismiss}
          onClose={() => store.dismiss(id)}
        >
          {text}
        </Alert>
      ))}
    </>
  );
}

const SHOWN = 200;

function Problems({ marks: { all } }: { marks: Marks }) {
  if (all.length === 0) return texts.problems.none;
  return (
    <ul className={classes["problems"]}>
      {all.slice(0, SHOWN).map(({ about, code, hint, level, text }, index) => (
        // Entries have no name of their own, and the list is made anew as a whole.
        <li key={`${index} ${code}`} data-level={level}>
          <strong>{texts.problems.levels[level]}:</strong> {about === "" ? "" : `${about}: `}
          {text} {hint}
        </li>
      ))}
      {all.length > SHOWN ? <li>{texts.problems.more(all.length - SHOWN)}</li> : null}
    </ul>
  );
}
