import { LIMITS } from "@hubwart/contract";
import { Button } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { auditTexts } from "../../../texts/index.ts";
import classes from "./audit.module.css";

const texts = auditTexts.pager;

export interface AuditPagerProps {
  /** From 1. */
  page: number;
  /** Entries on this page. */
  shown: number;
  total: number;
  onTurn: (page: number) => void;
}

export function AuditPager({ page, shown, total, onTurn }: AuditPagerProps) {
  const first = (page - 1) * LIMITS.auditPage;
  return (
    <nav className={classes["pager"]} aria-label={texts.label}>
      <span className={classes["rows"]}>{texts.rows(shown === 0 ? 0 : first + 1, first + shown, total)}</span>
      <Button
        size="xs"
        variant="default"
        disabled={page <= 1}
        leftSection={<IconChevronLeft size={16} aria-hidden />}
        onClick={() => onTurn(page - 1)}
      >
        {texts.newer}
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={first + shown >= total}
        rightSection={<IconChevronRight size={16} aria-hidden />}
        onClick={() => onTurn(page + 1)}
      >
        {texts.older}
      </Button>
    </nav>
  );
}
