import { type ParseArgsConfig, parseArgs } from "node:util";
import { UsageError } from "./command.ts";
import { texts } from "./texts.ts";

/** Node's own parser, with its complaints as UsageError. */
export function parseArguments<const T extends NonNullable<ParseArgsConfig["options"]>>(
  args: string[],
  options: T,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const option = /'(-[^' =]*)/.exec(text)?.[1];
    throw new UsageError(option === undefined ? text : texts.optionNotAllowed(option));
  }
}
