/** Somebody else saved meanwhile: offers what is stored now. */
import { Alert, Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { commonTexts, networkTexts as texts } from "../../../texts/index.ts";
import classes from "./network.module.css";

export function ConflictNote({ onReload }: { onReload: () => void }) {
  return (
    <Alert color="orange" role="alert" icon={<IconAlertTriangle aria-hidden />} title={texts.conflict}>
      <div className={classes["dialog"]}>
        {texts.conflictText}
        <div>
          <Button variant="default" size="xs" onClick={onReload}>
            {commonTexts.action.reload}
          </Button>
        </div>
      </div>
    </Alert>
  );
}
