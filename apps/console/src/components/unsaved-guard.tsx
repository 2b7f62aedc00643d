/**
 * Holds a page with unsaved changes back: asks before another page is opened, and lets the browser ask before the
 * tab is closed.
 *
 *     <UnsavedGuard dirty={form.isDirty()} />
 */
import { useBlocker } from "@tanstack/react-router";
import { memo } from "react";
import { isLeaving } from "../lib/leave-page.ts";
import { commonTexts } from "../texts/index.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";

const texts = commonTexts.unsaved;

export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  return <Guard dirty={dirty} />;
}

/** Nothing to do while the page beside it changes. */
const Guard = memo(function Guard({ dirty }: { dirty: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && !isLeaving() && current.pathname !== next.pathname,
    enableBeforeUnload: () => dirty && !isLeaving(),
    withResolver: true,
  });
  return (
    <ConfirmDialog
      opened={status === "blocked"}
      onClose={() => reset?.()}
      title={texts.title}
      question={texts.text}
      confirmLabel={texts.leave}
      cancelLabel={texts.stay}
      danger
      onConfirm={async () => proceed?.()}
    />
  );
});
