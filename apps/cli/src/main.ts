/** `hubwart …`: finds the command, loads only that one, runs it. */
import { errorText, isAppError } from "@hubwart/core";
import { type Command, EXIT, type Output, UsageError } from "./command.ts";
import { texts } from "./texts.ts";

/** Words of the command → its file. */
const COMMANDS: Readonly<Record<string, () => Promise<{ command: Command }>>> = {
  "data restore": () => import("./commands/data-restore.ts"),
  "password reset": () => import("./commands/password-reset.ts"),
  "pod run": () => import("./commands/pod-run.ts"),
  "project check": () => import("./commands/project-check.ts"),
  "project diff": () => import("./commands/project-diff.ts"),
  "project export-tags": () => import("./commands/project-export-tags.ts"),
  "project export": () => import("./commands/project-export.ts"),
  "project fmt": () => import("./commands/project-fmt.ts"),
  "project import-ets": () => import("./commands/project-import-ets.ts"),
  "project template": () => import("./commands/project-template.ts"),
};

const output: Output = {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
};

const HELP = new Set(["--help", "-h", "help"]);

async function main(args: string[]): Promise<number> {
  const words = `${args[0] ?? ""} ${args[1] ?? ""}`.trim();
  const load = Object.hasOwn(COMMANDS, words) ? COMMANDS[words] : undefined;
  const asked = args.some((word) => HELP.has(word));
  if (!load || asked) {
    const say = asked ? output.out : output.err;
    if (args.length > 0 && !asked) say(texts.unknownCommand(args.join(" ")));
    say(texts.usage);
    // Of one command, of those that begin with the same word, or of all.
    const meant = Object.entries(COMMANDS).filter(([name]) =>
      load ? name === words : !asked || HELP.has(args[0] ?? "") || name.startsWith(`${args[0]} `),
    );
    for (const [name, loadCommand] of meant) {
      const { command } = await loadCommand();
      say(`  hubwart ${name} ${command.usage}`);
      say(`      ${command.summary}`);
    }
    return asked ? EXIT.ok : EXIT.usage;
  }
  const { command } = await load();
  try {
    return await command.run(args.slice(2), output);
  } catch (error) {
    if (error instanceof UsageError) {
      output.err(error.message);
      output.err(`Aufruf: hubwart ${words} ${command.usage}`);
      return EXIT.usage;
    }
    if (!isAppError(error)) throw error;
    output.err(errorText(error));
    return EXIT.failed;
  }
}

// A reader that has seen enough (`… | head`) is no error, and nobody is left to tell.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(EXIT.ok);
});
process.exitCode = await main(process.argv.slice(2));
