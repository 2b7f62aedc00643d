/**
 * A component whose code is loaded when it is first shown:
 *
 *     const PublishDialog = onDemand(async () => (await import("./publish-dialog.tsx")).PublishDialog);
 *     <PublishDialog onUnavailable={close} … />
 *
 * Where it cannot be loaded (the device is away, or has a new release), that is said; shown again, it is tried again.
 */
import { Button } from "@mantine/core";
import { type ComponentType, createElement, useEffect, useState } from "react";
import { notice } from "../lib/notice.tsx";
import { patientImport } from "../lib/patient-import.ts";
import { commonTexts, onDemandTexts as texts } from "../texts/index.ts";
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
    const [attempt, setAttempt] = useState(0);
    const [failed, setFailed] = useState(false);
    // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt
    useEffect(() => {
      if (shown) return;
      let here = true;
      setFailed(false);
      patientImport(load).then(
        (component) => {
          loaded = component;
          if (here) setShown(() => component);
        },
        () => {
          if (!here) return;
          setFailed(true);
          if (!onUnavailable) return;
          notice.error(texts.unavailable, { id: "on-demand" });
          onUnavailable();
        },
      );
      return () => {
        here = false;
      };
    }, [attempt]);
    if (shown) return createElement(shown, props as unknown as P);
    return failed && !onUnavailable ? (
      <EmptyState
        title={texts.unavailable}
        action={
          <Button variant="default" onClick={() => setAttempt((before) => before + 1)}>
            {commonTexts.action.retry}
          </Button>
        }
      />
    ) : null;
  };
}
