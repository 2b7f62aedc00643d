/** Chooses a level and for how long. */
import { Select } from "@mantine/core";
import { useState } from "react";
import { ActionDialog } from "../../../components/action-dialog.tsx";
import { notice } from "../../../lib/notice.tsx";
import { logTexts } from "../../../texts/index.ts";
import { type SourceLevel, useSetLevel } from "../api/levels.ts";
import { PRIORITIES, type Priority } from "../model/log-search.ts";
import { sourceName } from "../model/source-name.ts";

const texts = logTexts.level;
const FIRST_MINUTES = "15";

export function LevelDialog({ source, onClose }: { source: SourceLevel | undefined; onClose: () => void }) {
  const set = useSetLevel();
  const [chosen, setChosen] = useState<Priority>();
  const [minutes, setMinutes] = useState(FIRST_MINUTES);
  const level = chosen ?? "debug";
  const close = (): void => {
    setChosen(undefined);
    setMinutes(FIRST_MINUTES);
    onClose();
  };
  return (
    <ActionDialog
      opened={source !== undefined}
      onClose={close}
      title={texts.changeOf(source ? sourceName(source.source) : "")}
      confirmLabel={texts.apply}
      onConfirm={() => set.mutateAsync({ source: source?.source ?? "", level, minutes: Number(minutes) })}
      onDone={() => notice.success(texts.done)}
    >
      <Select
        label={texts.level}
        allowDeselect={false}
        data={PRIORITIES.map((value) => ({ value, label: logTexts.levels[value] }))}
        value={level}
        onChange={(value) => setChosen(PRIORITIES.find((known) => known === value))}
      />
      <Select
        label={texts.minutes}
        allowDeselect={false}
        data={Object.entries(texts.durations).map(([value, label]) => ({ value, label }))}
        value={minutes}
        onChange={(value) => setMinutes(value ?? FIRST_MINUTES)}
      />
    </ActionDialog>
  );
}
