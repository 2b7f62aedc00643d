/** What is said of the device itself: quiet, below the plant, and folded by who wants it so. */
import { IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import { localStore } from "../../../lib/local-store.ts";
import { statusTexts } from "../../../texts/index.ts";
import classes from "./device-group.module.css";

const texts = statusTexts.device;
/** In this browser, as stars are. */
const KEY = "hubwart.status.device";

export function DeviceGroup({ actions, children }: { actions: ReactNode; children: ReactNode }) {
  const [open, setOpen] = useState(() => localStore.get(KEY) !== "folded");
  const id = useId();
  function fold(): void {
    localStore.set(KEY, open ? "folded" : "open");
    setOpen(!open);
  }
  return (
    <section className={classes["group"]} aria-label={texts.title}>
      <div className={classes["head"]}>
        <h2 className={classes["heading"]}>
          <button
            type="button"
            className={classes["fold"]}
            aria-expanded={open}
            aria-controls={id}
            onClick={fold}
          >
            <IconChevronDown size={18} aria-hidden />
            {texts.title}
            {open ? null : <span className={classes["contents"]}>{texts.contents}</span>}
          </button>
        </h2>
        {actions}
      </div>
      <div className={classes["boxes"]} id={id} hidden={!open}>
        {open ? children : null}
      </div>
    </section>
  );
}
