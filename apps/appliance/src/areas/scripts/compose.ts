/** Scripts of the project and what people add to them. */
import path from "node:path";
import { ScriptStore } from "@hubwart/lua";
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { scriptFindings } from "./findings.ts";
import { defineActivate } from "./jobs.ts";
import { scriptsHandlers } from "./routes.ts";
import { ScriptsService } from "./service.ts";

export async function compose(app: AppContext): Promise<Area> {
  const store = new ScriptStore(app.layout.scripts);
  const project = app.use("project");
  const service = new ScriptsService({
    store,
    compiledFile: () => project.compiledFile(),
    checkEntry: path.join(app.childrenDir, "script-check-child.mjs"),
  });
  // So that damage is told before anybody opens the page.
  await service.active();
  return {
    handlers: scriptsHandlers(app, service, store, defineActivate(app, service, store)),
    findings: () => scriptFindings(app.hub.scripts(), service.damaged),
    backup: [{ name: "scripts", label: "Skripte", paths: [app.layout.scripts] }],
  };
}
