/**
 * The way in for who stands at the machine: an administrator whose token lies in a file of the data folder. Made where nobody may sign in
 * yet, and where somebody asked for it by a file.
 */
import { access, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { includes } from "@hubwart/contract";
import { syncFolder, writeFileAtomic } from "@hubwart/core";
import { newToken, type People } from "./people.ts";

const FIRST = "first-token.txt";
/** Who can write it on the machine gets in again. */
const ASKED = "new-first-token";

export interface FirstToken {
  file: string;
  /** Whose it is. */
  name: string;
}

/** undefined where somebody may sign in, and nobody asked. */
export async function firstToken(people: People, folder: string): Promise<FirstToken | undefined> {
  const [file, asked] = [path.join(folder, FIRST), path.join(folder, ASKED)];
  const wanted = await access(asked).then(
    () => true,
    () => false,
  );
  if (!wanted && people.list().length > 0) return undefined;
  // One may lie there from before the power went.
  const name = (await managerBy(people, file)) ?? (await make(people, file));
  await rm(asked, { force: true });
  await syncFolder(folder);
  return { file, name };
}

async function make(people: People, file: string): Promise<string> {
  const token = newToken();
  // The file first: a token that nobody knows would lock everybody out.
  await writeFileAtomic(file, `${token}\n`);
  return await people.addFirst(token);
}

/** Who manages the central by the token in the file. */
async function managerBy(people: People, file: string): Promise<string | undefined> {
  const token = await readFile(file, "utf8").catch(() => "");
  const account = people.authenticate(token.trim());
  return account && includes(account.level, "admin") ? account.name : undefined;
}
