/** The diagnostics file. */
import { systemInfo } from "@hubwart/contract";
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { diagnosticsCheck, diagnosticsHandlers } from "./routes.ts";

export async function compose(app: AppContext): Promise<Area> {
  return {
    handlers: diagnosticsHandlers(app),
    downloadChecks: { [systemInfo.path]: diagnosticsCheck },
  };
}
