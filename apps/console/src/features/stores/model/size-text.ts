/** Sizes of what is kept: the limit is set in GB of a thousand millions. */
import { formatFileSize } from "../../../lib/format.ts";
import { formatDecimal } from "../../../lib/intl.ts";

const GB = 1e9;

export const sizeText = (bytes: number): string =>
  bytes < GB ? formatFileSize(bytes) : `${formatDecimal(bytes / GB, 0, 2)}\u00a0GB`;
