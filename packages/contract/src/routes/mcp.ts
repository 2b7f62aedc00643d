/** The door for programs with a language model (Model Context Protocol): whether it is open, and what may be done there. */
import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";

export const MCP_PATH = "/mcp";

const config = {
  active: describe(z.boolean(), "`/mcp` answers tokens of programs"),
  propose: describe(z.boolean(), "changes of the project may be proposed, as drafts that a person publishes"),
  write_channels: describe(z.boolean(), "channels may be written, those of the token's patterns only"),
};

export const mcpConfig = call({
  method: "GET",
  path: "/system/mcp/config",
  summary: "Whether programs with a language model may ask at `/mcp`, and what they may do beside reading.",
  needs: "admin",
  channels: "none",
  mutates: false,
  etag: ["active", "propose", "write_channels"],
  answer: answer({ ...config, path: z.string() }),
});

export const mcpConfigSave = call({
  method: "POST",
  path: "/system/mcp/config",
  summary: "Opens or closes `/mcp`; closed, running requests are ended.",
  needs: "admin",
  channels: "none",
  mutates: true,
  guard: "mcpConfig",
  body: z.object(config),
});
