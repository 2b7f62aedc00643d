/**
 * A component whose code is loaded when it is first shown:
 *
 *     const PublishDialog = onDemand(async () => (await import("./publish-dialog.tsx")).PublishDialog);
 *     <PublishDialog onUnavailable={close} … />
 *
 * Where it cannot be loaded (the device is away, or has a new release), that is said; shown again, it is tried again.
 */
import { Button } from "@mantine/core";
import { useCallbackRef } from "@mantine/hooks";
import { type ComponentType, createElement, useEffect, useState } from "react";
import { notice } from "../lib/notice.tsx";
import { patientImport } from "../lib/patient-import.ts";
import { commonTexts, shellTexts } from "../texts/index.ts";
import { EmptyState } from "./empty-state.tsx";

interface Unavailable {
  /** Of a dialog: it does not open. Without it the failure is shown in its place. */
  onUnavailable?: () => void;
}

export function onDemand<P extends object>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P & Unavailable> {
  let loaded: ComponentType<P> | undefined;
  return function OnDemand({ onUnavailable, ...props }: P & Unavailable) {
    const [shown, setShown] = useState(() => loaded);
    const [state, setState] = useState<"loading" | "failed">("loading");
    const unavailable = useCallbackRef(onUnavailable);
    const isDialog = onUnavailable !== undefined;
    useEffect(() => {
      if (shown || state === "failed") return;
      let here = true;
      patientImport(load).then(
        (component) => {
          loaded = component;
          if (here) setShown(() => component);
        },
        () => {
          if (!here) return;
          setState("failed");
          if (!isDialog) return;
          notice.error(shellTexts.routeError.partMissing, { id: "on-demand" });
          unavailable();
        },
      );
      return () => {
        here = false;
      };
    }, [isDialog, shown, state, unavailable]);
    if (shown) return createElement(shown, props as unknown as P);
    return state === "failed" && !isDialog ? (
      <EmptyState
        title={shellTexts.routeError.partMissing}
        action={
          <Button variant="default" onClick={() => setState("loading")}>
            {commonTexts.action.retry}
          </Button>
        }
      />
    ) : null;
  };
}
