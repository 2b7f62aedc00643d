/** The blocks of a page with what is now. */
import { useMemo } from "react";
import { useChannelValues } from "../../../api/channel-values.ts";
import { ReloadFailed } from "../../../components/reload-failed.tsx";
import { pagesTexts as texts } from "../../../texts/index.ts";
import type { PageLook } from "../api/pages.ts";
import { BlockGrid, type ForeignBlocks } from "./block-grid.tsx";
import classes from "./page.module.css";

interface ShownPageProps {
  look: Pick<PageLook, "blocks">;
  foreign: ForeignBlocks;
  /** Nothing can be set. */
  readOnly?: boolean;
}

export function ShownPage({ foreign, look, readOnly = false }: ShownPageProps) {
  const { Alarms, Trend } = foreign;
  const chans = useMemo(
    () => [
      ...new Set(
        look.blocks.flatMap(({ actual, block, channels }) =>
          block === "trend" ? [] : actual === undefined ? channels : [...channels, actual],
        ),
      ),
    ],
    [look],
  );
  const { error, loaded, refetch, store } = useChannelValues(chans);
  const values = useMemo(() => ({ loaded, store }), [loaded, store]);
  const known = useMemo(() => ({ Alarms, Trend }), [Alarms, Trend]);
  return (
    <div className={classes["page"]}>
      {error ? (
        <ReloadFailed error={error} onRetry={refetch} text={loaded ? undefined : texts.noValues} />
      ) : null}
      <BlockGrid blocks={look.blocks} values={values} foreign={known} readOnly={readOnly} />
    </div>
  );
}
