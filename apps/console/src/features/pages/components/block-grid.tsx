/** The blocks of a page where they stand: one column on a phone, two on a tablet, twelve on a large screen. */
import { type ComponentType, type CSSProperties, memo, Suspense } from "react";
import type { ChannelValues } from "../../../api/channel-values.ts";
import { LoadingState } from "../../../components/loading-state.tsx";
import type { Block } from "../api/pages.ts";
import { nameOf } from "../model/shown-value.ts";
import { BlockFrame } from "./block-frame.tsx";
import { keyOf } from "./block-key.ts";
import classes from "./page.module.css";
import { ListBlock, ScheduleBlock, SetBlock, TextBlock, ValueBlock } from "./plain-blocks.tsx";
import { PlanBlock } from "./plan-block.tsx";
import { SetpointBlock } from "./setpoint-block.tsx";
import { SwitchBlock } from "./switch-block.tsx";

/** Blocks that other features know how to show. */
export interface ForeignBlocks {
  Trend: ComponentType<{ chans: readonly string[] }>;
  /** `of`: an area or a class; all without. */
  Alarms: ComponentType<{ of: string | undefined }>;
}

/** From so many columns on a block has a row of its own on a tablet. */
const WIDE = 5;

interface BlockGridProps {
  blocks: readonly Block[];
  values: ChannelValues;
  foreign: ForeignBlocks;
  /** Nothing can be set. */
  readOnly?: boolean;
}

export function BlockGrid({ blocks, readOnly = false, ...rest }: BlockGridProps) {
  return (
    <div className={classes["grid"]}>
      {blocks.flatMap((block) => {
        if (!block.box) return [];
        const { h, w, x, y } = block.box;
        const place = { "--x": x, "--y": y, "--w": w, "--h": h } as CSSProperties;
        return [
          <div key={keyOf(block)} className={classes["cell"]} data-wide={w >= WIDE} style={place}>
            <AnyBlock block={block} blocks={blocks} readOnly={readOnly} {...rest} />
          </div>,
        ];
      })}
    </div>
  );
}

const AnyBlock = memo(function AnyBlock({
  block,
  blocks,
  foreign,
  readOnly = false,
  values,
}: BlockGridProps & { block: Block }) {
  const { Alarms, Trend } = foreign;
  switch (block.block) {
    case "value":
      return <ValueBlock block={block} values={values} />;
    case "setpoint":
      return readOnly ? (
        <SetBlock block={block} values={values} />
      ) : (
        <SetpointBlock block={block} values={values} />
      );
    case "switch":
      return readOnly ? (
        <SetBlock block={block} values={values} />
      ) : (
        <SwitchBlock block={block} values={values} />
      );
    case "list":
      return <ListBlock block={block} values={values} />;
    case "schedule":
      return <ScheduleBlock block={block} values={values} />;
    case "text":
      return <TextBlock block={block} values={values} />;
    case "plan":
      return (
        <PlanBlock
          block={block}
          values={values}
          pins={blocks.filter(({ on }) => on === block.source)}
          readOnly={readOnly}
        />
      );
    case "trend":
      return (
        <BlockFrame name={nameOf({ ...block, source: undefined })} kind="trend">
          <Suspense fallback={<LoadingState lines={4} />}>
            <Trend chans={block.channels} />
          </Suspense>
        </BlockFrame>
      );
    case "alarms":
      return (
        <BlockFrame name={nameOf({ ...block, source: undefined })} kind="alarms">
          <Suspense fallback={<LoadingState lines={4} />}>
            <Alarms of={block.source} />
          </Suspense>
        </BlockFrame>
      );
  }
});
