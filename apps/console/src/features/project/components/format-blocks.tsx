/** Blocks of the document as elements. */
import { Fragment, type ReactNode } from "react";
import { type FactColumn, FactTable } from "../../../components/fact-table.tsx";
import { type Block, plainText, spansOf } from "../model/markdown.ts";
import classes from "./format.module.css";

export function FormatBlocks({ blocks }: { blocks: readonly Block[] }): ReactNode {
  return blocks.map((block) => <FormatBlock key={block.id} block={block} />);
}

function FormatBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case "heading":
      return (
        <h3 className={classes["subtitle"]}>
          <Spans text={block.text} />
        </h3>
      );
    case "paragraph":
      return (
        <p>
          <Spans text={block.text} />
        </p>
      );
    case "list": {
      const List = block.ordered ? "ol" : "ul";
      return (
        <List className={classes["list"]}>
          {block.items.map((item) => (
            <li key={item}>
              <Spans text={item} />
            </li>
          ))}
        </List>
      );
    }
    case "table":
      return <FormatTable head={block.head} rows={block.rows} />;
  }
}

function FormatTable({ head, rows }: { head: readonly string[]; rows: readonly string[][] }) {
  const columns = head.map(columnOf);
  return (
    <FactTable
      label={head.map(plainText).join(", ")}
      rows={rows}
      columns={columns}
      rowKey={(row) => row.join("|")}
      top
    />
  );
}

function columnOf(header: string, index: number): FactColumn<readonly string[]> {
  return {
    id: header,
    header: plainText(header),
    cell: (row) => (row[index] ? <Spans text={row[index]} /> : null),
  };
}

export function Spans({ text }: { text: string }): ReactNode {
  return spansOf(text).map(({ kind, text: part, at }) => {
    const key = String(at);
    if (kind === "code") return <code key={key}>{part}</code>;
    if (kind === "strong") return <strong key={key}>{part}</strong>;
    return kind === "em" ? <em key={key}>{part}</em> : <Fragment key={key}>{part}</Fragment>;
  });
}
