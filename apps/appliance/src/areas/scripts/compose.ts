/** Scripts of the project and what people add to them. */
import path from "node:path";
import { ScriptStore } from "@hubwart/lua";
import type { Area } from "../../area.ts";
import { complaining } from "../../complaining.ts";
import type { AppContext } from "../../context.ts";
import { ScriptsWatch } from "./findings.ts";
import { defineActivate } from "./jobs.ts";
import { scriptsHandlers } from "./routes.ts";
import { ScriptsService } from "./service.ts";

const MIB = 1024 * 1024;
/** Names change by activations and projects only. */
const NAMES_EVERY = 10_000;
const LOOK_EVERY = 5_000;

export async function compose(app: AppContext): Promise<Area> {
  const store = new ScriptStore(app.layout.scripts);
  const project = app.use("project");
  const service = new ScriptsService({
    store,
    compiledFile: () => project.compiledFile(),
    checkEntry: path.join(app.childrenDir, "script-check-child.mjs"),
  });
  const watch = new ScriptsWatch(app.clock);
  const observe = () => watch.observe(app.hub.connected ? app.hub.scripts() : undefined);
  app.scope.add(app.clock.every(LOOK_EVERY, observe));
  // So that what is wrong with them is told before anybody opens the page.
  let active: string[] = [];
  let hosts = await store.settingsDamaged();
  const look = async () => {
    active = await service.running();
    hosts = await store.settingsDamaged();
  };
  await service.active();
  const looking = complaining(app.log.module("scripts"), "Aktive Skripte", look);
  app.scope.add(app.clock.every(NAMES_EVERY, () => void looking()));
  return {
    handlers: scriptsHandlers(app, service, store, defineActivate(app, service, store), watch),
    findings: () => {
      observe();
      return watch.findings({ scripts: service.damaged, hosts }, active);
    },
    backup: [
      {
        name: "scripts",
        label: "Skripte",
        paths: [app.layout.scripts],
        files: [
          { name: /^scripts\/(active|settings)\.json[^/]*$/, most: 64 * MIB },
          { name: /^scripts\/(uploaded|kept)\/[^/]+$/, most: 16 * MIB },
        ],
      },
    ],
  };
}
