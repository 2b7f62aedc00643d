/**
 * The server of the official SDK, loaded with the first request: a fresh one for each, which knows the tools that its token may
 * use. Nothing is kept between requests.
 */
import { CODES } from "@hubwart/contract";
import { errorText, isAppError } from "@hubwart/core";
import { type CallToolResult, createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { ForbiddenError } from "../../http/rights.ts";
import { Refused } from "./api.ts";
import { projectTools } from "./project-tools.ts";
import { readingTools } from "./reading-tools.ts";
import { texts } from "./texts.ts";
import type { Tool, ToolsContext } from "./tool.ts";
import { writeChannel } from "./writing-tools.ts";

type AnyTool = Tool<Record<string, unknown>>;
export const TOOLS = [...readingTools, ...projectTools, writeChannel] as unknown as readonly AnyTool[];

/** Answers one request. @param body as parsed; undefined for one without */
export async function answerMcp(request: Request, body: unknown, context: ToolsContext): Promise<Response> {
  const handler = createMcpHandler(() => serverOf(context), {
    // Nothing changes by itself that anybody could be told of.
    maxSubscriptions: 0,
    keepAliveMs: 0,
    onerror: (error) => context.log.debug(errorText(error)),
  });
  return await handler.fetch(request, body === undefined ? {} : { parsedBody: body });
}

function serverOf(context: ToolsContext): McpServer {
  const { config, session, version } = context;
  const server = new McpServer({ name: "hubwart", version }, { instructions: texts.instructions });
  for (const tool of TOOLS.filter(({ offered }) => offered(session, config))) {
    const { description, input, name, reads, title } = tool;
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: input,
        annotations: {
          readOnlyHint: reads,
          destructiveHint: name === writeChannel.name,
          openWorldHint: false,
        },
      },
      (given, { mcpReq: { signal } }) => run(tool, given, signal, context),
    );
  }
  return server;
}

async function run(
  tool: AnyTool,
  given: Record<string, unknown>,
  signal: AbortSignal,
  context: ToolsContext,
): Promise<CallToolResult> {
  let code: number = CODES.ok;
  try {
    return textOf(await tool.run(given, { ...context, signal }), false);
  } catch (error) {
    const known = isAppError(error) || error instanceof ForbiddenError || error instanceof Refused;
    if (!known) context.log.error(texts.failedLog(tool.name, errorText(error)));
    code = error instanceof Refused ? error.code : known ? CODES.badRequest : CODES.serverError;
    return textOf({ error: known && error instanceof Error ? error.message : texts.failed }, true);
  } finally {
    context.used(tool.name, tool.reads, code, tool.about?.(given) ?? {});
  }
}

const textOf = (answer: object, isError: boolean): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(answer) }],
  ...(isError ? { isError } : {}),
});
