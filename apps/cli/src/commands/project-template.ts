import { podSchemas } from "@hubwart/pods/schemas";
import { writeTemplate } from "@hubwart/project";
import { parseArguments } from "../arguments.ts";
import { type Command, EXIT, UsageError } from "../command.ts";
import { texts } from "../texts.ts";
import { writeNew } from "../writing.ts";

export const command: Command = {
  usage: "[DATEI]",
  summary: texts.projectTemplate,
  async run(args, output) {
    const { positionals } = parseArguments(args, {});
    const [file = "vorlage.xlsx", ...more] = positionals;
    if (more.length > 0) throw new UsageError(texts.atMostOneFile);
    await writeNew(file, await writeTemplate(podSchemas));
    output.out(texts.templateWritten(file));
    return EXIT.ok;
  },
};
