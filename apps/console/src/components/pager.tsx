/** Turns the pages of a long list: first, previous, next, last. A single page only says how many rows it has. */
import { ActionIcon, Tooltip } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from "@tabler/icons-react";
import { commonTexts } from "../texts/index.ts";
import classes from "./pager.module.css";

const texts = commonTexts.pager;

export interface PagerProps {
  /** Of the list, for readers that hear only the buttons. */
  label: string;
  /** From 1. */
  page: number;
  pages: number;
  /** Which rows are shown: "Zeilen 1 bis 50 von 210". */
  rows: string;
  onTurn: (page: number) => void;
}

export function Pager({ label, page, pages, rows, onTurn }: PagerProps) {
  const step = (name: keyof typeof ICONS, to: number) => (
    <Step name={name} off={to < 1 || to > pages || to === page} onClick={() => onTurn(to)} />
  );
  return (
    <nav className={classes["pager"]} aria-label={label}>
      <span className={classes["rows"]}>{rows}</span>
      {pages > 1 || page > 1 ? (
        <div className={classes["steps"]}>
          {step("first", 1)}
          {step("previous", page - 1)}
          <output className={classes["place"]}>{texts.place(page, pages)}</output>
          {step("next", page + 1)}
          {step("last", pages)}
        </div>
      ) : null}
    </nav>
  );
}

const ICONS = {
  first: IconChevronsLeft,
  previous: IconChevronLeft,
  next: IconChevronRight,
  last: IconChevronsRight,
};

function Step({ name, off, onClick }: { name: keyof typeof ICONS; off: boolean; onClick: () => void }) {
  const Icon = ICONS[name];
  return (
    <Tooltip label={texts[name]}>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={texts[name]}
        // Stays focusable, so that the keyboard's place is not lost at either end.
        aria-disabled={off}
        {...(off ? { "data-disabled": true } : {})}
        onClick={() => {
          if (!off) onClick();
        }}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
