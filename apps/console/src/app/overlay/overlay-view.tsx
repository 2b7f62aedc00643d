import { Button, Loader } from "@mantine/core";
import { formatDuration } from "../../lib/format.ts";
import { reloadPage } from "../../lib/leave-page.ts";
import { useFocusOnMount } from "../../lib/use-focus-on-mount.ts";
import { useFocusReturn } from "../../lib/use-focus-return.ts";
import { useNow } from "../../lib/use-now.ts";
import { type Overlay, useOverlay } from "../../overlay/overlay-store.ts";
import { commonTexts, shellTexts } from "../../texts/index.ts";
import classes from "./overlay-view.module.css";

const texts = shellTexts.overlay;
/** ms after which the overlay admits that something may be wrong. */
const SLOW = 180_000;
const SLOW_UPDATE = 900_000;

interface Content {
  title: string;
  text?: string;
  since?: number;
  slowAfter?: number;
}

function contentOf(overlay: Overlay): Content | undefined {
  switch (overlay.kind) {
    case "none":
      return undefined;
    case "wait":
      return { title: overlay.text ?? texts.wait };
    case "restarting":
      return { title: texts.restarting, text: texts.restartingText, since: overlay.since, slowAfter: SLOW };
    case "updating":
      return {
        title: texts.updating,
        text: texts.updatingText,
        since: overlay.since,
        slowAfter: SLOW_UPDATE,
      };
    case "restoring":
      return {
        title: texts.restoring,
        text: texts.restoringText,
        since: overlay.since,
        slowAfter: SLOW_UPDATE,
      };
    default:
      return overlay satisfies never;
  }
}

/** Covers the page. What lies below is made inert by the gate, so nothing there can be reached. */
export function OverlayView() {
  const content = contentOf(useOverlay());
  return content ? <Cover {...content} /> : null;
}

function Cover({ title, text, since, slowAfter }: Content) {
  useFocusReturn();
  const box = useFocusOnMount<HTMLDivElement>();
  return (
    <div
      className={classes["cover"]}
      role="alertdialog"
      aria-modal="true"
      aria-label={title}
      ref={box}
      tabIndex={-1}
    >
      <div className={classes["box"]}>
        <Loader type="dots" size="lg" aria-hidden />
        <p className={classes["title"]}>{title}</p>
        {text === undefined ? null : <p className={classes["text"]}>{text}</p>}
        {since === undefined ? null : <Elapsed since={since} slowAfter={slowAfter ?? SLOW} />}
      </div>
    </div>
  );
}

function Elapsed({ since, slowAfter }: { since: number; slowAfter: number }) {
  const elapsed = Math.max(0, useNow(1_000) - since);
  return (
    <>
      <p className={classes["elapsed"]}>{texts.elapsed(formatDuration(elapsed))}</p>
      {elapsed < slowAfter ? null : (
        <>
          <p className={classes["text"]}>{texts.slow}</p>
          <Button variant="default" onClick={reloadPage}>
            {commonTexts.action.reload}
          </Button>
        </>
      )}
    </>
  );
}
