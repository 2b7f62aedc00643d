/** The token with which Prometheus may read the figures: made, shown once, revoked. */
import { Alert, Button } from "@mantine/core";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { InfoBox, InfoList } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { QueryState } from "../../../components/query-state.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { formatDate } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { forwardingTexts } from "../../../texts/index.ts";
import { useChangeMetricsToken, useMetricsToken } from "../api/metrics-token.ts";
import classes from "./section-form.module.css";

const texts = forwardingTexts.metrics;

export function MetricsBox() {
  const query = useMetricsToken();
  const { create, revoke } = useChangeMetricsToken();
  const [dialog, setDialog] = useState<"renew" | "revoke">();
  const [token, setToken] = useState("");
  const close = (): void => setDialog(undefined);
  const make = async (): Promise<void> => setToken(await create());
  return (
    <InfoBox title={texts.box}>
      <QueryState query={query}>
        {(data) => (
          <div className={layout["stack"]}>
            <p>{texts.text}</p>
            <InfoList
              items={[
                { label: texts.path, value: `${window.location.origin}${data.path}`, mono: true },
                {
                  label: texts.token,
                  value: data.has_token ? texts.created(formatDate(data.created)) : texts.none,
                },
                { label: texts.lastUsed, value: <RelativeTime ms={data.last_used} /> },
              ]}
            />
            {token === "" ? null : (
              <Alert color="petrol" variant="light" title={texts.once}>
                <div className={classes["secret"]}>{token}</div>
              </Alert>
            )}
            <div className={layout["buttons"]}>
              <Button
                variant="default"
                onClick={() =>
                  data.has_token
                    ? setDialog("renew")
                    : void make().catch((error: unknown) => notice.apiError(error))
                }
              >
                {data.has_token ? texts.renew : texts.create}
              </Button>
              {data.has_token ? (
                <Button variant="default" onClick={() => setDialog("revoke")}>
                  {texts.revoke}
                </Button>
              ) : null}
            </div>
          </div>
        )}
      </QueryState>
      <ConfirmDialog
        opened={dialog === "renew"}
        onClose={close}
        title={texts.renew}
        confirmLabel={texts.renewConfirm}
        question={texts.renewQuestion}
        onConfirm={make}
      />
      <ConfirmDialog
        opened={dialog === "revoke"}
        onClose={close}
        title={texts.revoke}
        confirmLabel={texts.revokeConfirm}
        question={texts.revokeQuestion}
        danger
        onConfirm={revoke}
        onDone={() => {
          setToken("");
          notice.success(texts.revoked);
        }}
      />
    </InfoBox>
  );
}
