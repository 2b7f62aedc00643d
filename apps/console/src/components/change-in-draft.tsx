/**
 * Leads from what runs to its row in a draft: the only one of the running project, the one that is chosen of several, or one that
 * begins with it.
 *
 *     <ChangeInDraft place={{ table: "pods", row: 4, name: "ping.lokal" }} of="ping.lokal" running={useRunningDrafts()} />
 */
import { NativeSelect } from "@mantine/core";
import { IconTableOptions } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { DraftPlace } from "../lib/draft-place.ts";
import { formatDateTimeShort } from "../lib/format.ts";
import { notice } from "../lib/notice.tsx";
import { draftsTexts, projectCellsTexts } from "../texts/index.ts";
import { ActionDialog } from "./action-dialog.tsx";
import { IconButton } from "./icon-button.tsx";

const texts = projectCellsTexts.change;

interface RunningDraft {
  id: string;
  name: string;
  /** Unix seconds. */
  changed: number;
}

interface ChangeInDraftProps {
  place: DraftPlace;
  /** Does something to the draft before it is opened. @returns where it is opened instead */
  prepare?: (draft: string) => Promise<DraftPlace>;
  /** Instead of "Im Entwurf ändern". */
  label?: string;
  /** Names the row for those who hear the button. */
  of: string;
  running: {
    list: () => Promise<readonly RunningDraft[]>;
    begin: (name: string) => Promise<{ id: string; rebuilt: boolean }>;
  };
}

export function ChangeInDraft({ label = texts.action, of, place, prepare, running }: ChangeInDraftProps) {
  const [busy, setBusy] = useState(false);
  const [several, setSeveral] = useState<readonly RunningDraft[]>();
  const navigate = useNavigate();
  async function open(draft: string): Promise<void> {
    const search = (await prepare?.(draft)) ?? place;
    await navigate({ to: "/project/edit/$draft", params: { draft }, search });
  }

  async function change(): Promise<void> {
    setBusy(true);
    try {
      const drafts = await running.list();
      const [only] = drafts;
      if (drafts.length > 1) setSeveral(drafts);
      else if (only) await open(only.id);
      else {
        const { id, rebuilt } = await running.begin(draftsTexts.nameDefault);
        if (rebuilt) notice.info(draftsTexts.rebuilt, { duration: false });
        await open(id);
      }
    } catch (error) {
      notice.apiError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <IconButton
        size="xs"
        variant="default"
        icon={IconTableOptions}
        loading={busy}
        aria-label={`${label}: ${of}`}
        onClick={() => void change()}
      >
        {label}
      </IconButton>
      {several ? <WhichDraft drafts={several} onClose={() => setSeveral(undefined)} onChosen={open} /> : null}
    </>
  );
}

export interface WhichDraftProps {
  drafts: readonly RunningDraft[];
  onClose: () => void;
  /** The dialog stays with the reason where it fails. */
  onChosen: (id: string) => Promise<void>;
}

export function WhichDraft({ drafts, onChosen, onClose }: WhichDraftProps) {
  const [chosen, setChosen] = useState(drafts[0]?.id ?? "");
  return (
    <ActionDialog
      onClose={onClose}
      title={texts.which}
      confirmLabel={texts.open}
      onConfirm={() => onChosen(chosen)}
    >
      <NativeSelect
        data-autofocus
        label={texts.draft}
        value={chosen}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        data={drafts.map(({ changed, id, name }) => ({
          value: id,
          label: texts.option(name, formatDateTimeShort(changed * 1_000)),
        }))}
      />
    </ActionDialog>
  );
}
