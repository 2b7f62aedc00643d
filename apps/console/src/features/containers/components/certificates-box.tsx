/** Certificates that people uploaded for rules of the proxy. */
import { LIMITS } from "@hubwart/contract";
import { Modal, NativeSelect } from "@mantine/core";
import { IconTrash, IconUpload } from "@tabler/icons-react";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { actionColumn } from "../../../components/data-table/action-column.tsx";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { ServerCertificateUpload } from "../../../components/server-certificate-upload.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { formatDate } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { useNow } from "../../../lib/use-now.ts";
import { commonTexts, containersTexts } from "../../../texts/index.ts";
import {
  type ProxyCertificate,
  type Rule,
  useCertificateRemove,
  useCertificateUpload,
} from "../api/proxy.ts";
import { certificateName, endOf } from "../model/certificate.ts";

const texts = containersTexts.certificates;

export interface CertificatesBoxProps {
  certificates: readonly ProxyCertificate[];
  rules: readonly Rule[];
}

export function CertificatesBox({ certificates, rules }: CertificatesBoxProps) {
  const remove = useCertificateRemove();
  const [deleted, setDeleted] = useState<ProxyCertificate>();
  const [uploading, setUploading] = useState(false);
  return (
    <InfoBox
      title={texts.box}
      flush
      actions={
        <IconButton size="xs" icon={IconUpload} onClick={() => setUploading(true)}>
          {texts.upload.box}
        </IconButton>
      }
    >
      {certificates.length === 0 ? (
        <EmptyState title={texts.empty} text={texts.emptyText} />
      ) : (
        <DataTable
          label={texts.box}
          name="certificates"
          rows={certificates}
          columns={columns(rules, setDeleted)}
          rowKey={({ id }) => id}
        />
      )}
      <Modal
        opened={uploading}
        onClose={() => setUploading(false)}
        title={texts.upload.box}
        closeButtonProps={{ "aria-label": commonTexts.action.close }}
      >
        <CertificateUpload certificates={certificates} onDone={() => setUploading(false)} />
      </Modal>
      <ConfirmDialog
        opened={deleted !== undefined}
        onClose={() => setDeleted(undefined)}
        title={texts.delete}
        confirmLabel={commonTexts.action.delete}
        question={deleted ? texts.deleteQuestion(certificateName(deleted)) : ""}
        danger
        onConfirm={() => remove(deleted?.id ?? "")}
        onDone={() => notice.success(texts.deleted)}
      />
    </InfoBox>
  );
}

function columns(
  rules: readonly Rule[],
  remove: (certificate: ProxyCertificate) => void,
): readonly DataColumn<ProxyCertificate>[] {
  const heads = texts.columns;
  return [
    { id: "names", header: heads.names, rowHeader: true, breaks: true, value: certificateName },
    { id: "issuer", header: heads.issuer, breaks: true, value: ({ issuer }) => issuer },
    {
      id: "end",
      header: heads.end,
      value: ({ valid_end }) => valid_end,
      cell: (certificate) => <End certificate={certificate} />,
    },
    {
      id: "used",
      header: heads.used,
      breaks: true,
      value: ({ id }) =>
        rules.flatMap(({ certificate, name }) => (certificate === id ? [name] : [])).join(", "),
    },
    actionColumn<ProxyCertificate>(heads.actions, certificateName, (certificate) => [
      { label: texts.delete, icon: IconTrash, run: () => remove(certificate) },
    ]),
  ];
}

function End({ certificate }: { certificate: ProxyCertificate }) {
  const now = useNow(LIMITS.relativeTime);
  const date = formatDate(Date.parse(certificate.valid_end));
  switch (endOf(certificate, now)) {
    case "over":
      return <StatusBadge tone="error">{texts.over(date)}</StatusBadge>;
    case "soon":
      return <StatusBadge tone="warn">{texts.soon(date)}</StatusBadge>;
    case "good":
      return date;
  }
}

interface CertificateUploadProps extends Pick<CertificatesBoxProps, "certificates"> {
  onDone: () => void;
}

function CertificateUpload({ certificates, onDone }: CertificateUploadProps) {
  const upload = useCertificateUpload();
  const [id, setId] = useState("");
  const choices = certificates.map((one) => ({ value: one.id, label: certificateName(one) }));
  return (
    <ServerCertificateUpload
      texts={texts.upload}
      upload={upload}
      given={{ id }}
      onDone={() => {
        notice.success(id === "" ? texts.upload.done : texts.upload.replaced);
        onDone();
      }}
      plain
    >
      {choices.length === 0 ? null : (
        <NativeSelect
          label={texts.upload.replaces}
          value={id}
          data={[{ value: "", label: texts.upload.none }, ...choices]}
          onChange={(event) => setId(event.currentTarget.value)}
        />
      )}
    </ServerCertificateUpload>
  );
}
