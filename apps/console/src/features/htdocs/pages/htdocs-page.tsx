/** Public files: what the device serves to everybody below /opt/. */
import { IconFiles, IconFileZip, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { PageFrame } from "../../../components/page-frame.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { UploadBox } from "../../../components/upload-box.tsx";
import { formatGib } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { htdocsTexts } from "../../../texts/index.ts";
import { useHtdocs, useHtdocsClean, useHtdocsUpload } from "../api/htdocs.ts";
import { FileList } from "../components/file-list.tsx";

const { list: texts, clean: cleanTexts, title, upload: uploadTexts } = htdocsTexts;

export function HtdocsPage() {
  const query = useHtdocs();
  const clean = useHtdocsClean();
  const upload = useHtdocsUpload();
  const free = query.data?.free;
  const [asking, setAsking] = useState(false);
  const button = (
    <IconButton
      variant="default"
      size="xs"
      disabled={!query.data || query.data.files.length === 0}
      icon={IconTrash}
      onClick={() => setAsking(true)}
    >
      {cleanTexts.button}
    </IconButton>
  );
  return (
    <PageFrame title={title}>
      <UploadBox
        icon={IconFileZip}
        accept=".zip"
        hint={free === undefined ? uploadTexts.hint : uploadTexts.hintFree(formatGib(free))}
        texts={uploadTexts}
        upload={upload}
        given={{}}
        onDone={({ files }) => notice.success(uploadTexts.done(files))}
      />
      <InfoBox title={texts.box} icon={IconFiles} actions={button} flush>
        <QueryState query={query}>{({ files }) => <FileList files={files} />}</QueryState>
      </InfoBox>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={cleanTexts.title}
        confirmLabel={cleanTexts.button}
        question={cleanTexts.question}
        danger
        onConfirm={() => clean.mutateAsync(undefined)}
        onDone={() => notice.success(cleanTexts.done)}
      />
    </PageFrame>
  );
}
