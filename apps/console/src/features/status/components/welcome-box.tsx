/** A device without a project: what to do first. */
import { IconPlayerPlay } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { ButtonLink } from "../../../components/button-link.tsx";
import { DownloadButton } from "../../../components/download-button.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { notice } from "../../../lib/notice.tsx";
import { statusTexts } from "../../../texts/index.ts";
import { downloadTemplate } from "../api/downloads.ts";
import classes from "./welcome-box.module.css";

const texts = statusTexts.welcome;

export function WelcomeBox({ loadExample }: { loadExample: () => Promise<void> }) {
  const [pending, setPending] = useState(false);
  async function load(): Promise<void> {
    setPending(true);
    try {
      await loadExample();
    } catch (error) {
      notice.apiError(error);
    } finally {
      setPending(false);
    }
  }
  return (
    <InfoBox title={texts.title}>
      <ol className={classes["steps"]}>
        <Step title={texts.example.title} text={texts.example.text}>
          <IconButton size="sm" loading={pending} icon={IconPlayerPlay} onClick={() => void load()}>
            {texts.example.button}
          </IconButton>
        </Step>
        <Step title={texts.template.title} text={texts.template.text}>
          <div className={layout["buttons"]}>
            <ButtonLink component="a" to="/project/edit" variant="default" size="sm">
              {texts.template.edit}
            </ButtonLink>
            <DownloadButton size="sm" start={downloadTemplate}>
              {texts.template.button}
            </DownloadButton>
          </div>
        </Step>
        <Step title={texts.upload.title} text={texts.upload.text}>
          <ButtonLink component="a" to="/project/upload" variant="default" size="sm">
            {texts.upload.button}
          </ButtonLink>
        </Step>
      </ol>
    </InfoBox>
  );
}

function Step({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className={classes["step"]}>
      <h3 className={classes["stepTitle"]}>{title}</h3>
      <p className={classes["stepText"]}>{text}</p>
      {children}
    </li>
  );
}
