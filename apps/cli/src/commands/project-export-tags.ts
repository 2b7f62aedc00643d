import { writeFileAtomic } from "@hubwart/core";
import { haystackOf } from "@hubwart/project/haystack";
import { parseArguments } from "../arguments.ts";
import { type Command, EXIT, UsageError } from "../command.ts";
import { errorLines } from "../project-report.ts";
import { loadProject, loadRunning } from "../project-source.ts";
import { texts } from "../texts.ts";

/** Areas, equipment and points of a project for programs that read Project Haystack. */
export const command: Command = {
  usage: "QUELLE|--running [--json DATEI]",
  summary: texts.projectExportTags,
  async run(args, output) {
    const { values, positionals } = parseArguments(args, {
      running: { type: "boolean" },
      json: { type: "string" },
    });
    const [place, ...more] = positionals;
    if (more.length > 0 || (place === undefined) !== (values.running === true)) {
      throw new UsageError(texts.oneProject);
    }
    const source = place === undefined ? await loadRunning() : await loadProject(place);
    const { compiled, errors } = source.result;
    if (!compiled) {
      output.err(texts.notValidSee(source.place));
      for (const line of errorLines(errors)) output.err(line);
      return EXIT.failed;
    }
    const grid = JSON.stringify(haystackOf(compiled), undefined, 1);
    if (values.json === undefined) output.out(grid);
    else await writeFileAtomic(values.json, `${grid}\n`);
    return EXIT.ok;
  },
};
