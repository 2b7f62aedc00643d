import { writeFile } from "node:fs/promises";
import { podSchemas } from "@hubwart/pods/schemas";
import { writeTemplate } from "@hubwart/project";
import { parseArguments } from "../arguments.ts";
import { type Command, EXIT, UsageError } from "../command.ts";

export const command: Command = {
  usage: "[DATEI]",
  summary: "Schreibt eine Vorlage mit allen Tabellen und Spalten (ohne Angabe: vorlage.xlsx).",
  async run(args, output) {
    const { positionals } = parseArguments(args, {});
    const [file = "vorlage.xlsx", ...more] = positionals;
    if (more.length > 0) throw new UsageError("Geben Sie höchstens eine Datei an.");
    await writeFile(file, await writeTemplate(podSchemas), { flag: "wx" }).catch(
      (error: NodeJS.ErrnoException) => {
        const why = error.code === "EEXIST" ? "es gibt sie schon" : (error.code ?? error.message);
        throw new UsageError(`Die Datei ${file} lässt sich nicht schreiben: ${why}.`);
      },
    );
    output.out(`Vorlage geschrieben: ${file}`);
    return EXIT.ok;
  },
};
