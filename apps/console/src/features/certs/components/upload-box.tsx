/** A root certificate that the device is to trust. */
import { Alert, Button } from "@mantine/core";
import { IconAlertTriangle, IconCertificate, IconUpload } from "@tabler/icons-react";
import { type FormEvent, useRef, useState } from "react";
import { FileField } from "../../../components/file-field.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { errorText } from "../../../lib/error-text.ts";
import { notice } from "../../../lib/notice.tsx";
import { certsTexts } from "../../../texts/index.ts";
import { useUpload } from "../api/certs.ts";
import classes from "./certs.module.css";

const texts = certsTexts.upload;
const ENDINGS = ".pem,.crt,.cer,.der,.p7b,.p7c";

export function UploadBox() {
  const [file, setFile] = useState<File>();
  const [missing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const upload = useUpload();
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
      onSuccess: () => {
        setFile(undefined);
        notice.success(texts.done);
      },
    });
  }
  return (
    <InfoBox title={texts.box} icon={IconCertificate}>
      <form className={classes["form"]} noValidate onSubmit={submit}>
        <p className={classes["note"]}>{texts.intro}</p>
        <FileField
          file={file}
          error={missing ? texts.missing : undefined}
          onChange={choose}
          input={input}
          accept={ENDINGS}
          hint={texts.hint}
          texts={texts.file}
          icon={IconCertificate}
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
