/** The Lua scripts of a draft: which there are, and one of them in its editor. */
import type { DraftDocument, DraftOperation } from "@hubwart/contract";
import { Alert, Button, FileButton } from "@mantine/core";
import { IconPencil, IconPlus, IconTrash, IconUpload } from "@tabler/icons-react";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import type { Ask } from "../../../../compiler/protocol.ts";
import { EmptyState } from "../../../../components/empty-state.tsx";
import { LoadingState } from "../../../../components/loading-state.tsx";
import { UnsavedGuard } from "../../../../components/unsaved-guard.tsx";
import { notice } from "../../../../lib/notice.tsx";
import { draftsTexts } from "../../../../texts/index.ts";
import { useUploadedScripts } from "../../api/drafts.ts";
import type { DraftStore } from "../model/draft-store.ts";
import type { MarkSource } from "../model/mark-store.ts";
import { renameScriptOps, scriptNames } from "../model/scripts.ts";
import { useMarks } from "../use-marks.ts";
import { useScriptTyping } from "../use-script-typing.ts";
import editor from "./editor.module.css";
import classes from "./lua.module.css";
import { ScriptNameDialog } from "./script-name-dialog.tsx";
import { Count } from "./table-tabs.tsx";

const texts = draftsTexts.lua;
const { steps } = draftsTexts;
const CodeEditor = lazy(async () => ({
  default: (await import("../../../../components/code-editor.tsx")).CodeEditor,
}));

export interface LuaPanelProps {
  document: DraftDocument;
  marks: MarkSource;
  store: DraftStore;
  ask: Ask;
  /** Name of the script that is shown; the first one for one that is not there. */
  chosen: string;
  goTo: { line: number } | undefined;
  onChoose: (name: string) => void;
}

export function LuaPanel({ ask, chosen, document, goTo, marks, onChoose, store }: LuaPanelProps) {
  const [asked, setAsked] = useState<"add" | "rename">();
  const names = scriptNames(document);
  const name = names.includes(chosen) ? chosen : names[0];
  const add = (added: string, text: string): void => {
    if (store.act(steps.addScript(added), [{ op: "script", name: added, text }])) onChoose(added);
  };
  return (
    <>
      <div className={editor["bar"]}>
        <Files names={names} chosen={name} marks={marks} onChoose={onChoose} />
        <span className={editor["gap"]} />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setAsked("add")}
        >
          {texts.add}
        </Button>
        <FileButton
          accept=".lua"
          onChange={(file) => file && void opened(file, names).then((one) => one && add(one.name, one.text))}
        >
          {(props) => (
            <Button size="xs" variant="default" leftSection={<IconUpload size={16} aria-hidden />} {...props}>
              {texts.open}
            </Button>
          )}
        </FileButton>
        {name === undefined ? null : (
          <>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden />}
              onClick={() => setAsked("rename")}
            >
              {texts.rename}
            </Button>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => store.act(steps.dropScript(name), [{ op: "script", name, text: null }])}
            >
              {texts.remove}
            </Button>
          </>
        )}
      </div>
      {name === undefined ? (
        <EmptyState title={texts.none} text={texts.noneText} />
      ) : (
        <Script
          key={name}
          name={name}
          text={document.scripts[name] ?? ""}
          marks={marks}
          store={store}
          ask={ask}
          goTo={name === chosen ? goTo : undefined}
        />
      )}
      {asked === "add" ? (
        <ScriptNameDialog
          title={texts.add}
          confirm={texts.addConfirm}
          name=""
          taken={names}
          onNamed={(added) => add(added, "")}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
      {asked === "rename" && name !== undefined ? (
        <ScriptNameDialog
          title={texts.renameTitle(name)}
          confirm={texts.rename}
          name={name}
          taken={names}
          onNamed={(after) => {
            const ops = renameScriptOps(store.view.state.document, name, after);
            if (store.act(steps.renameScript(name, after), ops)) onChoose(after);
          }}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </>
  );
}

interface FilesProps extends Pick<LuaPanelProps, "marks" | "onChoose"> {
  names: readonly string[];
  chosen: string | undefined;
}

function Files({ chosen, marks: source, names, onChoose }: FilesProps) {
  const marks = useMarks(source);
  if (names.length === 0) return null;
  return (
    <ul className={classes["files"]} aria-label={texts.files}>
      {names.map((name) => {
        const own = marks?.ofScript(name) ?? [];
        const errors = own.filter(({ level }) => level === "error").length;
        return (
          <li key={name}>
            <button
              type="button"
              className={classes["file"]}
              aria-current={name === chosen || undefined}
              onClick={() => onChoose(name)}
            >
              {name}
              <Count errors={errors} warnings={own.length - errors} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

interface ScriptProps extends Pick<LuaPanelProps, "ask" | "goTo" | "marks" | "store"> {
  name: string;
  text: string;
}

const lost = (): void => notice.error(texts.lost);

function Script({ ask, goTo, marks, name, store, text }: ScriptProps) {
  const said = useMarks(marks);
  const uploaded = useUploadedScripts().data;
  const write = useCallback((op: DraftOperation) => store.act(steps.editScript(name), [op]), [store, name]);
  const { open, settle, source, type } = useScriptTyping(name, text, write, lost);
  const complete = useMemo(
    () => ({ label: texts.names, find: (typed: string) => ask("names", { text: typed }) }),
    [ask],
  );
  const problems = useMemo(
    () => said?.ofScript(name).map(({ level, line = 1, text: why }) => ({ level, line, text: why })) ?? [],
    [said, name],
  );
  /** What is typed is a step of its own before another one is taken back. */
  const after = (run: () => void) => (): void => {
    settle();
    run();
  };
  return (
    <>
      <UnsavedGuard dirty={open} />
      {uploaded?.includes(name) ? (
        <Alert color="yellow" variant="light">
          {texts.overruled(name)}
        </Alert>
      ) : null}
      <Suspense fallback={<LoadingState lines={8} shape="lines" />}>
        <CodeEditor
          label={texts.source(name)}
          source={source}
          problems={problems}
          onChange={type}
          onBlur={settle}
          complete={complete}
          steps={{ undo: after(store.undo), redo: after(store.redo) }}
          goTo={goTo}
        />
      </Suspense>
      <p className={editor["state"]}>{texts.leave}</p>
    </>
  );
}

/** Under a name that is free; undefined, and said so, for what is no text. */
async function opened(
  file: File,
  taken: readonly string[],
): Promise<{ name: string; text: string } | undefined> {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    const stem = file.name
      .replace(/\.lua$/i, "")
      .replaceAll(/[^A-Za-z0-9_. -]/g, "_")
      .replace(/^[^A-Za-z0-9_]/, "_");
    let name = `${stem}.lua`;
    for (let n = 2; taken.includes(name); n += 1) name = `${stem}-${n}.lua`;
    return { name, text };
  } catch {
    notice.error(texts.noText);
    return undefined;
  }
}
