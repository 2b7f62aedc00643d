/**
 * What can be done with a row, behind one button:
 *
 *     <RowMenu label="Aktionen für Version 3" actions={[{ label: "Notiz bearbeiten", icon: IconPencil, run: edit }]} />
 *
 * The browser's own popover lies above everything, so that no table cuts it off; it closes on Escape and gives the focus back.
 */
import { useCallbackRef } from "@mantine/hooks";
import type { IconActivity } from "@tabler/icons-react";
import { IconDots } from "@tabler/icons-react";
import { memo, type RefObject, type ToggleEvent, useId, useRef } from "react";
import { commonTexts } from "../texts/index.ts";
import icon from "./icon-button.module.css";
import menu from "./menu.module.css";
import classes from "./row-menu.module.css";

export interface RowAction {
  label: string;
  icon: typeof IconActivity;
  run: () => void;
}

/** Between the button and the panel, px. */
const GAP = 4;

interface RowMenuProps {
  label: string;
  actions: readonly RowAction[];
  /** Gets the button, for those who open the menu by a key: `openRowMenu`. */
  buttonRef?: RefObject<HTMLButtonElement | null>;
}

/** Opens a menu as a key does, with the focus in it. */
export function openRowMenu(button: HTMLButtonElement | null): void {
  const panel = button?.popoverTargetElement;
  if (!button || !(panel instanceof HTMLElement)) return;
  button.focus();
  panel.showPopover();
  panel.querySelector("button")?.focus();
}

export function RowMenu({ label, actions, buttonRef }: RowMenuProps) {
  const id = useId();
  const own = useRef<HTMLButtonElement>(null);
  const button = buttonRef ?? own;
  const panel = useRef<HTMLDivElement>(null);

  function place({ newState }: ToggleEvent<HTMLDivElement>): void {
    if (newState !== "open" || !button.current || !panel.current) return;
    const at = button.current.getBoundingClientRect();
    const { offsetWidth, offsetHeight, style } = panel.current;
    const below = at.bottom + GAP;
    const fits = below + offsetHeight <= window.innerHeight || at.top < offsetHeight;
    style.top = `${fits ? below : at.top - GAP - offsetHeight}px`;
    style.left = `${Math.max(GAP, at.right - offsetWidth)}px`;
  }

  const close = useCallbackRef(() => panel.current?.hidePopover());

  return (
    <>
      <button
        type="button"
        ref={button}
        className={`${icon["icon"]} ${classes["button"]}`}
        data-small
        popoverTarget={id}
        aria-label={label}
        title={label}
      >
        <IconDots size={18} aria-hidden />
        <span className={classes["text"]} aria-hidden>
          {commonTexts.table.actions}
        </span>
      </button>
      <div
        className={`${menu["panel"]} ${classes["place"]}`}
        id={id}
        ref={panel}
        popover="auto"
        onToggle={place}
      >
        <ul className={menu["list"]}>
          {actions.map(({ label: text, icon, run }) => (
            <Entry key={text} label={text} icon={icon} run={run} onDone={close} />
          ))}
        </ul>
      </div>
    </>
  );
}

/** Not drawn again where its row is: what it does may be another thing by then. */
function Entry({ label, icon, run, onDone }: RowAction & { onDone: () => void }) {
  const start = useCallbackRef(run);
  return <DrawnEntry label={label} icon={icon} run={start} onDone={onDone} />;
}

const DrawnEntry = memo(function DrawnEntry({ label, icon: Icon, run, onDone }: Parameters<typeof Entry>[0]) {
  return (
    <li>
      <button
        type="button"
        className={menu["entry"]}
        onClick={() => {
          onDone();
          run();
        }}
      >
        <Icon size={17} stroke={1.75} aria-hidden />
        {label}
      </button>
    </li>
  );
});
