/** What the status page shows, as areas hand it in. */
import type { Status } from "@hubwart/contract";

export type { Status } from "@hubwart/contract";

/** One line of the health banner. */
export type Finding = Status["health"]["findings"][number];
