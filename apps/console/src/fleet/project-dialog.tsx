/** A workbook for many sites: another one, or in place of one that is there. */
import { type BaseProjectRow, centralProjectSave, LONGEST_BASE_PROJECT } from "@hubwart/fleet/calls";
import { TextInput } from "@mantine/core";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ActionDialog } from "../components/action-dialog.tsx";
import { FileField } from "../components/file-field.tsx";
import { fleetTexts, projectTexts } from "../texts/index.ts";
import { callCentral } from "./api.ts";

const texts = fleetTexts.project;
const ofFile = projectTexts.run.file;
const MEGABYTES = LONGEST_BASE_PROJECT / 1024 ** 2;

export interface ProjectDialogProps {
  opened: boolean;
  onClose: () => void;
  /** The one that is put in place of. */
  project?: BaseProjectRow;
}

export function ProjectDialog({ onClose, opened, project }: ProjectDialogProps) {
  const [name, setName] = useState(project?.name ?? "");
  const [file, setFile] = useState<File>();
  const input = useRef<HTMLInputElement>(null);
  const client = useQueryClient();
  const close = () => {
    onClose();
    setFile(undefined);
    setName(project?.name ?? "");
  };
  const save = async () => {
    if (!file) throw new Error("a file was asked for before");
    const body = { name: name.trim(), filename: file.name, file: await base64Of(file) };
    await callCentral(centralProjectSave, { body: project ? { ...body, id: project.id } : body });
  };
  return (
    <ActionDialog
      opened={opened}
      onClose={close}
      title={project ? texts.replace : texts.add}
      confirmLabel={project ? texts.replace : texts.add}
      fields={["name", "file"]}
      values={{ file, name }}
      check={() => ({
        ...(name.trim() === "" && { name: texts.noName }),
        ...(file
          ? file.size > LONGEST_BASE_PROJECT && { file: texts.tooLarge(MEGABYTES) }
          : { file: texts.noFile }),
      })}
      onConfirm={save}
      onDone={() => void client.invalidateQueries({ queryKey: ["projects"] })}
    >
      {(errors) => (
        <>
          <TextInput
            label={texts.name}
            value={name}
            maxLength={60}
            error={errors["name"]}
            onChange={({ currentTarget: { value } }) => setName(value)}
          />
          <FileField
            file={file}
            error={errors["file"]}
            onChange={setFile}
            input={input}
            accept=".xlsx,.zip"
            hint={ofFile.kinds(MEGABYTES)}
            texts={ofFile}
            icon={IconFileSpreadsheet}
          />
        </>
      )}
    </ActionDialog>
  );
}

/** @throws DOMException for a file that cannot be read any more */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve((reader.result as string).replace(/^[^,]*,/, "")));
    reader.addEventListener("error", () => reject(reader.error ?? new Error(file.name)));
    reader.readAsDataURL(file);
  });
}
