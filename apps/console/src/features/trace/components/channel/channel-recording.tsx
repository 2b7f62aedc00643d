/** Whether the channel is recorded, by whose word, and how that is changed on this device. */
import { recordingChange } from "@hubwart/contract";
import { Button } from "@mantine/core";
import { IconPlayerRecord } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useMay } from "../../../../api/info.ts";
import { useAddedChannels, useRecordingChange } from "../../../../api/recording.ts";
import { IconButton } from "../../../../components/icon-button.tsx";
import layout from "../../../../components/layout.module.css";
import { RecordingUndo } from "../../../../components/recording-undo.tsx";
import { formatMoment } from "../../../../lib/format.ts";
import { notice } from "../../../../lib/notice.tsx";
import { recordingTexts as texts, traceTexts } from "../../../../texts/index.ts";
import classes from "./channel.module.css";

interface ChannelRecordingProps {
  chan: string;
  recorded: boolean;
  /** Its values are numbers. */
  drawn: boolean;
}

export function ChannelRecording({ chan, drawn, recorded }: ChannelRecordingProps) {
  const may = useMay(recordingChange);
  const change = useRecordingChange();
  const added = useAddedChannels(may && recorded).data?.added.find((one) => one.chan === chan);
  const [pending, setPending] = useState(false);
  const [undoing, setUndoing] = useState(false);

  async function begin(): Promise<void> {
    setPending(true);
    try {
      const { applied } = await change(chan, true);
      notice.success(applied ? texts.began : texts.later);
    } catch (error) {
      notice.apiError(error);
    } finally {
      setPending(false);
    }
  }

  const chart = (label: string) => (
    <Link to="/runtime/debug" search={{ tab: "charts", chan: [chan] }}>
      {label}
    </Link>
  );
  if (!recorded)
    return (
      <div className={classes["buttons"]}>
        {may ? (
          <IconButton
            size="xs"
            variant="default"
            loading={pending}
            icon={IconPlayerRecord}
            onClick={() => void begin()}
          >
            {texts.begin}
          </IconButton>
        ) : null}
        {drawn ? chart(texts.fromNow) : null}
      </div>
    );
  return (
    <>
      {chart(traceTexts.details.recorded)}
      {added ? (
        <div className={classes["buttons"]}>
          <span className={layout["muted"]}>{texts.added(formatMoment(added.since * 1_000), added.by)}</span>
          <Button size="xs" variant="default" onClick={() => setUndoing(true)}>
            {texts.undo}
          </Button>
        </div>
      ) : null}
      <RecordingUndo
        chan={undoing ? chan : undefined}
        undo={(of) => change(of, false)}
        onClose={() => setUndoing(false)}
      />
    </>
  );
}
