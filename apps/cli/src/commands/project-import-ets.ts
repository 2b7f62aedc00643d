import { readFile, stat } from "node:fs/promises";
import { ETS_LIMITS, EtsPasswordError, importEts } from "@hubwart/knx/ets";
import { parseArguments } from "../arguments.ts";
import { type Command, EXIT, UsageError } from "../command.ts";
import { readSecret } from "../secret-file.ts";
import { texts } from "../texts.ts";
import { systemText, writeNew } from "../writing.ts";

/** More would scroll what matters out of sight. */
const SHOWN = 200;

/** Takes group addresses over from the ETS: a workbook with one KNX pod whose interface is still to be named. */
export const command: Command = {
  usage: "DATEI [--password-file DATEI] [-o AUSGABE.xlsx]",
  summary: texts.projectImportEts,
  async run(args, output) {
    const { values, positionals } = parseArguments(args, {
      "password-file": { type: "string" },
      output: { type: "string", short: "o", default: "ets.xlsx" },
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new UsageError(texts.oneFile);
    const bytes = await load(file);
    const secret = values["password-file"];
    const password = secret === undefined ? undefined : await readSecret(secret, texts.thePassword);
    const { workbook, channels, notes } = await importEts(bytes, password).catch(hinted);
    await writeNew(values.output, workbook);
    if (notes.length > 0) output.out(texts.toCheck);
    for (const { about, text } of notes.slice(0, SHOWN)) output.out(`  ${about}: ${text}`);
    if (notes.length > SHOWN) output.out(texts.andMore((notes.length - SHOWN).toLocaleString("de-DE")));
    const taken = channels === 1 ? "1 Gruppenadresse" : `${channels.toLocaleString("de-DE")} Gruppenadressen`;
    output.out(texts.takenOver(taken, values.output));
    output.out(texts.enterInterface);
    return EXIT.ok;
  },
};

/** How a password is given is this command's to say. */
function hinted(error: unknown): never {
  if (!(error instanceof EtsPasswordError) || error.given) throw error;
  throw new UsageError(texts.passwordFile(error.message));
}

async function load(file: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(file);
    if (size > ETS_LIMITS.fileBytes) {
      throw new UsageError(texts.fileTooLarge(ETS_LIMITS.fileBytes / 1024 / 1024));
    }
    return await readFile(file);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(texts.fileUnreadable(file, systemText(error)));
  }
}
