import { createLogger, MemoryLogSink } from "@hubwart/core";
import { expect, it } from "vitest";
import { complaining } from "./complaining.ts";

it("says each reason once, and again after it was over", async () => {
  const sink = new MemoryLogSink();
  let why = "";
  const look = complaining(createLogger("system", "stores", sink), "Weitergabe", async () => {
    if (why !== "") throw new Error(why);
  });
  for (why of ["", "EIO", "EIO", "ENOSPC", "", "ENOSPC"]) await look();
  expect(sink.entries.map(({ level, msg }) => `${level} ${msg}`)).toEqual([
    "warn Weitergabe: EIO",
    "warn Weitergabe: ENOSPC",
    "warn Weitergabe: ENOSPC",
  ]);
});
