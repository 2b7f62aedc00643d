/** What can be done with a draft as a whole. Drawn again only where it says something else: a draft changes with each key. */
import { Button, Switch } from "@mantine/core";
import { IconActivity, IconArrowBackUp, IconArrowForwardUp, IconSearch } from "@tabler/icons-react";
import { type Dispatch, memo, type SetStateAction } from "react";
import { DownloadButton } from "../../../../components/download-button.tsx";
import { draftsTexts as texts } from "../../../../texts/index.ts";
import { downloadDraft } from "../../api/drafts.ts";
import type { DraftStore } from "../model/draft-store.ts";

interface DraftActionsProps {
  store: DraftStore;
  draft: string;
  onAsk: (what: "check" | "publish") => void;
}

export const DraftActions = memo(function DraftActions({ draft, onAsk, store }: DraftActionsProps) {
  return (
    <>
      <Button size="xs" variant="default" onClick={() => onAsk("check")}>
        {texts.check}
      </Button>
      <DownloadButton
        size="xs"
        start={async () => {
          await store.flush();
          await downloadDraft(draft);
        }}
      >
        {texts.exportFile}
      </DownloadButton>
      <Button size="xs" onClick={() => onAsk("publish")}>
        {texts.publish}
      </Button>
    </>
  );
});

interface StepButtonsProps {
  store: DraftStore;
  /** What would be taken back or done again; undefined: nothing. */
  undo: string | undefined;
  redo: string | undefined;
}

export const StepButtons = memo(function StepButtons({ redo, store, undo }: StepButtonsProps) {
  const step = (label: string, Icon: typeof IconArrowBackUp, title: string | undefined, run: () => void) => (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon size={16} aria-hidden />}
      disabled={title === undefined}
      title={title}
      onClick={run}
    >
      {label}
    </Button>
  );
  return (
    <>
      {step(texts.undo, IconArrowBackUp, undo === undefined ? undefined : texts.undoOf(undo), store.undo)}
      {step(texts.redo, IconArrowForwardUp, redo === undefined ? undefined : texts.redoOf(redo), store.redo)}
    </>
  );
});

interface SightButtonsProps {
  finding: boolean;
  setFinding: Dispatch<SetStateAction<boolean>>;
  onlyWrong: boolean;
  setOnlyWrong: (only: boolean) => void;
}

export const SightButtons = memo(function SightButtons(props: SightButtonsProps) {
  const { finding, onlyWrong, setFinding, setOnlyWrong } = props;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconSearch size={16} aria-hidden />}
        aria-pressed={finding}
        onClick={() => setFinding((before) => !before)}
      >
        {texts.find.open}
      </Button>
      <Switch
        size="xs"
        label={texts.onlyWrong}
        checked={onlyWrong}
        onChange={(event) => setOnlyWrong(event.currentTarget.checked)}
      />
    </>
  );
});

interface LiveButtonProps {
  live: boolean;
  setLive: (live: boolean) => void;
}

export const LiveButton = memo(function LiveButton({ live, setLive }: LiveButtonProps) {
  return (
    <Button
      size="xs"
      variant={live ? "light" : "default"}
      leftSection={<IconActivity size={16} aria-hidden />}
      aria-pressed={live}
      onClick={() => setLive(!live)}
    >
      {texts.live.button}
    </Button>
  );
});
