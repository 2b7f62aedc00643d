/** What a certificate says, as a list. */
import { DottedName } from "../../../components/dotted-name.tsx";
import { type InfoItem, InfoList } from "../../../components/info-box.tsx";
import { formatDateTime } from "../../../lib/format.ts";
import { certsTexts } from "../../../texts/index.ts";
import type { DeviceCertificate } from "../api/certs.ts";

const { fields } = certsTexts.server;

export interface CertificateFactsProps {
  certificate: DeviceCertificate;
  /** After its names. */
  more?: readonly InfoItem[];
}

export function CertificateFacts({ certificate, more }: CertificateFactsProps) {
  return (
    <InfoList
      items={[
        { label: fields.subject, value: certificate.subject },
        { label: fields.issuer, value: certificate.issuer },
        ...(more ?? []),
        { label: fields.validStart, value: formatDateTime(Date.parse(certificate.valid_start)) },
        { label: fields.validEnd, value: formatDateTime(Date.parse(certificate.valid_end)) },
        { label: fields.fingerprint, value: <DottedName name={certificate.fingerprint} />, mono: true },
      ]}
    />
  );
}
