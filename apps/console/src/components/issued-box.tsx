/** What was given out and can be taken back, such as tokens. The dialogs that make one, and show it once, are its children. */
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useMemo, useState } from "react";
import { notice } from "../lib/notice.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { EmptyState } from "./empty-state.tsx";
import { type FactColumn, FactTable } from "./fact-table.tsx";
import { IconButton } from "./icon-button.tsx";
import { InfoBox, type InfoBoxProps } from "./info-box.tsx";
import { QueryState, type QueryStateProps } from "./query-state.tsx";
import { RelativeTime } from "./relative-time.tsx";
import { RowActions } from "./row-actions.tsx";
import { StatusBadge } from "./status-badge.tsx";

export interface Issued {
  id: string;
  name: string;
  state: string;
  /** ms since the epoch; 0: never. */
  used: number;
}

export interface IssuedTexts {
  columns: { name: string; used: string; actions: string };
  create: string;
  never: string;
  empty: string;
  emptyText?: string;
  revoke: string;
  revokeQuestion: (name: string) => string;
  revoked: string;
}

export interface IssuedBoxProps<D, T extends Issued> extends Pick<InfoBoxProps, "flush" | "icon" | "title"> {
  texts: IssuedTexts;
  intro?: ReactNode;
  query: QueryStateProps<D>["query"];
  rowsOf: (data: D) => readonly T[];
  /** Between name and use. */
  columns: readonly FactColumn<T>[];
  /** What keeps it from being of use; undefined where nothing does. */
  trouble: (row: T) => { word: string; why?: string | undefined } | undefined;
  /** Nothing can be made. */
  closed?: boolean;
  onCreate: () => void;
  revoke: (id: string) => Promise<unknown>;
  children: ReactNode;
}

export function IssuedBox<D, T extends Issued>(props: IssuedBoxProps<D, T>) {
  const { closed = false, intro, query, rowsOf, texts, title, columns: own, trouble } = props;
  const [asked, setAsked] = useState<T>();
  const columns = useMemo(
    () => columnsOf({ texts, own, trouble, ask: (row) => setAsked(row) }),
    [texts, own, trouble],
  );
  return (
    <InfoBox
      title={title}
      {...(props.icon ? { icon: props.icon } : {})}
      flush={props.flush ?? false}
      actions={
        <IconButton size="xs" icon={IconPlus} disabled={!query.data || closed} onClick={props.onCreate}>
          {texts.create}
        </IconButton>
      }
    >
      {intro}
      <QueryState query={query}>
        {(data) => {
          const rows = rowsOf(data);
          return rows.length === 0 ? (
            <EmptyState title={texts.empty} {...(texts.emptyText ? { text: texts.emptyText } : {})} />
          ) : (
            <FactTable label={title} rows={rows} columns={columns} rowKey={({ id }) => id} top />
          );
        }}
      </QueryState>
      {props.children}
      <ConfirmDialog
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={texts.revoke}
        confirmLabel={texts.revoke}
        question={texts.revokeQuestion(asked?.name ?? "")}
        danger
        onConfirm={() => props.revoke(asked?.id ?? "")}
        onDone={() => notice.success(texts.revoked)}
      />
    </InfoBox>
  );
}

interface ColumnsOptions<T extends Issued> extends Pick<IssuedBoxProps<unknown, T>, "texts" | "trouble"> {
  own: readonly FactColumn<T>[];
  ask: (row: T) => void;
}

function columnsOf<T extends Issued>({
  ask,
  own,
  texts,
  trouble,
}: ColumnsOptions<T>): readonly FactColumn<T>[] {
  const { columns: heads } = texts;
  return [
    {
      id: "name",
      header: heads.name,
      rowHeader: true,
      cell: (row) => {
        const found = trouble(row);
        return (
          <div>
            {row.name}{" "}
            {found === undefined ? null : (
              <span title={found.why}>
                <StatusBadge tone="warn">{found.word}</StatusBadge>
              </span>
            )}
          </div>
        );
      },
    },
    ...own,
    {
      id: "used",
      header: heads.used,
      cell: ({ used }) => (used === 0 ? texts.never : <RelativeTime ms={used} />),
    },
    {
      id: "actions",
      header: heads.actions,
      align: "right",
      cell: (row) => (
        <RowActions
          row={row.name}
          actions={[{ label: texts.revoke, icon: IconTrash, run: () => ask(row) }]}
        />
      ),
    },
  ];
}
