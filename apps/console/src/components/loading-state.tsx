/**
 * Grey bars in the place of what is being loaded, in its shape: labels with values in a card, rows in a card of a table,
 * and a card of their own on the page. `shape` says it where what comes is another.
 */
import { Skeleton } from "@mantine/core";
import { type ReactNode, useContext } from "react";
import { useAnnounce } from "../lib/announce.ts";
import { commonTexts } from "../texts/index.ts";
import { BoxContent } from "./box-content.ts";
import classes from "./states.module.css";

export type LoadingShape = "card" | "facts" | "table" | "lines";

/** Said aloud only where it lasts, ms. */
const LASTS = 1_000;
/** Widths of the bars of a row. */
const CELLS = ["70%", "55%", "80%", "40%"];
const VALUES = ["45%", "60%", "30%"];

export interface LoadingStateProps {
  lines?: number;
  height?: number;
  shape?: LoadingShape;
}

export function LoadingState({ lines = 3, height = 20, shape }: LoadingStateProps) {
  useAnnounce(commonTexts.state.loading, LASTS);
  const inside = useContext(BoxContent);
  const shown = shape ?? inside ?? "card";
  const rows = Array.from({ length: lines }, (_, index) => index);
  return (
    <div className={classes["loading"]} data-shape={shown} data-inside={inside}>
      <span className="hw-visually-hidden">{commonTexts.state.loading}</span>
      {shown === "card" ? <Skeleton className={classes["heading"] ?? ""} height={18} width="9rem" /> : null}
      {rows.map((index) => (
        <div className={classes["row"]} key={index}>
          {bars(shown, index, lines, height)}
        </div>
      ))}
    </div>
  );
}

function bars(shape: LoadingShape, index: number, lines: number, height: number): ReactNode {
  switch (shape) {
    case "lines":
      return <Skeleton height={height} width={index === lines - 1 && lines > 1 ? "60%" : "100%"} />;
    case "table":
      return CELLS.map((width) => <Skeleton key={width} height={14} width={width} />);
    case "card":
    case "facts":
      return (
        <>
          <Skeleton height={14} width="70%" />
          <Skeleton height={14} width={VALUES[index % VALUES.length] ?? "45%"} />
        </>
      );
  }
}
