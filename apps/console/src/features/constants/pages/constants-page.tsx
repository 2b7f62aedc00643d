/** Constants of the project: the collections, and what is done with all of them. */

import { basketCompile } from "@hubwart/contract";
import { Alert, Progress } from "@mantine/core";
import { IconButton } from "../../../components/icon-button.tsx";
import { May } from "../../../rights/may.tsx";
import "@mantine/core/styles/Progress.layer.css";
import { IconEraser, IconPlayerPlay, IconVariable } from "@tabler/icons-react";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { PageFrame } from "../../../components/page-frame.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { notice } from "../../../lib/notice.tsx";
import { constantsTexts } from "../../../texts/index.ts";
import { type Compiled, useClean, useCollections } from "../api/constants.ts";
import { ActivateDialog } from "../components/activate-dialog.tsx";
import { CollectionList } from "../components/collection-list.tsx";
import { ResultDialog } from "../components/result-dialog.tsx";

const { title, list: texts, activate: activateTexts, clean: cleanTexts } = constantsTexts;

export function ConstantsPage() {
  const query = useCollections();
  const clean = useClean();
  const [asking, setAsking] = useState<"activate" | "clean">();
  const [result, setResult] = useState<Compiled>();
  const close = () => setAsking(undefined);
  const { files = [], pending = 0, spare = 0 } = query.data ?? {};
  const none = files.length === 0;
  const buttons = (
    <May call={basketCompile}>
      <IconButton disabled={none} icon={IconPlayerPlay} onClick={() => setAsking("activate")}>
        {activateTexts.button}
      </IconButton>
      <IconButton variant="default" disabled={none} icon={IconEraser} onClick={() => setAsking("clean")}>
        {cleanTexts.button}
      </IconButton>
    </May>
  );
  return (
    <PageFrame title={title} actions={buttons}>
      {query.isFetching ? <Progress value={100} size="xs" animated aria-label={texts.loading} /> : null}
      {pending > 0 ? (
        <Alert color="yellow" variant="light">
          {texts.pending(pending)}
        </Alert>
      ) : null}
      <InfoBox title={texts.box} icon={IconVariable} flush>
        <QueryState query={query}>{(data) => <CollectionList files={data.files} />}</QueryState>
      </InfoBox>
      <ActivateDialog opened={asking === "activate"} onClose={close} onDone={setResult} />
      <ResultDialog result={result} onClose={() => setResult(undefined)} />
      <ConfirmDialog
        opened={asking === "clean"}
        onClose={close}
        title={cleanTexts.title}
        confirmLabel={cleanTexts.button}
        question={`${cleanTexts.question} ${cleanTexts.spare(spare)}`}
        danger
        onConfirm={() => clean.mutateAsync()}
        onDone={({ removed }) => notice.success(cleanTexts.done(removed))}
      />
    </PageFrame>
  );
}
