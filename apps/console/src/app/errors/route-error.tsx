import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { EmptyState } from "../../components/empty-state.tsx";
import { PageFrame } from "../../components/page-frame.tsx";
import { reloadPage } from "../../lib/leave-page.ts";
import { shellTexts } from "../../texts/index.ts";

const texts = shellTexts.routeError;

/** A defect of one page: the rest of the console keeps working. */
export function RouteError({ error }: ErrorComponentProps) {
  const message = error instanceof Error ? error.message : String(error);
  const outdated = /dynamically imported module|module script/i.test(message);
  return (
    <PageFrame title={texts.title}>
      <EmptyState
        icon={IconAlertTriangle}
        title={outdated ? texts.outdated : texts.text}
        text={outdated ? undefined : <code>{message}</code>}
        action={<Button onClick={reloadPage}>{texts.reload}</Button>}
      />
    </PageFrame>
  );
}
