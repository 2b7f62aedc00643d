/** What people typed into forms of the console and have not saved yet. */
import { errorText } from "@hubwart/core";
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { UnsavedForms } from "./forms.ts";
import { unsavedHandlers } from "./routes.ts";

const SWEEP_MS = 3_600_000;

export async function compose(app: AppContext): Promise<Area> {
  const log = app.log.module("session");
  const forms = await UnsavedForms.open(app.layout.unsaved, app.clock, log);
  const sweep = () => void forms.sweep().catch((error: unknown) => log.warn(errorText(error)));
  app.scope.add(app.clock.every(SWEEP_MS, sweep));
  sweep();
  return { handlers: unsavedHandlers(forms) };
}
