import { type CallName, type CallSpec, calls, fileFromCentral } from "@hubwart/contract";
import { InvalidInputError } from "@hubwart/core";
import { texts } from "../texts.ts";

/** A hub of another version may take the call for an ordinary one. @throws InvalidInputError for what has no file that goes this way */
export function demandWay(call: string, way: "down" | "up"): void {
  const spec: CallSpec | undefined = Object.hasOwn(calls, call) ? calls[call as CallName] : undefined;
  if (!spec || fileFromCentral(spec) !== way)
    throw new InvalidInputError([{ field: "call", message: texts.noSiteFile }]);
}
