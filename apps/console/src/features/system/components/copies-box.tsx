/** The last good copy of the settings: taken back, or, after a loss, done without. Shown where there is one or the other. */
import { copies, copiesDismiss, copyTakeBack, settingDiscard } from "@hubwart/contract";
import { Button, Group } from "@mantine/core";
import { IconDatabase, IconHistory } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../../../api/client.ts";
import { infoQuery } from "../../../api/info.ts";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox, InfoList } from "../../../components/info-box.tsx";
import { formatDateTime } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { restartWith } from "../../../overlay/restart-with.ts";
import { systemTexts } from "../../../texts/index.ts";
import classes from "./restart-box.module.css";

const texts = systemTexts.copies;
const KEY = ["copies"];

/** The dialog closes when the copy is taken; the restart that follows covers the page. */
function takeBack(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    restartWith("restarting", async () => {
      await callApi(copyTakeBack, { body: { name } });
      resolve();
    })
      .then(() => notice.success(texts.done))
      .catch(reject);
  });
}

export function CopiesBox() {
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callApi(copies, { signal }),
  });
  const [asked, setAsked] = useState<"take" | "dismiss" | "discard">();
  const [discarded, setDiscarded] = useState<{ name: string; label: string }>();
  const client = useQueryClient();
  const newest = data?.copies[0];
  const loss = data?.loss ?? null;
  const unread = data?.unread ?? [];
  // Not there looks as if nothing was lost.
  if (error && !data)
    return (
      <InfoBox title={texts.title} icon={IconDatabase}>
        <ErrorState error={error} onRetry={refetch} />
      </InfoBox>
    );
  if (newest === undefined && loss === null && unread.length === 0) return null;

  async function decided(call: Promise<unknown>): Promise<void> {
    await call;
    await Promise.all([KEY, infoQuery.queryKey].map((queryKey) => client.invalidateQueries({ queryKey })));
    notice.success();
  }
  const close = (): void => setAsked(undefined);
  return (
    <InfoBox
      title={texts.title}
      icon={IconDatabase}
      footer={
        <Group gap="sm">
          {newest === undefined ? null : (
            <IconButton variant="default" icon={IconHistory} onClick={() => setAsked("take")}>
              {texts.button}
            </IconButton>
          )}
          {loss === null ? null : (
            <Button variant="default" onClick={() => setAsked("dismiss")}>
              {texts.dismiss}
            </Button>
          )}
          {unread.map((setting) => (
            <Button
              key={setting.name}
              variant="default"
              onClick={() => {
                setDiscarded(setting);
                setAsked("discard");
              }}
            >
              {texts.discard(setting.label)}
            </Button>
          ))}
        </Group>
      }
    >
      <p className={classes["text"]}>{loss === null ? texts.text : texts.lost}</p>
      {unread.length === 0 ? null : (
        <p className={classes["text"]}>{texts.unread(unread.map(({ label }) => label))}</p>
      )}
      <InfoList
        items={[
          ...(newest === undefined ? [] : [{ label: texts.newest, value: formatDateTime(newest.at) }]),
          ...(loss === null ? [] : [{ label: texts.lostAt, value: formatDateTime(loss.at) }]),
        ]}
      />
      <ConfirmDialog
        opened={asked === "take"}
        onClose={close}
        title={texts.button}
        confirmLabel={texts.confirm}
        question={texts.question(formatDateTime(newest?.at ?? 0))}
        onConfirm={() => takeBack(newest?.name ?? "")}
      />
      <ConfirmDialog
        opened={asked === "dismiss"}
        onClose={close}
        title={texts.dismiss}
        confirmLabel={texts.dismissConfirm}
        question={texts.dismissQuestion}
        onConfirm={() => decided(callApi(copiesDismiss, { body: {} }))}
      />
      <ConfirmDialog
        opened={asked === "discard"}
        onClose={close}
        title={texts.discard(discarded?.label ?? "")}
        confirmLabel={texts.discardConfirm}
        question={texts.discardQuestion(discarded?.label ?? "")}
        onConfirm={() => decided(callApi(settingDiscard, { body: { name: discarded?.name ?? "" } }))}
      />
    </InfoBox>
  );
}
