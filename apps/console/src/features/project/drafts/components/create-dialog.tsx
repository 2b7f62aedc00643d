/** Begins a draft: with what runs, an earlier version, a file, or nothing. */
import { LIMITS } from "@hubwart/contract";
import { FileInput, NativeSelect, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { ActionDialog } from "../../../../components/action-dialog.tsx";
import { FilePasswordField } from "../../../../components/file-password-field.tsx";
import { formatDateTimeShort } from "../../../../lib/format.ts";
import { notice } from "../../../../lib/notice.tsx";
import { draftsTexts as texts } from "../../../../texts/index.ts";
import { useDraftActions } from "../../api/drafts.ts";
import { currentOf, useVersions } from "../../api/versions.ts";

type From = keyof typeof texts.fromOptions;

export function CreateDialog({ onClose }: { onClose: () => void }) {
  const { data } = useVersions();
  const versions = data?.versions ?? [];
  const runs = currentOf(versions) !== undefined;
  const [chosen, setFrom] = useState<From>();
  const from = chosen ?? (data === undefined || runs ? "running" : "empty");
  const [name, setName] = useState<string>(texts.nameDefault);
  const [version, setVersion] = useState("");
  const [file, setFile] = useState<File>();
  const [pwd, setPwd] = useState("");
  const actions = useDraftActions();
  const navigate = useNavigate();
  const options = (Object.keys(texts.fromOptions) as From[]).filter(
    (option) => (option !== "running" || runs) && (option !== "version" || versions.length > 0),
  );

  async function create(): Promise<{ id: string; rebuilt: boolean }> {
    if (from === "file" && file) return { ...(await actions.open(file, name.trim(), pwd)), rebuilt: false };
    return await actions.create({
      name: name.trim(),
      from: from === "file" ? "empty" : from,
      ...(from === "version" ? { version: version || (versions[0]?.version ?? "") } : {}),
    });
  }

  return (
    <ActionDialog
      opened
      onClose={onClose}
      title={texts.createTitle}
      confirmLabel={texts.createConfirm}
      canConfirm={name.trim() !== "" && (from !== "file" || file !== undefined)}
      fields={["name", "pwd"]}
      onConfirm={create}
      onDone={({ id, rebuilt }) => {
        if (rebuilt) notice.info(texts.rebuilt, { duration: false });
        void navigate({ to: "/project/edit/$draft", params: { draft: id } });
      }}
    >
      {(refused) => (
        <>
          <TextInput
            required
            data-autofocus
            label={texts.name}
            maxLength={LIMITS.draftNameMax}
            error={refused["name"]}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <NativeSelect
            label={texts.from}
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value as From)}
            data={options.map((value) => ({ value, label: texts.fromOptions[value] }))}
          />
          {from === "version" ? (
            <NativeSelect
              label={texts.version}
              value={version}
              onChange={(event) => setVersion(event.currentTarget.value)}
              data={versions.map(({ uploaded, version: value }) => ({
                value,
                label: texts.versionOption(value, formatDateTimeShort(uploaded * 1_000)),
              }))}
            />
          ) : null}
          {from === "file" ? (
            <>
              <FileInput
                required
                label={texts.file}
                description={texts.fileHint}
                accept=".xlsx,.zip,.enc"
                value={file ?? null}
                onChange={(next) => setFile(next ?? undefined)}
              />
              <FilePasswordField
                label={texts.filePassword}
                name="draft-file-password"
                error={refused["pwd"]}
                value={pwd}
                onChange={setPwd}
              />
            </>
          ) : null}
        </>
      )}
    </ActionDialog>
  );
}
