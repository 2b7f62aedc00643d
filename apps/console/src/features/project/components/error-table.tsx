/** The compiler's list, sheet by sheet. */
import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconCopy } from "@tabler/icons-react";
import { useMemo } from "react";
import { DataTable } from "../../../components/data-table/data-table.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { copyText } from "../../../lib/copy-text.ts";
import { notice } from "../../../lib/notice.tsx";
import { projectTexts } from "../../../texts/index.ts";
import { type ErrorRow, errorRows, errorText } from "../model/error-rows.ts";
import type { ProjectError } from "../run/run-state.ts";
import { errorColumns, STACKED_COLUMNS } from "./error-columns.tsx";

const texts = projectTexts.errors;
const rowKey = (row: ErrorRow): string => row.key;
const groupOf = (row: ErrorRow): string => row.sheet;

/** Nothing at all without entries. */
export function ErrorTable({ errors }: { errors: readonly ProjectError[] }) {
  const rows = useMemo(() => errorRows(errors), [errors]);
  const narrow = useMediaQuery("(max-width: 48em)", false, { getInitialValueInEffect: false });
  const columns = useMemo(() => (narrow ? STACKED_COLUMNS : errorColumns(rows)), [narrow, rows]);
  if (rows.length === 0) return null;
  const title = titleOf(errors);
  return (
    <InfoBox title={title} flush actions={<CopyButton rows={rows} />}>
      <DataTable label={title} rows={rows} columns={columns} rowKey={rowKey} groupOf={groupOf} />
    </InfoBox>
  );
}

function CopyButton({ rows }: { rows: readonly ErrorRow[] }) {
  const copy = (): void => {
    void copyText(errorText(rows)).then((copied) =>
      copied ? notice.success(texts.copied) : notice.warning(texts.notCopied),
    );
  };
  return (
    <Button size="xs" variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={copy}>
      {texts.copy}
    </Button>
  );
}

function titleOf(errors: readonly ProjectError[]): string {
  const levels = new Set(errors.map(({ Level }) => Level));
  if (levels.size > 1) return texts.titleBoth;
  return levels.has("error") ? texts.title : texts.titleWarnings;
}
