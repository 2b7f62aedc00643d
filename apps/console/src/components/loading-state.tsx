/** Grey lines in the place of what is being loaded, so that nothing moves when it arrives. */
import { Skeleton } from "@mantine/core";
import { useAnnounce } from "../lib/announce.ts";
import { commonTexts } from "../texts/index.ts";
import classes from "./states.module.css";

/** Said aloud only where it lasts, ms. */
const LASTS = 1_000;

export function LoadingState({ lines = 3, height = 20 }: { lines?: number; height?: number }) {
  useAnnounce(commonTexts.state.loading, LASTS);
  return (
    <div className={classes["lines"]}>
      <span className="hw-visually-hidden">{commonTexts.state.loading}</span>
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} height={height} width={index === lines - 1 && lines > 1 ? "60%" : "100%"} />
      ))}
    </div>
  );
}
