/** The server certificate that people upload in place of the device's own. */
import { Button, PasswordInput } from "@mantine/core";
import { IconCertificate, IconKey, IconTrash } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { FileField } from "../../../components/file-field.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { UploadBox } from "../../../components/upload-box.tsx";
import { notice } from "../../../lib/notice.tsx";
import { certsTexts } from "../../../texts/index.ts";
import { type OwnServer, useOwnRemove, useOwnUpload } from "../api/certs.ts";
import { CertificateFacts } from "./certificate-facts.tsx";

const texts = certsTexts.ownServer;
const ENDINGS = ".pem,.crt,.cer,.p12,.pfx,.der,.p7b";
const KEY_ENDINGS = ".pem,.key";

export function OwnServerBox({ own }: { own: OwnServer }) {
  const remove = useOwnRemove();
  const [asking, setAsking] = useState(false);
  const button = (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconTrash size={16} aria-hidden />}
      onClick={() => setAsking(true)}
    >
      {texts.remove}
    </Button>
  );
  return (
    <InfoBox
      title={texts.shown}
      icon={IconCertificate}
      status={<StatusBadge tone="ok">{texts.used}</StatusBadge>}
      actions={button}
    >
      <CertificateFacts
        certificate={own}
        more={[
          { label: texts.names, value: own.names.join(", ") },
          { label: texts.chain, value: own.chain.join(" → ") },
          { label: texts.kind, value: own.kind },
        ]}
      />
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={texts.removeTitle}
        question={texts.removeQuestion}
        danger
        onConfirm={() => remove.mutateAsync(undefined)}
        onDone={() => notice.success(texts.removed)}
      />
    </InfoBox>
  );
}

export function OwnServerUpload() {
  const [key, setKey] = useState<File>();
  const [pwd, setPwd] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const upload = useOwnUpload();
  const done = (): void => {
    setKey(undefined);
    setPwd("");
    notice.success(texts.done);
  };
  return (
    <UploadBox
      icon={IconCertificate}
      accept={ENDINGS}
      hint={texts.hint}
      texts={texts}
      upload={upload}
      given={{ key, pwd }}
      onDone={done}
    >
      <FileField
        file={key}
        error={undefined}
        onChange={setKey}
        input={input}
        accept={KEY_ENDINGS}
        hint={texts.keyHint}
        texts={texts.keyFile}
        icon={IconKey}
      />
      <PasswordInput
        label={texts.password}
        description={texts.passwordHint}
        name="key-password"
        autoComplete="off"
        value={pwd}
        onChange={(event) => setPwd(event.currentTarget.value)}
      />
    </UploadBox>
  );
}
