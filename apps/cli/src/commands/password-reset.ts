import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import readline from "node:readline";
import { Writable } from "node:stream";
import { dataLayout } from "@hubwart/core";
import { openStore, resetPassword } from "@hubwart/core/store";
import { parseArguments } from "../arguments.ts";
import { type Command, EXIT, type Output, UsageError } from "../command.ts";
import { dataDir } from "../data-dir.ts";
import { texts } from "../texts.ts";

const SHORTEST = 8;
const LONGEST = 1024;

/**
 * A new password from the device's own shell. It is typed twice without being shown, read as one line from a
 * pipe, or made up; never an argument, which every process on the machine could read.
 */
export const command: Command = {
  usage: "[--generate]",
  summary: texts.passwordReset,
  async run(args, output) {
    const { values, positionals } = parseArguments(args, { generate: { type: "boolean" } });
    if (positionals.length > 0) {
      throw new UsageError(texts.passwordIsAsked);
    }
    const layout = dataLayout(dataDir());
    if (!existsSync(layout.stateDb) && !existsSync(layout.credentialFile)) {
      throw new UsageError(texts.noData(layout.root));
    }
    const password = values.generate ? randomBytes(12).toString("base64url") : await ask(output);
    const store = openStore({ file: layout.stateDb, credentialFile: layout.credentialFile, now: Date.now });
    let factor = false;
    try {
      factor = store.secondFactor.read() !== undefined;
      await resetPassword(store, password, Date.now());
    } finally {
      store.close();
    }
    output.out(texts.passwordSet);
    if (factor) output.out(texts.factorOff);
    if (values.generate) output.out(texts.newPassword + password);
    return EXIT.ok;
  },
};

async function ask(output: Output): Promise<string> {
  const typed = process.stdin.isTTY;
  const password = typed ? await hidden(texts.newPassword) : await firstLine();
  if (password.length < SHORTEST || password.length > LONGEST) {
    throw new UsageError(texts.charactersAllowed(SHORTEST, LONGEST));
  }
  if (typed && (await hidden(texts.repetition)) !== password) {
    output.err(texts.passwordsDiffer);
    throw new UsageError(texts.nothingChanged);
  }
  return password;
}

async function firstLine(): Promise<string> {
  const lines = readline.createInterface({ input: process.stdin });
  for await (const line of lines) {
    lines.close();
    return line;
  }
  return "";
}

/** A line from the terminal that is not shown. */
function hidden(question: string): Promise<string> {
  process.stdout.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = readline.createInterface({ input: process.stdin, output: nowhere, terminal: true });
  return new Promise((resolve) => {
    lines.question("", (answer) => {
      lines.close();
      process.stdout.write("\n");
      resolve(answer);
    });
    lines.on("SIGINT", () => process.exit(130));
  });
}
