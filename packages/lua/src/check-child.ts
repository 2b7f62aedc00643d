/** The process that `checkScripts` starts: takes a source, says what is wrong with it, takes the next. */
import { onParentGone } from "@hubwart/core";
import { checkSource } from "./check.ts";

onParentGone(() => process.exit(1));
process.on("message", ({ name, source }: { name: string; source: string }) => {
  void checkSource(name, source).then((problem) => process.send?.(problem ?? null));
});
