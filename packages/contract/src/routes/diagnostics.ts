/** The diagnostics file. */
import { call } from "../define.ts";

export const systemInfo = call({
  method: "GET",
  path: "/system/info",
  summary: "Diagnostics file: versions, state, settings with secrets masked, logs.",
  needs: "admin",
  channels: "none",
  origin: "spec",
  mutates: false,
  content: "application/gzip",
});
