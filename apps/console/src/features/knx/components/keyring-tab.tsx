/** The keyring of an interface: what it is, a new one, and its removal. */
import { Alert } from "@mantine/core";
import { IconAlertTriangle, IconKey, IconShieldLock, IconTrash } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { FilePasswordField } from "../../../components/file-password-field.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { BoxGrid, InfoBox, InfoList } from "../../../components/info-box.tsx";
import { UploadBox } from "../../../components/upload-box.tsx";
import { formatDateTime } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { knxTexts } from "../../../texts/index.ts";
import { type KnxInfo, useKeyringRemove, useKeyringUpload } from "../api/knx.ts";
import classes from "./knx.module.css";

const texts = knxTexts.keyring;

export function KeyringTab({ id, info }: { id: string; info: KnxInfo }) {
  return (
    <BoxGrid ownHeight>
      <KeyringBox id={id} keyring={info.keyring} />
      <KeyringUpload id={id} />
    </BoxGrid>
  );
}

function KeyringBox({ id, keyring }: { id: string; keyring: KnxInfo["keyring"] }) {
  const [asking, setAsking] = useState(false);
  const remove = useKeyringRemove(id);
  const button = (
    <IconButton
      variant="default"
      size="xs"
      disabled={!keyring.valid}
      icon={IconTrash}
      onClick={() => setAsking(true)}
    >
      {texts.remove}
    </IconButton>
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
        confirmLabel={texts.remove}
        question={texts.removeQuestion}
        danger
        onConfirm={() => remove.mutateAsync()}
        onDone={() => notice.success(texts.removed)}
      />
    </InfoBox>
  );
}

function KeyringUpload({ id }: { id: string }) {
  const [pwd, setPwd] = useState("");
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const upload = useKeyringUpload(id);
  const type = (value: string): void => {
    setPwd(value);
    setMissing(false);
  };
  const ready = (): boolean => {
    setMissing(pwd === "");
    if (pwd === "") field.current?.focus();
    return pwd !== "";
  };
  return (
    <UploadBox
      icon={IconKey}
      accept=".knxkeys"
      hint={texts.hint}
      texts={{ ...texts, box: texts.upload, missing: texts.noFile }}
      upload={upload}
      given={{ pwd }}
      ready={ready}
      onDone={() => {
        type("");
        notice.success(texts.done);
      }}
    >
      <FilePasswordField
        label={texts.password}
        name="keyring-password"
        required
        error={missing ? texts.noPassword : undefined}
        value={pwd}
        onChange={type}
        ref={field}
      />
    </UploadBox>
  );
}
