/** The choice of the channel; only where there is more than one. */
import { UPDATE_CHANNELS } from "@hubwart/contract";
import { Button, NativeSelect } from "@mantine/core";
import { IconArrowsExchange } from "@tabler/icons-react";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { notice } from "../../../lib/notice.tsx";
import { statusTexts, updateTexts } from "../../../texts/index.ts";
import { chooseChannel, type UpdateState } from "../api/update.ts";
import classes from "./update.module.css";

const texts = updateTexts.channel;
const KEEP = "ignore";
const nameOf = (channel: string) => statusTexts.general.channels[channel] ?? channel;

export function ChannelBox({ state: { channel, list }, busy }: { state: UpdateState; busy: boolean }) {
  const [chosen, setChosen] = useState(KEEP);
  const [asked, setAsked] = useState(false);
  const next = UPDATE_CHANNELS.find((one) => one === chosen);
  return (
    <InfoBox
      title={texts.box}
      icon={IconArrowsExchange}
      footer={
        <Button
          variant="default"
          onClick={() => setAsked(true)}
          disabled={busy || next === undefined || next === channel}
        >
          {texts.button}
        </Button>
      }
    >
      <div className={layout["stackWide"]}>
        <p className={classes["text"]}>{texts.text}</p>
        <NativeSelect
          className={classes["field"] ?? ""}
          label={texts.select}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={[
            { value: KEEP, label: texts.keep },
            ...list.map((one) => ({ value: one, label: nameOf(one) })),
          ]}
        />
      </div>
      <ConfirmDialog
        opened={asked}
        onClose={() => setAsked(false)}
        title={texts.title}
        confirmLabel={texts.button}
        question={texts.question(nameOf(chosen))}
        messages={updateTexts.messages}
        onConfirm={async () => {
          if (next !== undefined) await chooseChannel(next);
        }}
        onDone={() => {
          notice.success(texts.done(nameOf(chosen)));
          setChosen(KEEP);
        }}
      />
    </InfoBox>
  );
}
