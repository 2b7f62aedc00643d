/** The keyring of an interface: what it is, a new one, and its removal. */
import { Alert, Button, PasswordInput } from "@mantine/core";
import { IconAlertTriangle, IconKey, IconShieldLock, IconTrash, IconUpload } from "@tabler/icons-react";
import { type FormEvent, useRef, useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { FileField } from "../../../components/file-field.tsx";
import { BoxGrid, InfoBox, InfoList } from "../../../components/info-box.tsx";
import { errorText } from "../../../lib/error-text.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { knxTexts } from "../../../texts/index.ts";
import { type KnxInfo, useKeyringRemove, useKeyringUpload } from "../api/knx.ts";
import classes from "./knx.module.css";

const texts = knxTexts.keyring;

export function KeyringTab({ id, info }: { id: string; info: KnxInfo }) {
  return (
    <BoxGrid>
      <KeyringBox id={id} keyring={info.keyring} />
      <UploadBox id={id} />
    </BoxGrid>
  );
}

function KeyringBox({ id, keyring }: { id: string; keyring: KnxInfo["keyring"] }) {
  const [asking, setAsking] = useState(false);
  const remove = useKeyringRemove(id);
  const button = (
    <Button
      variant="default"
      size="xs"
      disabled={!keyring.valid}
      leftSection={<IconTrash size={16} aria-hidden />}
      onClick={() => setAsking(true)}
    >
      {texts.remove}
    </Button>
  );
  return (
    <InfoBox title={texts.box} icon={IconShieldLock} actions={button}>
      {keyring.found && !keyring.valid ? (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />}>
          {texts.invalid}
        </Alert>
      ) : null}
      {keyring.found ? (
        <InfoList
          items={[
            { label: texts.project, value: keyring.project },
            { label: texts.createdBy, value: keyring.createdby },
            { label: texts.created, value: keyring.created },
            { label: texts.modified, value: formatDateTime(keyring.modified * 1000) },
          ]}
        />
      ) : (
        <p className={classes["note"]}>{texts.none}</p>
      )}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={texts.removeTitle}
        question={texts.removeQuestion}
        danger
        onConfirm={() => remove.mutateAsync()}
        onDone={() => notice.success(texts.removed)}
      />
    </InfoBox>
  );
}

function UploadBox({ id }: { id: string }) {
  const [file, setFile] = useState<File>();
  const [pwd, setPwd] = useState("");
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const upload = useKeyringUpload(id);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!file) {
      notice.warning(texts.noFile);
      input.current?.focus();
      return;
    }
    if (pwd === "") {
      notice.warning(texts.noPassword);
      return;
    }
    setProblem(undefined);
    upload.mutate(
      { file, pwd },
      {
        onSuccess: () => {
          setFile(undefined);
          setPwd("");
          notice.success(texts.done);
        },
        onError: (error) => {
          const { text, detail } = errorText(error);
          setProblem(detail ?? text);
        },
      },
    );
  }
  return (
    <InfoBox title={texts.upload} icon={IconKey}>
      <form className={classes["form"]} noValidate onSubmit={submit}>
        <p className={classes["note"]}>{texts.intro}</p>
        <FileField
          file={file}
          error={undefined}
          onChange={setFile}
          input={input}
          accept=".knxkeys"
          hint={texts.hint}
          texts={texts.file}
          icon={IconKey}
        />
        <PasswordInput
          label={texts.password}
          name="keyring-password"
          autoComplete="off"
          value={pwd}
          onChange={(event) => setPwd(event.currentTarget.value)}
        />
        {problem === undefined ? null : (
          <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
            {problem}
          </Alert>
        )}
        <div className={classes["buttons"]}>
          <Button type="submit" loading={upload.isPending} leftSection={<IconUpload size={18} aria-hidden />}>
            {texts.submit}
          </Button>
        </div>
      </form>
    </InfoBox>
  );
}
