/** Blocks of the document as elements. */
import { Fragment, type ReactNode } from "react";
import { type Block, spansOf } from "../model/markdown.ts";
import classes from "./format.module.css";

export function FormatBlocks({ blocks }: { blocks: readonly Block[] }): ReactNode {
  return blocks.map((block, index) => <FormatBlock key={`${block.kind} ${index}`} block={block} />);
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

/** Can be scrolled sideways where it is too wide, also by keyboard. */
function FormatTable({ head, rows }: { head: readonly string[]; rows: readonly string[][] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable
    <section className={classes["frame"]} aria-label={head.join(", ")} tabIndex={0}>
      <table className={classes["table"]}>
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell} scope="col">
                <Spans text={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join("|")}>
              {row.map((cell, index) => (
                <td key={`${head[index]}`}>
                  <Spans text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function Spans({ text }: { text: string }): ReactNode {
  return spansOf(text).map(({ kind, text: part }, index) => {
    const key = `${index} ${part}`;
    if (kind === "code") return <code key={key}>{part}</code>;
    if (kind === "strong") return <strong key={key}>{part}</strong>;
    return kind === "em" ? <em key={key}>{part}</em> : <Fragment key={key}>{part}</Fragment>;
  });
}
