/** Links for wall panels: what each shows and may, when it was used last. */
import type { PageLink } from "@hubwart/contract";
import { IconDeviceTablet } from "@tabler/icons-react";
import { useState } from "react";
import type { FactColumn } from "../../../components/fact-table.tsx";
import { IssuedBox } from "../../../components/issued-box.tsx";
import { pagesTexts } from "../../../texts/index.ts";
import { useLinkActions, usePageLinks } from "../api/links.ts";
import { LinkDialog, type Made } from "./link-dialog.tsx";
import { MadeLink } from "./made-link.tsx";
import classes from "./page.module.css";

const texts = pagesTexts.links;
const heads = texts.columns;

/** `pages`: those that the running project has. */
export function LinksBox({ pages }: { pages: readonly string[] }) {
  const query = usePageLinks();
  const { revoke } = useLinkActions();
  const [creating, setCreating] = useState(false);
  const [made, setMade] = useState<Made>();
  return (
    <IssuedBox
      title={texts.title}
      icon={IconDeviceTablet}
      texts={texts}
      intro={<p className={classes["intro"]}>{texts.text}</p>}
      query={query}
      rowsOf={({ links }) => links}
      columns={COLUMNS}
      trouble={troubleOf}
      closed={pages.length === 0}
      onCreate={() => setCreating(true)}
      revoke={revoke}
    >
      {creating ? <LinkDialog pages={pages} onClose={() => setCreating(false)} onMade={setMade} /> : null}
      {made ? <MadeLink made={made} onClose={() => setMade(undefined)} /> : null}
    </IssuedBox>
  );
}

const COLUMNS: readonly FactColumn<PageLink>[] = [
  { id: "page", header: heads.page, cell: ({ page }) => page },
  { id: "may", header: heads.may, cell: ({ may_set }) => (may_set ? texts.sets : texts.reads) },
];

const troubleOf = ({ state }: PageLink) =>
  state === "valid" ? undefined : { word: texts.states[state], why: texts.stateTexts[state] };
