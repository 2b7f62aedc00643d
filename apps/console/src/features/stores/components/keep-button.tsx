/** Changes how much of what is recorded is kept, and says before what would be deleted. */
import { LIMITS, recordingKeepSave } from "@hubwart/contract";
import { Alert, Button, NumberInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMay } from "../../../api/info.ts";
import { ActionDialog } from "../../../components/action-dialog.tsx";
import layout from "../../../components/layout.module.css";
import { formatFileSize } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { schemaErrors } from "../../../lib/schema-form.ts";
import { storesTexts } from "../../../texts/index.ts";
import { type Keep, type KeepPreview, keepPreviewQuery, keepQuery, useKeepSave } from "../api/keep.ts";
import { dayOf } from "../model/names.ts";
import { sizeText } from "../model/size-text.ts";

const texts = storesTexts.keep;
const GB = 1e9;

export function KeepButton() {
  const may = useMay(recordingKeepSave);
  const query = useQuery({ ...keepQuery, enabled: may });
  const [open, setOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      <Button size="xs" variant="default" disabled={!query.data} onClick={() => setOpen(true)}>
        {texts.change}
      </Button>
      {open && query.data ? (
        <KeepDialog
          stored={query.data.data}
          room={query.data.data.room}
          etag={query.data.etag}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

interface KeepDialogProps {
  stored: Keep;
  room: number;
  etag: string | undefined;
  onClose: () => void;
}

function KeepDialog({ etag, onClose, room, stored }: KeepDialogProps) {
  const save = useKeepSave();
  const [days, setDays] = useState<number | "">(stored.days);
  const [gigabytes, setGigabytes] = useState<number | "">(stored.bytes / GB);
  const keep: Keep = { days: Number(days), bytes: Math.round(Number(gigabytes) * GB) };
  const wrong = schemaErrors(recordingKeepSave.body, { ...keep, deletes: 0 });
  const sound = Object.keys(wrong).length === 0;
  const preview = useQuery({ ...keepPreviewQuery(keep), enabled: sound }).data;
  const deletes = preview?.at_once.days ?? 0;
  return (
    <ActionDialog
      onClose={onClose}
      title={texts.title}
      confirmLabel={deletes > 0 ? texts.saveAndDelete : texts.save}
      danger={deletes > 0}
      // Nobody saves what he was not told of.
      canConfirm={!sound || preview !== undefined}
      values={keep}
      fields={["days", "bytes"]}
      check={() => wrong}
      onConfirm={() => save({ ...keep, deletes }, etag)}
      onDone={() => notice.success(texts.saved)}
    >
      {(refused) => (
        <div className={layout["stack"]}>
          <NumberInput
            label={texts.days}
            required
            data-autofocus
            min={1}
            max={LIMITS.recordingDaysMax}
            clampBehavior="none"
            allowDecimal={false}
            allowNegative={false}
            thousandSeparator="."
            decimalSeparator=","
            value={days}
            error={refused["days"]}
            onChange={(value) => setDays(value === "" ? "" : Number(value))}
          />
          <NumberInput
            label={texts.size}
            description={texts.sizeText(sizeText(room))}
            required
            clampBehavior="none"
            allowNegative={false}
            thousandSeparator="."
            decimalSeparator=","
            decimalScale={2}
            value={gigabytes}
            error={refused["bytes"]}
            onChange={(value) => setGigabytes(value === "" ? "" : Number(value))}
          />
          <div aria-live="polite">{preview ? <Told preview={preview} /> : null}</div>
        </div>
      )}
    </ActionDialog>
  );
}

function Told({ preview: { at_once: atOnce, by_age: byAge } }: { preview: KeepPreview }) {
  if (atOnce.days === 0 && byAge.days === 0) return <p>{texts.nothing}</p>;
  return (
    <div className={layout["stack"]}>
      {atOnce.days > 0 ? (
        <Alert color="red" variant="light" title={texts.atOnce(atOnce.days, formatFileSize(atOnce.bytes))}>
          {spanText(atOnce)}
        </Alert>
      ) : null}
      {byAge.days > 0 ? (
        <p>
          {texts.byAge(byAge.days, formatFileSize(byAge.bytes))} {spanText(byAge)}
        </p>
      ) : null}
    </div>
  );
}

const spanText = ({ newest = "", oldest = "" }: KeepPreview["at_once"]): string =>
  texts.span(dayOf(oldest), dayOf(newest));
