/** The server certificate that people upload in place of the device's own. */

import { tlsOwnRemove } from "@hubwart/contract";
import { Alert } from "@mantine/core";
import { IconCertificate, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { ServerCertificateUpload } from "../../../components/server-certificate-upload.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { notice } from "../../../lib/notice.tsx";
import { May } from "../../../rights/may.tsx";
import { certsTexts } from "../../../texts/index.ts";
import { type OwnServer, useOwnRemove, useOwnUpload } from "../api/certs.ts";
import { covers } from "../model/covers.ts";
import { CertificateFacts } from "./certificate-facts.tsx";

const texts = certsTexts.ownServer;
const NOTHING_ELSE = {};

export function OwnServerBox({ own }: { own: OwnServer }) {
  const remove = useOwnRemove();
  const [asking, setAsking] = useState(false);
  const button = (
    <May call={tlsOwnRemove}>
      <IconButton variant="default" size="xs" icon={IconTrash} onClick={() => setAsking(true)}>
        {texts.remove}
      </IconButton>
    </May>
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
      {covers(own.names, window.location.hostname) ? null : (
        <Alert color="orange" variant="light" mt="md">
          {texts.otherNames(window.location.hostname)}
        </Alert>
      )}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={texts.removeTitle}
        confirmLabel={texts.remove}
        question={texts.removeQuestion}
        danger
        onConfirm={() => remove.mutateAsync(undefined)}
        onDone={() => notice.success(texts.removed)}
      />
    </InfoBox>
  );
}

export function OwnServerUpload() {
  return (
    <ServerCertificateUpload
      texts={texts}
      upload={useOwnUpload()}
      given={NOTHING_ELSE}
      onDone={() => notice.success(texts.done)}
    />
  );
}
