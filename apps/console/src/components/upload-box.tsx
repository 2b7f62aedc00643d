/**
 * A card in which a file is chosen and sent; the card shows what went wrong.
 *
 *     <UploadBox
 *       icon={IconFileZip} accept=".zip" texts={texts} hint={texts.hint} upload={useHtdocsUpload()} given={{}}
 *       onDone={({ files }) => notice.success(texts.done(files))}
 *     />
 */
import { Alert } from "@mantine/core";
import { IconAlertTriangle, type IconFile, IconUpload } from "@tabler/icons-react";
import type { UseMutationResult } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { errorText } from "../lib/error-text.ts";
import { FileField, type FileFieldTexts } from "./file-field.tsx";
import { IconButton } from "./icon-button.tsx";
import { InfoBox } from "./info-box.tsx";
import layout from "./layout.module.css";
import { RequiredNote } from "./required-note.tsx";
import classes from "./upload-box.module.css";

export interface UploadBoxTexts {
  box: string;
  intro: string;
  missing: string;
  submit: string;
  file: FileFieldTexts;
}

export interface UploadBoxProps<Answer, Given extends object> {
  icon: typeof IconFile;
  /** Endings, as in the attribute `accept`. */
  accept: string;
  hint: string;
  texts: UploadBoxTexts;
  upload: UseMutationResult<Answer, Error, Given & { file: File }>;
  /** What is sent beside the file. */
  given: Given;
  onDone: (answer: Answer) => void;
  /** Fields between the file and the button. */
  children?: ReactNode;
  /** Asked before it is sent; false where one of these fields says what is missing. */
  ready?: () => boolean;
  /** In a dialog, which has its title. */
  plain?: boolean;
}

export function UploadBox<Answer, Given extends object>(props: UploadBoxProps<Answer, Given>) {
  const { accept, children, given, hint, icon: Icon, onDone, plain = false, ready, texts, upload } = props;
  const [file, setFile] = useState<File>();
  const [missing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const problem = upload.error ? errorText(upload.error) : undefined;

  function choose(chosen: File | undefined): void {
    setFile(chosen);
    setMissing(false);
    upload.reset();
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!file) {
      setMissing(true);
      input.current?.focus();
      return;
    }
    if (ready?.() === false) return;
    const done = (answer: Answer): void => {
      setFile(undefined);
      onDone(answer);
    };
    upload.mutate({ ...given, file }, { onSuccess: done });
  }
  const form = (
    <form className={layout["stackTight"]} noValidate onSubmit={submit}>
      <p className={classes["intro"]}>{texts.intro}</p>
      <FileField
        file={file}
        error={missing ? texts.missing : undefined}
        onChange={choose}
        input={input}
        accept={accept}
        hint={hint}
        texts={texts.file}
        icon={Icon}
      />
      <div className={classes["fields"]}>{children}</div>
      <RequiredNote />
      {problem ? (
        <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title={problem.text}>
          {problem.detail}
        </Alert>
      ) : null}
      <div>
        <IconButton type="submit" loading={upload.isPending} icon={IconUpload}>
          {texts.submit}
        </IconButton>
      </div>
    </form>
  );
  if (plain) return form;
  return (
    <InfoBox title={texts.box} icon={Icon}>
      {form}
    </InfoBox>
  );
}
