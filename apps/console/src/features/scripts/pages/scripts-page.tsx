/** Scripts: what there is, how it runs, and what is new. */
import { Alert, FileButton } from "@mantine/core";
import { IconPlayerPlay, IconPlus, IconUpload } from "@tabler/icons-react";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { PageFrame } from "../../../components/page-frame.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { ReloadFailed } from "../../../components/reload-failed.tsx";
import { notice } from "../../../lib/notice.tsx";
import { commonTexts, scriptsTexts as texts } from "../../../texts/index.ts";
import { type ScriptFile, useScriptActions, useScriptStates, useScripts } from "../api/scripts.ts";
import { AddDialog } from "../components/add-dialog.tsx";
import { HostsBox } from "../components/hosts-box.tsx";
import { ScriptList } from "../components/script-list.tsx";
import classes from "../components/scripts.module.css";

export function ScriptsPage() {
  const query = useScripts();
  const states = useScriptStates();
  const actions = useScriptActions();
  const [asked, ask] = useState<"add" | "activate">();
  const [leaving, setLeaving] = useState<ScriptFile>();
  const upload = (file: File | null): void => {
    if (!file) return;
    actions.upload(file).then(
      () => notice.success(texts.uploaded),
      (error: unknown) => notice.apiError(error),
    );
  };
  const status = (name: string) => states.data?.scripts.find((script) => script.name === name);
  const buttons = (
    <div className={classes["actions"]}>
      <IconButton size="xs" variant="default" icon={IconPlus} onClick={() => ask("add")}>
        {texts.add}
      </IconButton>
      <FileButton accept=".lua" onChange={upload}>
        {(props) => (
          <IconButton size="xs" variant="default" icon={IconUpload} {...props}>
            {texts.upload}
          </IconButton>
        )}
      </FileButton>
      <IconButton
        size="xs"
        disabled={!query.data?.pending}
        icon={IconPlayerPlay}
        onClick={() => ask("activate")}
      >
        {texts.activate}
      </IconButton>
    </div>
  );
  return (
    <PageFrame title={texts.title}>
      <p className={layout["intro"]}>{texts.intro}</p>
      {query.data?.pending ? (
        <Alert color="yellow" variant="light">
          {texts.pending}
        </Alert>
      ) : null}
      <InfoBox title={texts.list} actions={buttons} flush>
        <QueryState query={query}>
          {({ files }) => (
            <>
              {states.error ? (
                <ReloadFailed
                  error={states.error}
                  onRetry={states.refetch}
                  text={states.data ? undefined : texts.statesMissing}
                />
              ) : null}
              <ScriptList
                rows={files.map((file) => ({
                  ...file,
                  status: status(file.filename),
                  known: states.data !== undefined,
                  onDelete: () => setLeaving(file),
                }))}
              />
            </>
          )}
        </QueryState>
      </InfoBox>
      <HostsBox />
      {asked === "add" ? (
        <AddDialog taken={query.data?.files.map(({ filename }) => filename)} onClose={() => ask(undefined)} />
      ) : null}
      <ConfirmDialog
        opened={asked === "activate"}
        onClose={() => ask(undefined)}
        title={texts.activate}
        confirmLabel={texts.activate}
        question={texts.activateQuestion}
        onConfirm={actions.activate}
        onDone={({ restart }) => (restart ? notice.success(texts.activated) : notice.info(texts.nothing))}
      />
      <ConfirmDialog
        opened={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={texts.delete}
        confirmLabel={commonTexts.action.delete}
        question={(leaving?.in_project ? texts.deleteBoth : texts.deleteQuestion)(leaving?.filename ?? "")}
        danger
        onConfirm={() => actions.remove(leaving?.filename ?? "")}
        onDone={() => notice.success(texts.deleted)}
      />
    </PageFrame>
  );
}
