/** First, previous, next and last page of a long list. */
import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from "@tabler/icons-react";
import { traceTexts } from "../../../texts/index.ts";
import classes from "./toolbar.module.css";

const texts = traceTexts.pager;

export interface PagerProps {
  page: number;
  size: number;
  total: number;
  onPage: (page: number) => void;
}

export function Pager({ page, size, total, onPage }: PagerProps) {
  const last = Math.max(1, Math.ceil(total / size));
  if (last === 1) return null;
  const shown = Math.min(page, last);
  const buttons = [
    { label: texts.first, icon: IconChevronsLeft, to: 1, off: shown === 1 },
    { label: texts.previous, icon: IconChevronLeft, to: shown - 1, off: shown === 1 },
    { label: texts.next, icon: IconChevronRight, to: shown + 1, off: shown === last },
    { label: texts.last, icon: IconChevronsRight, to: last, off: shown === last },
  ];
  return (
    <nav className={classes["pager"]} aria-label={texts.label}>
      {buttons.slice(0, 2).map(button)}
      <output className={classes["range"]}>
        {texts.range((shown - 1) * size + 1, Math.min(shown * size, total), total)}
      </output>
      {buttons.slice(2).map(button)}
    </nav>
  );

  function button({ label, icon: Icon, to, off }: (typeof buttons)[number]) {
    return (
      <ActionIcon
        key={label}
        variant="default"
        size="lg"
        aria-label={label}
        title={label}
        disabled={off}
        onClick={() => onPage(to)}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    );
  }
}
