/** Somebody else saved meanwhile: offers what is stored now. */
import { Alert, Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { commonTexts } from "../texts/index.ts";
import classes from "./edit-form.module.css";

const texts = commonTexts.edit;

export function ConflictNote({ onReload }: { onReload: () => void }) {
  return (
    <Alert color="orange" role="alert" icon={<IconAlertTriangle aria-hidden />} title={texts.conflict}>
      <div className={classes["note"]}>
        {texts.conflictText}
        <Button variant="default" size="xs" onClick={onReload}>
          {commonTexts.action.reload}
        </Button>
      </div>
    </Alert>
  );
}
