import { readFile } from "node:fs/promises";
import path from "node:path";
import { countText } from "@hubwart/core";
import { podSchemas } from "@hubwart/pods/schemas";
import { type CompileResult, compileProject, type ProjectError } from "@hubwart/project";
import { parseArguments } from "../arguments.ts";
import { type Command, EXIT, UsageError } from "../command.ts";

/** Checks a project on the spot, without an appliance: for integrators and their build servers. */
export const command: Command = {
  usage: "DATEI [--json]",
  summary: "Prüft ein Projekt (.xlsx oder .zip). Status 0: in Ordnung, 1: Fehler, 2: Aufruf nicht möglich.",
  async run(args, output) {
    const { values, positionals } = parseArguments(args, { json: { type: "boolean" } });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new UsageError("Geben Sie genau eine Datei an.");
    const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(`Die Datei ${file} lässt sich nicht lesen (${error.code ?? error.message}).`);
    });
    const files = [{ name: path.basename(file), bytes }];
    const result = await compileProject({ files }, { schemas: podSchemas });
    if (values.json) output.out(JSON.stringify({ hash: result.hash, errors: result.errors }, null, 2));
    else for (const line of report(result)) output.out(line);
    return result.compiled ? EXIT.ok : EXIT.failed;
  },
};

function* report({ compiled, hash, errors }: CompileResult): Generator<string> {
  for (const error of errors) yield* entry(error);
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

function* entry(error: ProjectError): Generator<string> {
  const [file = "", table = "", line = ""] = error.Ref.split("|");
  const place = [file, table, line === "" ? "" : `Zeile ${line}`].filter((part) => part !== "").join(", ");
  const about = [error.Channel, error.Attribute].filter((part) => part !== "").join(" › ");
  const level = error.Level === "error" ? "Fehler " : "Warnung";
  yield `${level} ${error.ErrCode}  ${place}${about === "" ? "" : `  [${about}]`}`;
  yield `              ${error.ErrText}. ${error.Hint}`;
}
