/** What the hub reports of the running project. */
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { projectTexts } from "../../../texts/index.ts";
import type { RuntimeMessage } from "../run/watch-runtime.ts";
import classes from "./error-table.module.css";

const texts = projectTexts.messages;
const COLUMNS: readonly DataColumn<RuntimeMessage>[] = [
  {
    id: "channel",
    header: texts.channel,
    value: ({ chan }) => chan,
    cell: ({ chan }) => <span className={layout["mono"]}>{chan}</span>,
  },
  {
    id: "text",
    header: texts.text,
    value: (message) => message.err_text,
    cell: (message) => <span className={classes["text"]}>{message.err_text}</span>,
  },
];
const rowKey = ({ chan }: RuntimeMessage): string => chan;

export function MessageTable({ messages }: { messages: readonly RuntimeMessage[] }) {
  return (
    <InfoBox title={texts.title} flush={messages.length > 0}>
      {messages.length > 0 ? (
        <DataTable label={texts.title} rows={messages} columns={COLUMNS} rowKey={rowKey} />
      ) : (
        <StatusBadge tone="ok">{texts.none}</StatusBadge>
      )}
    </InfoBox>
  );
}
