/** How a pod that the hub does not start is started. */
import { CopyButton } from "../../../components/copy-button.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { podsTexts } from "../../../texts/index.ts";
import type { PodConfig } from "../api/pod-config.ts";
import { startCommand, tokenCommand } from "../model/pod-id.ts";
import classes from "./settings-box.module.css";

const texts = podsTexts.external;

export function ExternalBox({ pod, config }: { pod: string; config: PodConfig }) {
  return (
    <InfoBox title={texts.title}>
      <p className={classes["text"]}>{texts.text}</p>
      <Command text={startCommand(pod, config.token_file, config.socket)} label={texts.copy} />
      <p className={classes["text"]}>{texts.token}</p>
      <p className={layout["mono"]}>{config.token_file}</p>
      <p className={classes["text"]}>{texts.getToken}</p>
      <Command text={tokenCommand(config.token_file)} label={texts.copyToken} />
    </InfoBox>
  );
}

function Command({ text, label }: { text: string; label: string }) {
  return (
    <div className={classes["command"]}>
      <code className={classes["code"]}>{text}</code>
      <CopyButton label={label} text={() => text} />
    </div>
  );
}
