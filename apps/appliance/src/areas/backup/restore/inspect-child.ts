/** The process that `inspect` starts: what anybody may have written is parsed here, and nowhere else before. */
import { readFile } from "node:fs/promises";
import { AppError, errorText, onParentGone, withinBounds } from "@hubwart/core";
import { adoptDatabase } from "@hubwart/core/store";
import { podSchemas } from "@hubwart/pods/schemas";
import { problemInCompiled } from "@hubwart/project";
import { texts } from "../texts.ts";
import { BOUNDS } from "./changes/files.ts";
import { tellChanges } from "./changes/tell.ts";
import { problemInFile } from "./checks/files.ts";
import type { InspectAnswer, InspectTask, Task } from "./inspect.ts";

onParentGone(() => process.exit(1));
process.once("message", (task: Task) => {
  void ("tell" in task ? tellChanges(task.tell) : inspect(task.inspect)).then(
    (answer) => process.send?.(answer, undefined, {}, () => process.exit(0)),
    () => process.exit(1),
  );
});

async function inspect({ database, files, projects }: InspectTask): Promise<InspectAnswer> {
  for (const { file, name } of projects) {
    const problem = await problemIn(file);
    if (problem !== undefined) return { refused: texts.fileRefused(name, problem) };
  }
  for (const { file, name } of files) {
    const problem = await problemInFile(name, file);
    if (problem !== undefined)
      return {
        refused: texts.fileRefused(name.slice(0, 200), problem),
      };
  }
  if (!database) return { password: false };
  try {
    return adoptDatabase(database.theirs, database.fresh, new Set(database.settings));
  } catch (error) {
    if (error instanceof AppError) return { refused: error.message };
    return { refused: texts.damagedDatabase, cause: errorText(error) };
  }
}

async function problemIn(file: string): Promise<string | undefined> {
  const text = await readFile(file, "utf8");
  if (!withinBounds(text, BOUNDS)) return texts.tooLargeOrDeep;
  try {
    return problemInCompiled(JSON.parse(text), podSchemas);
  } catch {
    return texts.noJson;
  }
}
