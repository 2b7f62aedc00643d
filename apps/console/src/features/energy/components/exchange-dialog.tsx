/** A meter was exchanged: what the old one and the new one showed. */
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { ActionDialog } from "../../../components/action-dialog.tsx";
import { MomentField } from "../../../components/moment-field.tsx";
import { notice } from "../../../lib/notice.tsx";
import { energyTexts } from "../../../texts/index.ts";
import { type Exchanged, type Meter, useExchange } from "../api/energy.ts";

const texts = energyTexts.exchange;

/** As people type it: `1.234,5` and `1234.5`. */
function numberOf(text: string): number {
  const plain = text.trim().replaceAll(/[\s\u00a0]/g, "");
  if (plain === "") return Number.NaN;
  return Number(plain.includes(",") ? plain.replaceAll(".", "").replace(",", ".") : plain);
}

export function ExchangeDialog({ meter, onClose }: { meter: Meter; onClose: () => void }) {
  const exchange = useExchange();
  const [at, setAt] = useState(() => localNow());
  const [end, setEnd] = useState("");
  const [start, setStart] = useState("");
  const time = new Date(at).getTime();
  return (
    <ActionDialog
      onClose={onClose}
      title={texts.title(meter.label ?? meter.id)}
      confirmLabel={texts.save}
      fields={["at", "end_reading", "start_reading"]}
      check={() => ({
        ...(Number.isFinite(time) ? {} : { at: texts.time }),
        ...(numberOf(end) >= 0 ? {} : { end_reading: texts.number }),
        ...(numberOf(start) >= 0 ? {} : { start_reading: texts.number }),
      })}
      onConfirm={() =>
        exchange({ meter: meter.id, at: time, end_reading: numberOf(end), start_reading: numberOf(start) })
      }
      onDone={(answer) => notice.success(doneText(answer))}
    >
      {(errors) => (
        <>
          <p>{texts.text}</p>
          <MomentField required label={texts.at} value={at} error={errors["at"]} onChange={setAt} />
          <TextInput
            required
            inputMode="decimal"
            label={texts.end}
            description={texts.hint}
            value={end}
            error={errors["end_reading"]}
            onChange={({ currentTarget }) => setEnd(currentTarget.value)}
          />
          <TextInput
            required
            inputMode="decimal"
            label={texts.start}
            description={texts.hint}
            value={start}
            error={errors["start_reading"]}
            onChange={({ currentTarget }) => setStart(currentTarget.value)}
          />
        </>
      )}
    </ActionDialog>
  );
}

function doneText({ announced, repeated }: Exchanged): string {
  if (repeated) return announced ? texts.repeatedAnnounced : texts.repeated;
  return announced ? texts.announced : texts.saved;
}

/** As the field takes it. */
function localNow(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
