/** The licence in use, and why it is not valid where it is not. */

import { LIMITS, licenseRenew, licenseUpload } from "@hubwart/contract";
import { Alert } from "@mantine/core";
import { IconAlertTriangle, IconKey, IconLicense, IconRefresh } from "@tabler/icons-react";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox, type InfoItem, InfoList } from "../../../components/info-box.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { useNow } from "../../../lib/use-now.ts";
import { May } from "../../../rights/may.tsx";
import { statusTexts, licenseTexts as texts } from "../../../texts/index.ts";
import type { License } from "../api/license.ts";
import { endsSoon, expiryText } from "./expiry.ts";
import classes from "./license-box.module.css";

export interface LicenseBoxProps {
  license: License;
  onChange: () => void;
  onRenew: () => void;
}

export function LicenseBox({ license, onChange, onRenew }: LicenseBoxProps) {
  const now = useNow(LIMITS.relativeTime);
  const hasKey = license.key !== "";
  return (
    <InfoBox
      title={texts.box}
      icon={IconLicense}
      status={<LicenseBadge license={license} now={now} />}
      footer={
        <>
          <May call={licenseUpload}>
            <IconButton variant={license.valid ? "default" : "filled"} icon={IconKey} onClick={onChange}>
              {texts.change.button}
            </IconButton>
          </May>
          <May call={licenseRenew}>
            <IconButton variant="default" disabled={!hasKey} icon={IconRefresh} onClick={onRenew}>
              {texts.renew.button}
            </IconButton>
          </May>
        </>
      }
    >
      {license.valid ? null : (
        <Alert
          className={classes["reason"] ?? ""}
          color="red"
          variant="light"
          title={license.reason ?? texts.noLicense}
          icon={<IconAlertTriangle size={20} aria-hidden />}
        >
          {texts.noLicenseText}
        </Alert>
      )}
      <InfoList items={itemsOf(license, now)} />
    </InfoBox>
  );
}

function LicenseBadge({ license, now }: { license: License; now: number }) {
  if (!license.valid) return <StatusBadge tone="error">{texts.invalid}</StatusBadge>;
  if (endsSoon(license, now)) return <StatusBadge tone="warn">{texts.endsSoon}</StatusBadge>;
  return <StatusBadge tone="ok">{texts.valid}</StatusBadge>;
}

/** "stable, rc" of the licence, as the other pages call them. */
function channelNames(list: string): string {
  const known = statusTexts.general.channels;
  return list
    .split(",")
    .map((one) => known[one.trim()] ?? one.trim())
    .join(", ");
}

function itemsOf({ name, key, expiry, meta, fingerprint }: License, now: number): InfoItem[] {
  return [
    { label: texts.name, value: name },
    { label: texts.key, value: key, mono: true },
    { label: texts.expiry, value: key === "" ? "" : expiryText(expiry, now) },
    ...Object.entries(meta).map(([label, value]) => ({
      label,
      value: label === texts.channels ? channelNames(value) : value,
    })),
    {
      label: texts.fingerprint,
      value: fingerprint === "" ? texts.noFingerprint : fingerprint,
      mono: fingerprint !== "",
    },
  ];
}
