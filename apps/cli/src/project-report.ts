/** What the compiler found, as a terminal shows it. */
import type { CompileResult, ProjectError } from "@hubwart/project";
import { texts } from "./texts.ts";

export function* reportLines({ compiled, hash, errors }: CompileResult): Generator<string> {
  yield* errorLines(errors);
  const failed = errors.filter((error) => error.Level === "error").length;
  const counts = texts.problems(failed, errors.length - failed);
  if (!compiled) yield texts.invalid(counts);
  else {
    const channels = compiled.pods.reduce((sum, pod) => sum + pod.channels.length, 0);
    yield texts.inOrder(compiled.name, compiled.pods.length, channels, compiled.links.length, counts);
    yield texts.checksum(hash);
  }
}

export function* errorLines(errors: readonly ProjectError[]): Generator<string> {
  for (const error of errors) {
    const [file = "", table = "", line = ""] = error.Ref.split("|");
    const place = [file, table, line === "" ? "" : texts.lineOf(line)]
      .filter((part) => part !== "")
      .join(", ");
    const about = [error.Channel, error.Attribute].filter((part) => part !== "").join(" › ");
    const level = error.Level === "error" ? texts.error : texts.warning;
    yield `${level} ${error.ErrCode}  ${place}${about === "" ? "" : `  [${about}]`}`;
    yield `              ${error.ErrText}. ${error.Hint}`;
  }
}
