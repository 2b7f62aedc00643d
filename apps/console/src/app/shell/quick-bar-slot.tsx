/** The button of the quick bar and its keys, Ctrl K or ⌘ K; the bar itself comes when it is first asked for. */
import { IconSearch } from "@tabler/icons-react";
import { lazy, Suspense, useEffect, useState } from "react";
import icon from "../../components/icon-button.module.css";
import { shellTexts } from "../../texts/index.ts";
import header from "./header.module.css";

const QuickBar = lazy(async () => ({ default: (await import("../quick-bar/quick-bar.tsx")).QuickBar }));

export function QuickBarSlot() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey || isCovered()) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  return (
    <>
      <button
        type="button"
        className={`${icon["icon"]} ${header["search"]}`}
        aria-label={shellTexts.quickBar}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title={shellTexts.quickBarKeys}
        onClick={() => setOpen(true)}
      >
        <IconSearch size={19} stroke={1.75} aria-hidden />
        <span className={header["words"]} aria-hidden>
          {shellTexts.search}
          <kbd className={header["keys"]}>{shellTexts.searchKeys}</kbd>
        </span>
      </button>
      {open ? (
        <Suspense>
          <QuickBar onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** A dialog or a cover is there: what lies below it is not to be left. */
function isCovered(): boolean {
  return document.querySelector('dialog[open], [aria-modal="true"]') !== null;
}
