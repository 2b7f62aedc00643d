/** How a project is written: `docs/projektformat.md`, each section folded. */
import { projectRun } from "@hubwart/contract";
import { Button } from "@mantine/core";
import { useState } from "react";
import text from "../../../../../../docs/projektformat.md?raw";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { PageFrame } from "../../../components/page-frame.tsx";
import { May } from "../../../rights/may.tsx";
import { projectTexts } from "../../../texts/index.ts";
import classes from "../components/format.module.css";
import { FormatBlocks, Spans } from "../components/format-blocks.tsx";
import { TemplateBox } from "../components/template-box.tsx";
import { sectionsOf } from "../model/markdown.ts";

const texts = projectTexts.format;
const [INTRODUCTION, ...SECTIONS] = sectionsOf(text);

export function FormatPage() {
  // One state for all: each keeps its own after that.
  const [open, setOpen] = useState(false);
  return (
    <PageFrame title={texts.title}>
      <InfoBox title={texts.basics}>
        <div className={classes["text"]}>
          <FormatBlocks blocks={INTRODUCTION?.blocks ?? []} />
        </div>
      </InfoBox>
      <div>
        <Button variant="default" size="xs" onClick={() => setOpen(!open)}>
          {open ? texts.closeAll : texts.openAll}
        </Button>
      </div>
      <div className={layout["stackTight"]}>
        {SECTIONS.map(({ title, blocks }) => (
          <details key={`${title} ${open}`} className={classes["section"]} open={open}>
            <summary className={classes["summary"]}>
              <h2 className={classes["title"]}>
                <Spans text={title} />
              </h2>
            </summary>
            <div className={classes["text"]}>
              <FormatBlocks blocks={blocks} />
            </div>
          </details>
        ))}
      </div>
      <May call={projectRun}>
        <TemplateBox onFormatPage />
      </May>
    </PageFrame>
  );
}
