/** What the status page shows of other areas. Their modules implement this; none of it may wait for a network. */
import type { AnswerOf, info } from "@hubwart/contract";

export type Status = NonNullable<AnswerOf<typeof info>["status"]>;

export type Finding = Status["health"]["findings"][number];

export interface InfoSources {
  license(): Promise<Status["license"]>;
  /** Last known; `ts` 0 before the first check. */
  connectivity(): Promise<Status["connectivity"]>;
  project(): Promise<Status["project"]>;
  update(): Promise<Status["update"]>;
  /** What the other areas have to say in the health banner. */
  findings(): Finding[];
}
