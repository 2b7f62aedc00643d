/** Restoring on the first page of a device without a password. */
import { useState } from "react";
import layout from "../../../../components/layout.module.css";
import { backupTexts } from "../../../../texts/index.ts";
import type { Opened } from "../../api/restore.ts";
import classes from "../backup.module.css";
import { RestorePanel } from "./restore-panel.tsx";
import { UploadField } from "./upload-field.tsx";

export function SetupRestore() {
  const [opened, setOpened] = useState<Opened>();
  if (opened) return <RestorePanel opened={opened} setup onClose={() => setOpened(undefined)} />;
  return (
    <div className={layout["stackWide"]}>
      <p className={classes["text"]}>{backupTexts.restore.setupIntro}</p>
      <UploadField onOpened={setOpened} />
    </div>
  );
}
