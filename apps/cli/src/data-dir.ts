import { ConfigError, parseConfig } from "@hubwart/core";
import { UsageError } from "./command.ts";

/** @throws UsageError where the environment is not as it should be */
export function dataDir(): string {
  try {
    return parseConfig(process.env).dataDir;
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message);
    throw error;
  }
}
