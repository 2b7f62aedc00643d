/** The pod runs with other settings than the stored ones. */
import { Alert, Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { notice } from "../../../lib/notice.tsx";
import { podsTexts } from "../../../texts/index.ts";
import { useRestartPod } from "../api/pod-config.ts";
import classes from "./need-restart-banner.module.css";

const texts = podsTexts.settings;

export function NeedRestartBanner({ pod }: { pod: string }) {
  const restart = useRestartPod(pod);
  // The banner is gone before the restart is reported, so nothing here may depend on it.
  async function activate(): Promise<void> {
    try {
      const active = await restart.mutateAsync();
      if (active) notice.success(texts.activated);
      else notice.warning(texts.notYet);
    } catch (error) {
      notice.apiError(error);
    }
  }
  return (
    <Alert color="orange" icon={<IconAlertTriangle aria-hidden />}>
      <div className={classes["content"]}>
        <p className={classes["text"]}>{texts.needRestart}</p>
        <Button size="sm" loading={restart.isPending} onClick={() => void activate()}>
          {texts.activate}
        </Button>
      </div>
    </Alert>
  );
}
