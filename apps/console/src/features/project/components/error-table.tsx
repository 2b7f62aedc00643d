/** The compiler's list, sheet by sheet. */
import { useMediaQuery } from "@mantine/hooks";
import { useMemo } from "react";
import { CopyButton } from "../../../components/copy-button.tsx";
import { DataTable } from "../../../components/data-table/data-table.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { projectTexts } from "../../../texts/index.ts";
import { type ErrorRow, errorRows, errorText } from "../model/error-rows.ts";
import type { ProjectError } from "../run/run-state.ts";
import { errorColumns, fixColumn, STACKED_COLUMNS } from "./error-columns.tsx";

const texts = projectTexts.errors;
const rowKey = (row: ErrorRow): string => row.key;
const groupOf = (row: ErrorRow): string => row.sheet;

interface ErrorTableProps {
  errors: readonly ProjectError[];
  /** Leads to where the error can be put right. */
  onFix?: ((row: ErrorRow) => void) | undefined;
}

/** Nothing at all without entries. */
export function ErrorTable({ errors, onFix }: ErrorTableProps) {
  const rows = useMemo(() => errorRows(errors), [errors]);
  const narrow = useMediaQuery("(max-width: 48em)", false, { getInitialValueInEffect: false });
  const columns = useMemo(
    () => [...(narrow ? STACKED_COLUMNS : errorColumns(rows)), ...(onFix ? [fixColumn(onFix)] : [])],
    [narrow, rows, onFix],
  );
  if (rows.length === 0) return null;
  const title = titleOf(errors);
  return (
    <InfoBox
      title={title}
      flush
      actions={<CopyButton size="xs" label={texts.copy} text={() => errorText(rows)} />}
    >
      <DataTable label={title} rows={rows} columns={columns} rowKey={rowKey} groupOf={groupOf} />
    </InfoBox>
  );
}

function titleOf(errors: readonly ProjectError[]): string {
  const levels = new Set(errors.map(({ Level }) => Level));
  if (levels.size > 1) return texts.titleBoth;
  return levels.has("error") ? texts.title : texts.titleWarnings;
}
