import { haystackOf } from "@hubwart/project/haystack";
import { parseArguments } from "../arguments.ts";
import { type Command, EXIT } from "../command.ts";
import { compiledOf, sourceGiven } from "../project-source.ts";
import { texts } from "../texts.ts";
import { writeOver } from "../writing.ts";

/** Areas, equipment and points of a project for programs that read Project Haystack. */
export const command: Command = {
  usage: "QUELLE|--running [--json DATEI]",
  summary: texts.projectExportTags,
  async run(args, output) {
    const { values, positionals } = parseArguments(args, {
      running: { type: "boolean" },
      json: { type: "string" },
    });
    const given = sourceGiven(positionals, values.running);
    const source = await given();
    const compiled = compiledOf(source, output);
    if (!compiled) return EXIT.failed;
    const grid = JSON.stringify(haystackOf(compiled), undefined, 1);
    if (values.json === undefined) output.out(grid);
    else await writeOver(values.json, `${grid}\n`);
    return EXIT.ok;
  },
};
