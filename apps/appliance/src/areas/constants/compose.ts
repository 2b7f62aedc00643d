/** Constants: what administrators change of the project on the device. */
import { RESTART_REASONS } from "@hubwart/ipc";
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import type { Finding } from "../../status.ts";
import { EditedValues } from "./edited-values.ts";
import { constantsHandlers } from "./routes.ts";
import { ConstantsService } from "./service.ts";
import { texts } from "./texts.ts";

const DAMAGED: Finding = {
  code: "constants-damaged",
  level: 2,
  text: texts.valuesLost,
  route: "/resources/const",
};

export async function compose(app: AppContext): Promise<Area> {
  const { layout, clock, log } = app;
  const project = app.use("project");
  const edited = await EditedValues.open(layout.constants, clock, log.module("constants"));
  const service = new ConstantsService({ edited, project: () => project.constants() });
  const activate = project.defineRemake({
    kind: "constants.activate",
    title: "Konstanten aktivieren",
    reason: RESTART_REASONS.constantsActivated,
  });
  return {
    handlers: constantsHandlers(service, activate),
    findings: () => (edited.damaged ? [DAMAGED] : []),
    backup: [{ name: "constants", label: texts.label, paths: [layout.constants] }],
  };
}
