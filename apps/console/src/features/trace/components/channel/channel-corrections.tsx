/** What people corrected of the channel's recorded values, and how it is taken back. */
import { correctionUndo, correctionUpload } from "@hubwart/contract";
import { Button } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMay } from "../../../../api/info.ts";
import { ConfirmDialog } from "../../../../components/confirm-dialog.tsx";
import { IconButton } from "../../../../components/icon-button.tsx";
import layout from "../../../../components/layout.module.css";
import { LoadingState } from "../../../../components/loading-state.tsx";
import { QueryState } from "../../../../components/query-state.tsx";
import { formatDateTimeShort } from "../../../../lib/format.ts";
import { notice } from "../../../../lib/notice.tsx";
import { May } from "../../../../rights/may.tsx";
import { commonTexts, correctionTexts as texts } from "../../../../texts/index.ts";
import { type Correction, correctionsQuery, useCorrecting } from "../../api/corrections.ts";
import classes from "./channel.module.css";
import { CorrectionDialog } from "./correction-dialog.tsx";

const spanText = ({ from, to }: Correction): string =>
  texts.span(formatDateTimeShort(from), formatDateTimeShort(to));

export function ChannelCorrections({ chan }: { chan: string }) {
  const query = useQuery(correctionsQuery(chan));
  const { undo } = useCorrecting();
  const mayUndo = useMay(correctionUndo);
  const [entering, setEntering] = useState(false);
  const [undoing, setUndoing] = useState<Correction>();
  return (
    <section aria-label={texts.title}>
      <div className={classes["bar"]}>
        <h3 className={classes["heading"]}>{texts.title}</h3>
        <May call={correctionUpload}>
          <IconButton size="xs" variant="default" icon={IconPencil} onClick={() => setEntering(true)}>
            {texts.enter}
          </IconButton>
        </May>
      </div>
      <p className={layout["muted"]}>{texts.text}</p>
      <QueryState
        query={query}
        loading={<LoadingState shape="lines" />}
        empty={(corrections) => corrections.length === 0}
        emptyState={{ title: texts.none }}
      >
        {(corrections) => (
          <ul className={classes["corrections"]}>
            {corrections.map((each) => (
              <li key={each.number} data-undone={each.undone}>
                <div>
                  <span className={classes["span"]}>{spanText(each)}</span>, {texts.count(each.values)}
                  <p>{each.why}</p>
                  <p className={layout["muted"]}>
                    {texts.who(each.by, formatDateTimeShort(each.at))}
                    {each.undone ? ` · ${texts.undone}` : ""}
                  </p>
                </div>
                {each.undone || !mayUndo ? null : (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`${texts.undo}: ${spanText(each)}`}
                    onClick={() => setUndoing(each)}
                  >
                    {texts.undo}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      {entering ? <CorrectionDialog chan={chan} onClose={() => setEntering(false)} /> : null}
      <ConfirmDialog
        opened={undoing !== undefined}
        onClose={() => setUndoing(undefined)}
        title={texts.undo}
        question={undoing ? texts.undoQuestion(spanText(undoing)) : ""}
        confirmLabel={texts.undo}
        cancelLabel={commonTexts.action.cancel}
        onConfirm={() => undo(undoing?.number ?? 0)}
        onDone={() => notice.success(texts.undoDone)}
      />
    </section>
  );
}
