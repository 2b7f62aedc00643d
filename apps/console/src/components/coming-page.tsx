/** Stands where a screen comes with a later version, and says so. Its title is the last section of the breadcrumbs. */
import { IconTools } from "@tabler/icons-react";
import { useCrumbs } from "../lib/use-crumbs.ts";
import { commonTexts } from "../texts/index.ts";
import { EmptyState } from "./empty-state.tsx";
import { PageFrame } from "./page-frame.tsx";

export function ComingPage() {
  const title = useCrumbs().at(-1)?.label ?? "";
  return (
    <PageFrame title={title}>
      <EmptyState icon={IconTools} title={commonTexts.state.later} text={commonTexts.state.laterHint} />
    </PageFrame>
  );
}
