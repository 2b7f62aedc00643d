/** The door for programs with a language model (Model Context Protocol). */
import { MCP_PATH } from "@hubwart/contract";
import { VERSION } from "@hubwart/core";
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";

import { McpDoor } from "./door.ts";
import { McpSettings } from "./settings.ts";

export async function compose(app: AppContext): Promise<Area> {
  const { audit, clock, gate, scope } = app;
  const settings = new McpSettings(app.store);
  const door = new McpDoor({
    config: () => settings.read(),
    gate,
    audit,
    clock,
    scope,
    log: app.log.module("mcp"),
    drafts: () => app.use("drafts"),
    proof: () => app.use("containers").proxyProof(),
    version: VERSION,
  });
  return {
    handlers: {
      mcpConfig: async () => ({ ...settings.read(), path: MCP_PATH }),
      mcpConfigSave: async (request) => {
        request.audit({ before: settings.read() });
        settings.write(request.body, clock.now());
        if (!request.body.active) door.shut();
        return {};
      },
    },
    serve: (server) => door.serve(server),
  };
}
