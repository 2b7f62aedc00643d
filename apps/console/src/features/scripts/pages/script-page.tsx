/** One script: its source, what the check says, where it is used, and what it would do. */
import {
  IconChecklist,
  IconDeviceFloppy,
  IconFlask,
  IconListDetails,
  IconPlayerStop,
} from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useRunningDrafts } from "../../../api/running-drafts.ts";
import { ButtonLink } from "../../../components/button-link.tsx";
import { ChangeInDraft } from "../../../components/change-in-draft.tsx";
import { ConflictNote } from "../../../components/conflict-note.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { LoadingState } from "../../../components/loading-state.tsx";
import { PageFrame } from "../../../components/page-frame.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { SaveButton } from "../../../components/save-button.tsx";
import { StatusBadge, type Tone } from "../../../components/status-badge.tsx";
import { UnsavedGuard } from "../../../components/unsaved-guard.tsx";
import { UnsavedSlot } from "../../../components/unsaved-slot.tsx";
import { type Both, namedFields } from "../../../lib/conflict.ts";
import { notice } from "../../../lib/notice.tsx";
import { type Stored, useEdit } from "../../../lib/use-edit.ts";
import { scriptsTexts } from "../../../texts/index.ts";
import { type Source, scriptKey, useScript, useScriptActions } from "../api/scripts.ts";
import { ScriptTrouble } from "../components/script-trouble.tsx";
import classes from "../components/scripts.module.css";
import { TrialBox } from "../components/trial-box.tsx";

const texts = scriptsTexts.editor;
const CodeEditor = lazy(async () => ({
  default: (await import("../../../components/code-editor.tsx")).CodeEditor,
}));

/** Where both changed the same lines, theirs stand beside mine as a comment: the script still runs, and nothing is lost. */
const asComments: Both = (mine, theirs) => [
  ...mine,
  `-- ${texts.theirLines}`,
  ...theirs.map((line) => `-- ${line}`),
];

interface Checked {
  problems: readonly { line: number; text: string }[];
  warnings: readonly { line: number; text: string }[];
  channels: readonly { chan: string; line: number }[];
}
const NO_PROBLEMS: Checked["problems"] = [];

export function ScriptPage() {
  const { file } = useParams({ from: "/resources/scripts/$file" });
  const query = useScript(file);
  const running = useRunningDrafts();
  const change = query.data?.data.in_project ? (
    <ChangeInDraft place={{ table: "lua", name: file }} of={file} running={running} />
  ) : null;
  return (
    <PageFrame title={file} back="/resources/scripts" actions={change}>
      <QueryState
        query={query}
        missing={{
          title: texts.unknown(file),
          text: texts.unknownText,
          action: (
            <ButtonLink component="a" to="/resources/scripts" variant="default">
              {texts.toList}
            </ButtonLink>
          ),
        }}
      >
        {({ data, etag }) => <Script key={file} file={file} stored={{ data, etag }} />}
      </QueryState>
    </PageFrame>
  );
}

interface ScriptProps {
  file: string;
  stored: Stored<Source>;
}

function Script({ file, stored }: ScriptProps) {
  const [checked, setChecked] = useState<Checked>();
  const [onTrial, setOnTrial] = useState(false);
  const [pending, setPending] = useState(false);
  const actions = useScriptActions();
  const edit = useEdit<Source, Pick<Source, "source">, unknown>({
    form: `scripts:${file}`,
    queryKey: scriptKey(file),
    values: ({ source }) => ({ source }),
    save: ({ source }, _, ifMatch) => actions.save(file, source, ifMatch),
    words: namedFields({ source: texts.label }),
    both: asComments,
    onSaved: (_, { source }) => {
      notice.success(texts.saved);
      // What is stored is what was sent, unless somebody else was faster again.
      check(source);
    },
  })(stored);
  const { source } = edit.values;
  /** One thing at a time; what fails is told. */
  const act = (task: () => Promise<unknown>) => () => {
    setPending(true);
    task()
      .catch((error: unknown) => notice.apiError(error))
      .finally(() => setPending(false));
  };
  const check = (checked: string) => act(async () => setChecked(await actions.check(file, checked)))();
  const tryOut = act(async () => {
    const found = await actions.check(file, source);
    setChecked(found);
    if (found.problems.length > 0) return;
    await actions.startTrial(file, source);
    setOnTrial(true);
  });
  const stop = act(() => actions.stopTrial());
  return (
    <>
      {edit.conflict ? <ConflictNote conflict={edit.conflict} disabled={edit.saving} /> : null}
      <UnsavedSlot edit={edit} disabled={edit.saving} />
      <div className={classes["actions"]}>
        <SaveButton
          type="button"
          leftSection={<IconDeviceFloppy size={18} aria-hidden />}
          onClick={() => void edit.save()}
          off={!edit.dirty}
          busy={edit.saving || pending}
        >
          {texts.save}
        </SaveButton>
        <IconButton variant="default" icon={IconChecklist} onClick={() => check(source)}>
          {texts.check}
        </IconButton>
        <IconButton variant="default" icon={IconFlask} onClick={tryOut}>
          {scriptsTexts.editor.trial}
        </IconButton>
        {onTrial ? (
          <IconButton variant="default" icon={IconPlayerStop} onClick={stop}>
            {texts.stop}
          </IconButton>
        ) : null}
        <ButtonLink
          variant="default"
          to="/runtime/logging"
          search={{ source: "pod:lua.scripts", modules: file }}
          leftSection={<IconListDetails size={18} aria-hidden />}
        >
          {texts.log}
        </ButtonLink>
      </div>
      <ScriptTrouble file={file} inProject={stored.data.in_project && !stored.data.uploaded} />
      <Suspense fallback={<LoadingState lines={8} shape="lines" />}>
        <CodeEditor
          label={texts.label}
          source={source}
          problems={checked?.problems ?? NO_PROBLEMS}
          onChange={(typed) => edit.set({ source: typed })}
        />
      </Suspense>
      <p className={layout["second"]}>{texts.leave}</p>
      <Result checked={checked} />
      {onTrial ? <TrialBox /> : null}
      <UnsavedGuard dirty={edit.dirty} />
    </>
  );
}

function Found({ found, tone }: { found: Checked["problems"]; tone: Tone }) {
  return found.map(({ line, text }) => (
    <StatusBadge key={`${line} ${text}`} tone={tone}>
      {line > 0 ? `${texts.line(line)}: ` : ""}
      {text}
    </StatusBadge>
  ));
}

function Result({ checked }: { checked: Checked | undefined }) {
  const problems = checked?.problems ?? [];
  const warnings = checked?.warnings ?? [];
  const channels = checked?.channels ?? [];
  return (
    <>
      <InfoBox title={texts.problems} flush>
        <output className={classes["list"]}>
          {checked === undefined ? texts.unchecked : null}
          {checked && problems.length + warnings.length === 0 ? (
            <StatusBadge tone="ok">{texts.fine}</StatusBadge>
          ) : null}
          <Found tone="error" found={problems} />
          <Found tone="warn" found={warnings} />
        </output>
      </InfoBox>
      {checked && (problems.length === 0 || channels.length > 0) ? (
        <InfoBox title={texts.channels} flush>
          <ul className={classes["list"]}>
            {channels.length === 0 ? <li>{texts.noChannels}</li> : null}
            {channels.map(({ chan, line }) => (
              <li key={chan}>
                <span className={classes["name"]}>{chan}</span>{" "}
                <span className={layout["second"]}>{texts.line(line)}</span>
              </li>
            ))}
          </ul>
        </InfoBox>
      ) : null}
    </>
  );
}
