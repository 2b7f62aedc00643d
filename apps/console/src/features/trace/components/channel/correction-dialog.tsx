/** Values that count in place of those recorded, or a time without any. */

import { IconButton } from "../../../../components/icon-button.tsx";
import layout from "../../../../components/layout.module.css";
import { useParts } from "../../../../lib/use-parts.ts";
import "@mantine/core/styles/FloatingIndicator.layer.css";
import "@mantine/core/styles/SegmentedControl.layer.css";
import { LIMITS } from "@hubwart/contract";
import { FileButton, SegmentedControl, Textarea, TextInput } from "@mantine/core";
import { IconFile } from "@tabler/icons-react";
import { ActionDialog } from "../../../../components/action-dialog.tsx";
import { MomentField } from "../../../../components/moment-field.tsx";
import { notice } from "../../../../lib/notice.tsx";
import { correctionTexts as texts } from "../../../../texts/index.ts";
import { type Entered, useCorrecting } from "../../api/corrections.ts";

const EMPTY = { from: "", to: "", does: "replace" as Entered["does"], values: "", reason: "" };

export function CorrectionDialog({ chan, onClose }: { chan: string; onClose: () => void }) {
  const { enter } = useCorrecting();
  const [typed, put] = useParts(EMPTY);
  const { does, from, reason, to, values } = typed;
  const [start, end] = [new Date(from).getTime(), new Date(to).getTime()];

  async function read(file: File | null): Promise<void> {
    if (!file) return;
    if (file.size > LIMITS.correctionBytes) notice.error(texts.tooLarge);
    else put({ values: await file.text() });
  }

  return (
    <ActionDialog
      onClose={onClose}
      title={texts.dialog(chan)}
      values={typed}
      confirmLabel={texts.save}
      fields={["from", "to", "newfile", "values", "reason"]}
      check={() => ({
        ...(Number.isFinite(start) ? {} : { from: texts.missing }),
        ...(Number.isFinite(end) ? {} : { to: texts.missing }),
        ...(end <= start ? { to: texts.order } : {}),
        ...(does === "replace" && values.trim() === "" ? { values: texts.missing } : {}),
        ...(reason.trim().length < 3 ? { reason: texts.reasonHint } : {}),
      })}
      onConfirm={() =>
        enter({ ...typed, chan, from: new Date(start).toISOString(), to: new Date(end).toISOString() })
      }
      onDone={() => notice.success(texts.saved)}
    >
      {(errors) => (
        <>
          <SegmentedControl
            fullWidth
            aria-label={texts.does}
            value={does}
            onChange={(value) => put({ does: value === "remove" ? "remove" : "replace" })}
            data={[
              { value: "replace", label: texts.replace },
              { value: "remove", label: texts.remove },
            ]}
          />
          <p className={layout["muted"]}>{does === "remove" ? texts.removeHint : texts.replaceHint}</p>
          <MomentField
            required
            label={texts.from}
            value={from}
            error={errors["from"]}
            onChange={(value) => put({ from: value })}
          />
          <MomentField
            required
            label={texts.to}
            description={texts.toHint}
            value={to}
            error={errors["to"]}
            onChange={(value) => put({ to: value })}
          />
          {does === "remove" ? null : (
            <>
              <Textarea
                required
                autosize
                minRows={4}
                maxRows={12}
                spellCheck={false}
                label={texts.values}
                description={texts.valuesHint}
                value={values}
                error={errors["values"] ?? errors["newfile"]}
                onChange={({ currentTarget }) => put({ values: currentTarget.value })}
              />
              <FileButton accept=".csv,.txt" onChange={(file) => void read(file)}>
                {(props) => (
                  <IconButton {...props} size="xs" variant="default" icon={IconFile}>
                    {texts.file}
                  </IconButton>
                )}
              </FileButton>
            </>
          )}
          <TextInput
            required
            maxLength={300}
            label={texts.reason}
            description={texts.reasonHint}
            value={reason}
            error={errors["reason"]}
            onChange={({ currentTarget }) => put({ reason: currentTarget.value })}
          />
        </>
      )}
    </ActionDialog>
  );
}
