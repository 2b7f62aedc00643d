/**
 * A button of the header that opens a small panel below it. The browser's own popover: it closes on Escape and on a
 * click elsewhere, tells its state to screen readers, and costs no code.
 */
import { type MouseEvent, type ReactNode, useId } from "react";
import button from "../../components/icon-button.module.css";
import menu from "../../components/menu.module.css";
import classes from "./header.module.css";

export interface HeaderMenuProps {
  label: string;
  icon: ReactNode;
  children: ReactNode;
}

export function HeaderMenu({ label, icon, children }: HeaderMenuProps) {
  const id = useId();
  return (
    <>
      <button type="button" className={button["icon"]} popoverTarget={id} aria-label={label} title={label}>
        {icon}
      </button>
      <div className={`${menu["panel"]} ${classes["place"]}`} id={id} popover="auto">
        {children}
      </div>
    </>
  );
}

/** For entries that lead away. */
export function closeHeaderMenu(event: MouseEvent<HTMLElement>): void {
  event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
}
