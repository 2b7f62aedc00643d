/** The certificates the device serves with: its own, new ones on request, and one that people upload. */

import { tlsGenerate, tlsOwnUpload } from "@hubwart/contract";
import { Alert, Button, Modal } from "@mantine/core";
import { IconCertificate, IconDownload, IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { DottedName } from "../../../components/dotted-name.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { BoxGrid, InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { QueryState } from "../../../components/query-state.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { notice } from "../../../lib/notice.tsx";
import { May } from "../../../rights/may.tsx";
import { certsTexts } from "../../../texts/index.ts";
import { type DeviceCertificate, downloadRoot, useDeviceCertificates, useGenerate } from "../api/certs.ts";
import { CertificateFacts } from "./certificate-facts.tsx";
import classes from "./certs.module.css";
import { OwnServerBox, OwnServerUpload } from "./own-server.tsx";

const texts = certsTexts.server;

export function ServerTab() {
  const query = useDeviceCertificates();
  const generate = useGenerate();
  const [asking, setAsking] = useState(false);
  const [made, setMade] = useState(false);
  const fingerprint = query.data?.root?.fingerprint;
  return (
    <div className={layout["stackWide"]}>
      <QueryState query={query}>
        {({ own, root, server }) => (
          <BoxGrid>
            {own === null ? null : <OwnServerBox own={own} />}
            <CertificateBox title={texts.root} certificate={root} />
            <CertificateBox title={texts.server} certificate={server} idle={own !== null} />
          </BoxGrid>
        )}
      </QueryState>
      <p className={classes["note"]}>{texts.renewal}</p>
      <div className={layout["buttons"]}>
        <RootDownload disabled={fingerprint === undefined} />
        <May call={tlsGenerate}>
          <IconButton variant="default" icon={IconRefresh} onClick={() => setAsking(true)}>
            {texts.generate}
          </IconButton>
        </May>
      </div>
      <May call={tlsOwnUpload}>
        <OwnServerUpload />
      </May>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={texts.generateTitle}
        confirmLabel={texts.generateConfirm}
        question={
          <>
            {texts.generateQuestion} {texts.generateNote}
          </>
        }
        danger
        onConfirm={() => generate.mutateAsync(undefined)}
        onDone={() => setMade(true)}
      />
      <Modal opened={made} onClose={() => setMade(false)} title={texts.doneTitle} size="lg">
        <div className={layout["stackWide"]}>
          <p className={classes["note"]}>{texts.doneIntro}</p>
          <ol className={classes["steps"]}>
            {texts.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <Alert color="petrol" variant="light" title={texts.fields.fingerprint}>
            <span className={classes["fingerprint"]}>
              <DottedName name={fingerprint ?? ""} />
            </span>
          </Alert>
          <div className={layout["buttons"]}>
            <RootDownload disabled={fingerprint === undefined} />
            <Button variant="default" onClick={() => setMade(false)}>
              {texts.close}
            </Button>
          </div>
        </div>
      </Modal>
    </div>
  );
}

function RootDownload({ disabled }: { disabled: boolean }) {
  return (
    <IconButton
      disabled={disabled}
      icon={IconDownload}
      onClick={() => void downloadRoot().catch((error: unknown) => notice.apiError(error))}
    >
      {texts.download}
    </IconButton>
  );
}

function CertificateBox(props: { title: string; certificate: DeviceCertificate | null; idle?: boolean }) {
  const { certificate, idle = false, title } = props;
  return (
    <InfoBox
      title={title}
      icon={IconCertificate}
      status={idle ? <StatusBadge tone="off">{texts.idle}</StatusBadge> : undefined}
    >
      {certificate === null ? (
        <p className={classes["note"]}>{texts.none}</p>
      ) : (
        <CertificateFacts certificate={certificate} />
      )}
    </InfoBox>
  );
}
