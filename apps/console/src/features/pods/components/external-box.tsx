/** How a pod that the hub does not start is started. */
import { Button, CopyButton } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { InfoBox } from "../../../components/info-box.tsx";
import { podsTexts } from "../../../texts/index.ts";
import type { PodConfig } from "../api/pod-config.ts";
import { startCommand } from "../model/pod-id.ts";
import classes from "./settings-box.module.css";

const texts = podsTexts.external;

export function ExternalBox({ pod, config }: { pod: string; config: PodConfig }) {
  const command = startCommand(pod, config.token_file, config.socket);
  return (
    <InfoBox title={texts.title}>
      <p className={classes["text"]}>{texts.text}</p>
      <div className={classes["command"]}>
        <code className={classes["code"]}>{command}</code>
        <CopyButton value={command}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
              onClick={copy}
            >
              {copied ? texts.copied : texts.copy}
            </Button>
          )}
        </CopyButton>
      </div>
      <p className={classes["text"]}>{texts.token}</p>
      <p className={classes["path"]}>{config.token_file}</p>
    </InfoBox>
  );
}
