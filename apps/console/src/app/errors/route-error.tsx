import { LIMITS } from "@hubwart/contract";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { useEffect } from "react";
import { EmptyState } from "../../components/empty-state.tsx";
import { PageFrame } from "../../components/page-frame.tsx";
import { reloadOnce } from "../../lib/reload-once.ts";
import { shellTexts } from "../../texts/index.ts";
import { isMissingPart } from "./missing-part.ts";
import { ReloadButton } from "./reload-button.tsx";

const texts = shellTexts.routeError;

/** A defect of one page: the rest of the console keeps working. */
export function RouteError({ error }: ErrorComponentProps) {
  const message = error instanceof Error ? error.message : String(error);
  const missing = isMissingPart(message);
  useReloadWhenBack(missing);
  return (
    <PageFrame title={texts.title}>
      <EmptyState
        icon={IconAlertTriangle}
        title={missing ? texts.pageMissing : texts.text}
        text={missing ? undefined : <code>{message}</code>}
        action={<ReloadButton />}
      />
    </PageFrame>
  );
}

/** By itself, once: nothing is lost by it, since the page could not be shown. */
function useReloadWhenBack(missing: boolean): void {
  useEffect(() => {
    if (!missing) return;
    const timer = setInterval(() => void tried(), LIMITS.restartPoll);
    const tried = async (): Promise<void> => {
      if (await reloadOnce()) clearInterval(timer);
    };
    return () => clearInterval(timer);
  }, [missing]);
}
