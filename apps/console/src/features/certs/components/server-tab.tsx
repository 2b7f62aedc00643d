/** The device's own certificates, and new ones on request. */
import { Alert, Button, Modal } from "@mantine/core";
import { IconCertificate, IconDownload, IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { BoxGrid, InfoBox, InfoList } from "../../../components/info-box.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { formatDateTime } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { certsTexts } from "../../../texts/index.ts";
import { type DeviceCertificate, downloadRoot, useDeviceCertificates, useGenerate } from "../api/certs.ts";
import classes from "./certs.module.css";

const texts = certsTexts.server;

export function ServerTab() {
  const query = useDeviceCertificates();
  const generate = useGenerate();
  const [asking, setAsking] = useState(false);
  const [made, setMade] = useState(false);
  const fingerprint = query.data?.root?.fingerprint;
  return (
    <div className={classes["stack"]}>
      <QueryState query={query}>
        {({ root, server }) => (
          <BoxGrid>
            <CertificateBox title={texts.root} certificate={root} />
            <CertificateBox title={texts.server} certificate={server} />
          </BoxGrid>
        )}
      </QueryState>
      <p className={classes["note"]}>{texts.renewal}</p>
      <div className={classes["buttons"]}>
        <RootDownload disabled={fingerprint === undefined} />
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          {texts.generate}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={texts.generateTitle}
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
        <div className={classes["stack"]}>
          <p className={classes["note"]}>{texts.doneIntro}</p>
          <ol className={classes["steps"]}>
            {texts.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <Alert color="petrol" variant="light" title={texts.fields.fingerprint}>
            <span className={classes["fingerprint"]}>{fingerprint}</span>
          </Alert>
          <div className={classes["buttons"]}>
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
    <Button
      disabled={disabled}
      leftSection={<IconDownload size={18} aria-hidden />}
      onClick={() => void downloadRoot().catch((error: unknown) => notice.apiError(error))}
    >
      {texts.download}
    </Button>
  );
}

function CertificateBox({ title, certificate }: { title: string; certificate: DeviceCertificate | null }) {
  return (
    <InfoBox title={title} icon={IconCertificate}>
      {certificate === null ? (
        <p className={classes["note"]}>{texts.none}</p>
      ) : (
        <InfoList
          items={[
            { label: texts.fields.subject, value: certificate.subject },
            { label: texts.fields.issuer, value: certificate.issuer },
            {
              label: texts.fields.validStart,
              value: formatDateTime(Date.parse(certificate.valid_start)),
            },
            { label: texts.fields.validEnd, value: formatDateTime(Date.parse(certificate.valid_end)) },
            { label: texts.fields.fingerprint, value: certificate.fingerprint, mono: true },
          ]}
        />
      )}
    </InfoBox>
  );
}
