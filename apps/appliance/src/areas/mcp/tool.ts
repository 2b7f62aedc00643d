/** What a tool is, and what it is given. */
import type { Clock, Logger } from "@hubwart/core";
import type { ZodObject } from "zod";
import type { Session } from "../../http/ports.ts";
import type { Offers } from "../../offers.ts";
import type { Ask } from "./api.ts";
import type { McpConfig } from "./settings.ts";

export interface ToolContext {
  ask: Ask;
  session: Session;
  address: string;
  clock: Clock;
  drafts: Offers["drafts"];
  signal: AbortSignal;
  /** False: too many writes lately. */
  mayWrite: () => boolean;
}

export interface Tool<I> {
  name: string;
  title: string;
  description: string;
  input: ZodObject & { _output: I };
  /** Only reads. */
  reads: boolean;
  /** Whether the token may use it as things are; otherwise it is not listed. */
  offered: (session: Session, config: McpConfig) => boolean;
  /** What the change log says of a use that changes something. */
  about?: (input: I) => object;
  run: (input: I, context: ToolContext) => Promise<object>;
}

export interface ToolsContext extends Omit<ToolContext, "signal"> {
  config: McpConfig;
  log: Logger;
  version: string;
  used: (tool: string, reads: boolean, code: number, about: object) => void;
}
