/** A ZIP archive in place of the public files. */
import { Alert, Button } from "@mantine/core";
import { IconAlertTriangle, IconFileZip, IconUpload } from "@tabler/icons-react";
import { type FormEvent, useRef, useState } from "react";
import { FileField } from "../../../components/file-field.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { errorText } from "../../../lib/error-text.ts";
import { formatMib } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { htdocsTexts } from "../../../texts/index.ts";
import { useHtdocsUpload } from "../api/htdocs.ts";
import classes from "./htdocs.module.css";

const texts = htdocsTexts.upload;

export function UploadBox({ free }: { free: number | undefined }) {
  const [file, setFile] = useState<File>();
  const [missing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const upload = useHtdocsUpload();
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
    upload.mutate(file, {
      onSuccess: ({ files }) => {
        setFile(undefined);
        notice.success(texts.done(files));
      },
    });
  }
  return (
    <InfoBox title={texts.box} icon={IconFileZip}>
      <form className={classes["form"]} noValidate onSubmit={submit}>
        <p className={classes["note"]}>{texts.intro}</p>
        <FileField
          file={file}
          error={missing ? texts.missing : undefined}
          onChange={choose}
          input={input}
          accept=".zip"
          hint={free === undefined ? texts.hint : texts.hintFree(formatMib(free))}
          texts={texts.file}
          icon={IconFileZip}
        />
        {problem ? (
          <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title={problem.text}>
            {problem.detail}
          </Alert>
        ) : null}
        <div>
          <Button type="submit" loading={upload.isPending} leftSection={<IconUpload size={18} aria-hidden />}>
            {texts.submit}
          </Button>
        </div>
      </form>
    </InfoBox>
  );
}
