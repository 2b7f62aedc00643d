/** First, previous, next, last. */
import { ActionIcon, Tooltip } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from "@tabler/icons-react";
import { logTexts } from "../../../texts/index.ts";
import { pageOf } from "../model/follow.ts";
import type { LogRow } from "../model/rows.ts";
import classes from "./log-view.module.css";

const texts = logTexts.pager;

export interface PagerProps {
  page: number;
  pages: number;
  /** All, not only those of the page. */
  rows: readonly LogRow[];
  onTurn: (page: number) => void;
}

export function Pager({ page, pages, rows, onTurn }: PagerProps) {
  const shown = pageOf(rows, page);
  const steps = [
    { label: texts.first, to: 1, Icon: IconChevronsLeft, off: page <= 1 },
    { label: texts.previous, to: page - 1, Icon: IconChevronLeft, off: page <= 1 },
    { label: texts.next, to: page + 1, Icon: IconChevronRight, off: page >= pages },
    { label: texts.last, to: pages, Icon: IconChevronsRight, off: page >= pages },
  ];
  return (
    <nav className={classes["pager"]} aria-label={texts.label}>
      <span className={classes["rows"]}>
        {texts.rows(shown[0]?.n ?? 0, shown.at(-1)?.n ?? 0, rows.at(-1)?.n ?? 0)}
      </span>
      <div className={classes["steps"]}>
        {steps.slice(0, 2).map((step) => (
          <Step key={step.label} {...step} onTurn={onTurn} />
        ))}
        <span className={classes["place"]}>{texts.place(page, pages)}</span>
        {steps.slice(2).map((step) => (
          <Step key={step.label} {...step} onTurn={onTurn} />
        ))}
      </div>
    </nav>
  );
}

interface StepProps {
  label: string;
  to: number;
  Icon: typeof IconChevronLeft;
  off: boolean;
  onTurn: (page: number) => void;
}

function Step({ label, to, Icon, off, onTurn }: StepProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={label}
        // Stays focusable, so that the keyboard's place is not lost at either end.
        aria-disabled={off}
        {...(off ? { "data-disabled": true } : {})}
        onClick={() => {
          if (!off) onTurn(to);
        }}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
