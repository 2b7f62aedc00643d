import { parseArguments } from "../arguments.ts";
import { type Command, EXIT, UsageError } from "../command.ts";
import { reportLines } from "../project-report.ts";
import { loadProject } from "../project-source.ts";
import { texts } from "../texts.ts";

/** Checks a project on the spot, without an appliance: for integrators and their build servers. */
export const command: Command = {
  usage: "DATEI|ORDNER [--json]",
  summary: texts.projectCheck,
  async run(args, output) {
    const { values, positionals } = parseArguments(args, { json: { type: "boolean" } });
    const [place, ...more] = positionals;
    if (place === undefined || more.length > 0) throw new UsageError(texts.oneFile);
    const { result } = await loadProject(place);
    if (values.json) output.out(JSON.stringify({ hash: result.hash, errors: result.errors }, null, 2));
    else for (const line of reportLines(result)) output.out(line);
    return result.compiled ? EXIT.ok : EXIT.failed;
  },
};
