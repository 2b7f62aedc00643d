/** What the status page shows, as areas hand it in. */
import type { Status } from "@hubwart/contract";
import type { FindingCode } from "@hubwart/contract/findings";

export type { Status } from "@hubwart/contract";

/** One line of the health banner. */
export type Finding = Status["health"]["findings"][number] & { code: FindingCode };
