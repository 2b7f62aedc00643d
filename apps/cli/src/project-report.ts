/** What the compiler found, as a terminal shows it. */
import { countText } from "@hubwart/core";
import type { CompileResult, ProjectError } from "@hubwart/project";

export function* reportLines({ compiled, hash, errors }: CompileResult): Generator<string> {
  yield* errorLines(errors);
  const failed = errors.filter((error) => error.Level === "error").length;
  const counts = `${countText(failed, "Fehler", "Fehler")}, ${countText(errors.length - failed, "Warnung", "Warnungen")}`;
  if (!compiled) yield `Ungültig: ${counts}`;
  else {
    const channels = compiled.pods.reduce((sum, pod) => sum + pod.channels.length, 0);
    yield `In Ordnung: „${compiled.name}“ mit ${countText(compiled.pods.length, "Pod", "Pods")}, ` +
      `${countText(channels, "Channel", "Channels")} und ${countText(compiled.links.length, "Verknüpfung", "Verknüpfungen")} (${counts})`;
    yield `Prüfsumme: ${hash}`;
  }
}

export function* errorLines(errors: readonly ProjectError[]): Generator<string> {
  for (const error of errors) {
    const [file = "", table = "", line = ""] = error.Ref.split("|");
    const place = [file, table, line === "" ? "" : `Zeile ${line}`].filter((part) => part !== "").join(", ");
    const about = [error.Channel, error.Attribute].filter((part) => part !== "").join(" › ");
    const level = error.Level === "error" ? "Fehler " : "Warnung";
    yield `${level} ${error.ErrCode}  ${place}${about === "" ? "" : `  [${about}]`}`;
    yield `              ${error.ErrText}. ${error.Hint}`;
  }
}
