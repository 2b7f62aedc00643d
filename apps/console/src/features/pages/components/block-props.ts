import type { ChannelValues } from "../../../api/channel-values.ts";
import type { Block } from "../api/pages.ts";

export interface BlockProps {
  block: Block;
  /** Of all channels of the page. */
  values: ChannelValues;
}
