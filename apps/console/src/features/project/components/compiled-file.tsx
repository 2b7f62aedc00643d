/** The project as it runs, for whoever looks for an error in it. */
import { Alert } from "@mantine/core";
import { IconAlertTriangle, IconBraces } from "@tabler/icons-react";
import { DownloadButton } from "../../../components/download-button.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { projectTexts } from "../../../texts/index.ts";
import { downloadCompiled } from "../api/downloads.ts";
import classes from "./file-box.module.css";

const texts = projectTexts.download;

export function CompiledFile() {
  return (
    <InfoBox
      title={texts.compiled}
      icon={IconBraces}
      footer={<DownloadButton start={() => downloadCompiled()}>{texts.compiledButton}</DownloadButton>}
    >
      <p className={classes["text"]}>{texts.compiledText}</p>
      <Alert color="orange" variant="light" icon={<IconAlertTriangle size={20} aria-hidden />}>
        {texts.compiledWarning}
      </Alert>
    </InfoBox>
  );
}
