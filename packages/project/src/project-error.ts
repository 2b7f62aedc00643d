import type { AnswerOf, projectRun } from "@hubwart/contract";

/** One line of the compiler's list, in the shape of the wire. */
export type ProjectError = AnswerOf<typeof projectRun>["errors"][number];
