import { writeFile } from "node:fs/promises";
import { podSchemas } from "@hubwart/pods/schemas";
import { writeTemplate } from "@hubwart/project";
import { parseArguments } from "../arguments.ts";
import { type Command, EXIT, UsageError } from "../command.ts";
import { texts } from "../texts.ts";

export const command: Command = {
  usage: "[DATEI]",
  summary: texts.projectTemplate,
  async run(args, output) {
    const { positionals } = parseArguments(args, {});
    const [file = "vorlage.xlsx", ...more] = positionals;
    if (more.length > 0) throw new UsageError(texts.atMostOneFile);
    await writeFile(file, await writeTemplate(podSchemas), { flag: "wx" }).catch(
      (error: NodeJS.ErrnoException) => {
        const why = error.code === "EEXIST" ? texts.fileIsThere : (error.code ?? error.message);
        throw new UsageError(texts.notWritable(file, why));
      },
    );
    output.out(texts.templateWritten(file));
    return EXIT.ok;
  },
};
