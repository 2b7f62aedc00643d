/** Where a newcomer gets a first project from. */
import { IconPlayerPlay, IconTable } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { DownloadButton } from "../../../components/download-button.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { notice } from "../../../lib/notice.tsx";
import { projectTexts } from "../../../texts/index.ts";
import { downloadTemplate } from "../api/downloads.ts";
import { loadExample } from "../run/load-example.ts";
import { EtsImport } from "./ets-import.tsx";
import classes from "./template-box.module.css";

const texts = projectTexts.start;

export function TemplateBox({ onFormatPage = false }: { onFormatPage?: boolean }) {
  return (
    <InfoBox title={texts.title} icon={IconTable}>
      <div className={classes["content"]}>
        <p>{texts.templateText}</p>
        <div>
          <DownloadButton start={downloadTemplate}>{texts.template}</DownloadButton>
        </div>
        {onFormatPage ? null : (
          <p>
            <Link to="/project/format">{projectTexts.format.link}</Link>
          </p>
        )}
        <p>{projectTexts.ets.text}</p>
        <div>
          <EtsImport />
        </div>
        <p>{texts.exampleText}</p>
        <div>
          <IconButton
            variant="default"
            icon={IconPlayerPlay}
            onClick={() => void loadExample().catch((error: unknown) => notice.apiError(error))}
          >
            {texts.example}
          </IconButton>
        </div>
      </div>
    </InfoBox>
  );
}
