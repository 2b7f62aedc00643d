/** All pages, links that show one on a wall panel, and the pictures of plans. */

import { pageLinks, planDelete } from "@hubwart/contract";
import { Button } from "@mantine/core";
import { IconMap } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useMay, useMe } from "../../../api/info.ts";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { PageFrame } from "../../../components/page-frame.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { formatFileSize } from "../../../lib/format.ts";
import { May } from "../../../rights/may.tsx";
import { commonTexts, pagesTexts as texts } from "../../../texts/index.ts";
import { usePages, usePlanActions, usePlans } from "../api/pages.ts";
import { LinksBox } from "../components/links-box.tsx";
import classes from "../components/page.module.css";
import { PlanUpload } from "../components/plan-upload.tsx";

export function ViewListPage() {
  const query = usePages();
  const mayLink = useMay(pageLinks);
  const { bounded } = useMe();
  return (
    <PageFrame title={texts.title}>
      <div className={layout["stackWide"]}>
        <QueryState
          query={query}
          empty={({ pages }) => pages.length === 0}
          emptyState={{
            title: texts.list.none,
            text: bounded ? texts.list.noneOfYours : texts.list.noneText,
          }}
        >
          {({ generated, pages }) => (
            <>
              {generated ? <p className={classes["intro"]}>{texts.list.generated}</p> : null}
              <ul className={classes["tiles"]}>
                {pages.map(({ blocks, id }) => (
                  <li key={id}>
                    <Link className={classes["tile"]} to="/view/$page" params={{ page: id }}>
                      {id}
                      <span className={classes["of"]}>{texts.list.blocks(blocks)}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </>
          )}
        </QueryState>
        {mayLink ? <LinksBox pages={query.data?.pages.map(({ id }) => id) ?? []} /> : null}
        <Plans />
      </div>
    </PageFrame>
  );
}

function Plans() {
  const query = usePlans();
  const { remove } = usePlanActions();
  const [asked, setAsked] = useState<string>();
  return (
    <InfoBox title={texts.plans.title} icon={IconMap} actions={<PlanUpload />}>
      <p className={classes["intro"]}>{texts.plans.text}</p>
      <QueryState
        query={query}
        empty={({ files }) => files.length === 0}
        emptyState={{ title: texts.plans.none }}
      >
        {({ files }) => (
          <ul className={classes["files"]}>
            {files.map(({ file, size }) => (
              <li key={file} className={classes["file"]}>
                <span>
                  {file} <span className={classes["of"]}>{formatFileSize(size)}</span>
                </span>
                <May call={planDelete}>
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={texts.plans.removeOf(file)}
                    onClick={() => setAsked(file)}
                  >
                    {texts.plans.remove}
                  </Button>
                </May>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      <ConfirmDialog
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={texts.plans.removeTitle}
        question={texts.plans.removeQuestion(asked ?? "")}
        confirmLabel={texts.plans.remove}
        cancelLabel={commonTexts.action.cancel}
        danger
        onConfirm={async () => asked !== undefined && (await remove(asked))}
      />
    </InfoBox>
  );
}
