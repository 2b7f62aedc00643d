/** Where a newcomer gets a first project from. */
import { IconTable } from "@tabler/icons-react";
import { InfoBox } from "../../../components/info-box.tsx";
import { projectTexts } from "../../../texts/index.ts";
import { downloadTemplate } from "../api/downloads.ts";
import { DownloadButton } from "./download-button.tsx";
import classes from "./template-box.module.css";

const texts = projectTexts.start;

export function TemplateBox() {
  return (
    <InfoBox title={texts.title} icon={IconTable}>
      <div className={classes["content"]}>
        <p>{texts.templateText}</p>
        <div>
          <DownloadButton start={downloadTemplate}>{texts.template}</DownloadButton>
        </div>
        <p>
          {texts.examples}
          <strong>{texts.exampleFile}</strong>
          {texts.examplesRest}
        </p>
      </div>
    </InfoBox>
  );
}
