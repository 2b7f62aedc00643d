/** What the user dialog holds, when it may be saved, and what a role means in words. */
import { LIMITS, rightsOf, type UserKind } from "@hubwart/contract";
import { usersTexts } from "../../../texts/index.ts";

export interface UserDraft {
  username: string;
  role: string;
  pwd: string;
  repeat: string;
}

/** A new user needs a password; an empty one keeps what an old user has. */
export function maySave({ username, role, pwd, repeat }: UserDraft, isNew: boolean): boolean {
  const fits = pwd === "" ? !isNew : !tooShort(pwd);
  return username.trim() !== "" && role.trim() !== "" && pwd === repeat && fits;
}

export const tooShort = (pwd: string): boolean => pwd !== "" && pwd.length < LIMITS.passwordMin;

const texts = usersTexts.rights;

/** German. `open`: the role gives something. */
export function rightsText(kind: UserKind, role: string): { open: boolean; text: string } {
  const rights = rightsOf(role);
  const named = (patterns: readonly string[]) => patterns.join(", ");
  if (kind === "assets") {
    if (!rights || rights.write.includes("*")) return { open: true, text: texts.own };
    if (rights.write.length === 0 && rights.read.includes("*"))
      return { open: true, text: texts.ownReceives };
    const onlyRead = rights.read.filter((pattern) => !rights.write.includes(pattern));
    return { open: true, text: texts.ownSome(named(onlyRead), named(rights.write)) };
  }
  if (!rights) return { open: false, text: texts.none };
  if (rights.write.includes("*")) return { open: true, text: texts.all };
  if (rights.write.length === 0 && rights.read.includes("*")) return { open: true, text: texts.readAll };
  const read = rights.read.includes("*") ? "*" : named(rights.read);
  return { open: true, text: texts.some(read, named(rights.write)) };
}
