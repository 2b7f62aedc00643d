/** What the status page shows, as areas hand it in. */
import type { AnswerOf, info } from "@hubwart/contract";

export type Status = NonNullable<AnswerOf<typeof info>["status"]>;

/** One line of the health banner. */
export type Finding = Status["health"]["findings"][number];
