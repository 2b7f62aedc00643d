/** One script: its source, what the check says, where it is used, and what it would do. */
import { Button } from "@mantine/core";
import {
  IconChecklist,
  IconDeviceFloppy,
  IconFlask,
  IconListDetails,
  IconPlayerStop,
} from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { ButtonLink } from "../../../components/button-link.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { LoadingState } from "../../../components/loading-state.tsx";
import { PageFrame } from "../../../components/page-frame.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { UnsavedGuard } from "../../../components/unsaved-guard.tsx";
import { notice } from "../../../lib/notice.tsx";
import { scriptsTexts } from "../../../texts/index.ts";
import { useScript, useScriptActions } from "../api/scripts.ts";
import classes from "../components/scripts.module.css";
import { TrialBox } from "../components/trial-box.tsx";

const texts = scriptsTexts.editor;
const CodeEditor = lazy(async () => ({
  default: (await import("../components/code-editor.tsx")).CodeEditor,
}));

interface Checked {
  problems: readonly { line: number; text: string }[];
  channels: readonly { chan: string; line: number }[];
}
const NO_PROBLEMS: Checked["problems"] = [];

export function ScriptPage() {
  const { file } = useParams({ from: "/resources/scripts/$file" });
  const query = useScript(file);
  return (
    <PageFrame title={file} back="/resources/scripts">
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
        {({ data, etag }) => (
          <Script key={file} file={file} stored={data.source} etag={etag} reload={() => query.refetch()} />
        )}
      </QueryState>
    </PageFrame>
  );
}

interface ScriptProps {
  file: string;
  stored: string;
  etag: string | undefined;
  reload: () => Promise<unknown>;
}

function Script({ etag, file, reload, stored }: ScriptProps) {
  const [source, setSource] = useState(stored);
  const [checked, setChecked] = useState<Checked>();
  const [onTrial, setOnTrial] = useState(false);
  const [pending, setPending] = useState(false);
  const actions = useScriptActions();
  /** One thing at a time; what fails is told. */
  const act = (task: () => Promise<unknown>) => () => {
    setPending(true);
    task()
      .catch((error: unknown) => notice.apiError(error, { 409: texts.overtaken }))
      .finally(() => setPending(false));
  };
  const check = act(async () => setChecked(await actions.check(file, source)));
  const save = act(async () => {
    await actions.save(file, source, etag);
    setChecked(await actions.check(file, source));
    await reload();
    notice.success(texts.saved);
  });
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
      <div className={classes["actions"]}>
        <Button
          leftSection={<IconDeviceFloppy size={18} aria-hidden />}
          onClick={save}
          loading={pending}
          disabled={source === stored}
        >
          {texts.save}
        </Button>
        <Button variant="default" leftSection={<IconChecklist size={18} aria-hidden />} onClick={check}>
          {texts.check}
        </Button>
        <Button variant="default" leftSection={<IconFlask size={18} aria-hidden />} onClick={tryOut}>
          {scriptsTexts.editor.trial}
        </Button>
        {onTrial ? (
          <Button variant="default" leftSection={<IconPlayerStop size={18} aria-hidden />} onClick={stop}>
            {texts.stop}
          </Button>
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
      <Suspense fallback={<LoadingState lines={8} shape="lines" />}>
        <CodeEditor
          label={texts.label}
          source={stored}
          problems={checked?.problems ?? NO_PROBLEMS}
          onChange={setSource}
        />
      </Suspense>
      <p className={classes["note"]}>{texts.leave}</p>
      <Result checked={checked} />
      {onTrial ? <TrialBox /> : null}
      <UnsavedGuard dirty={source !== stored} />
    </>
  );
}

function Result({ checked }: { checked: Checked | undefined }) {
  const problems = checked?.problems ?? [];
  const channels = checked?.channels ?? [];
  return (
    <>
      <InfoBox title={texts.problems} flush>
        <output className={classes["list"]}>
          {checked === undefined ? texts.unchecked : null}
          {checked && problems.length === 0 ? <StatusBadge tone="ok">{texts.fine}</StatusBadge> : null}
          {problems.map(({ line, text }) => (
            <StatusBadge key={`${line} ${text}`} tone="error">
              {line > 0 ? `${texts.line(line)}: ` : ""}
              {text}
            </StatusBadge>
          ))}
        </output>
      </InfoBox>
      {checked && (problems.length === 0 || channels.length > 0) ? (
        <InfoBox title={texts.channels} flush>
          <ul className={classes["list"]}>
            {channels.length === 0 ? <li>{texts.noChannels}</li> : null}
            {channels.map(({ chan, line }) => (
              <li key={chan}>
                <span className={classes["name"]}>{chan}</span>{" "}
                <span className={classes["note"]}>{texts.line(line)}</span>
              </li>
            ))}
          </ul>
        </InfoBox>
      ) : null}
    </>
  );
}
