/** The licence key: what it is for, another one, or the same one fetched anew. */
import { useState } from "react";
import { InfoBox } from "../../../components/info-box.tsx";
import { LoadingState } from "../../../components/loading-state.tsx";
import { PageFrame } from "../../../components/page-frame.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { licenseTexts as texts } from "../../../texts/index.ts";
import { useLicense } from "../api/license.ts";
import { ChangeKeyDialog } from "../components/change-key-dialog.tsx";
import { LicenseBox } from "../components/license-box.tsx";
import { RenewDialog } from "../components/renew-dialog.tsx";

export function LicensePage() {
  const license = useLicense();
  const [dialog, setDialog] = useState<"change" | "renew">();
  const close = (): void => setDialog(undefined);
  return (
    <PageFrame title={texts.title} narrow>
      <QueryState
        query={license}
        loading={
          <InfoBox title={texts.box}>
            <LoadingState lines={6} />
          </InfoBox>
        }
      >
        {(data) => (
          <LicenseBox
            license={data}
            onChange={() => setDialog("change")}
            onRenew={() => setDialog("renew")}
          />
        )}
      </QueryState>
      <ChangeKeyDialog opened={dialog === "change"} onClose={close} currentKey={license.data?.key ?? ""} />
      <RenewDialog opened={dialog === "renew"} onClose={close} />
    </PageFrame>
  );
}
