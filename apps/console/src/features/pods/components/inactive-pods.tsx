/** Pods of which only settings are left; they can be deleted. */

import { podDelete } from "@hubwart/contract";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import type { PodList } from "../../../api/pods.ts";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { notice } from "../../../lib/notice.tsx";
import { May } from "../../../rights/may.tsx";
import { commonTexts, podsTexts } from "../../../texts/index.ts";
import { useDeletePod } from "../api/pods.ts";
import classes from "./inactive-pods.module.css";

const texts = podsTexts.inactive;

export function InactivePods({ pods }: { pods: PodList["inactive"] }) {
  const [chosen, setChosen] = useState("");
  const [open, setOpen] = useState(false);
  const remove = useDeletePod();
  return (
    <InfoBox title={texts.title}>
      {pods.length === 0 ? (
        <p className={classes["text"]}>{texts.empty}</p>
      ) : (
        <>
          <p className={classes["text"]}>{texts.text}</p>
          <ul className={classes["list"]}>
            {pods.map(({ id }) => (
              <li key={id} className={classes["item"]}>
                <span className={classes["id"]}>{id}</span>
                <May call={podDelete}>
                  <IconButton
                    variant="default"
                    size="xs"
                    aria-label={texts.delete(id)}
                    icon={IconTrash}
                    onClick={() => {
                      setChosen(id);
                      setOpen(true);
                    }}
                  >
                    {commonTexts.action.delete}
                  </IconButton>
                </May>
              </li>
            ))}
          </ul>
        </>
      )}
      <ConfirmDialog
        opened={open}
        onClose={() => setOpen(false)}
        title={texts.dialogTitle}
        confirmLabel={commonTexts.action.delete}
        question={texts.question(chosen)}
        danger
        onConfirm={() => remove.mutateAsync(chosen)}
        onDone={() => notice.success(texts.deleted(chosen))}
      />
    </InfoBox>
  );
}
