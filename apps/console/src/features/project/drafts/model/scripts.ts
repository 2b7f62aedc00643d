/** Scripts of a draft: what they may be called, and what is done to them as operations. */
import type { DraftDocument, DraftOperation } from "@hubwart/contract";

/** As the compiler allows them. */
export const SCRIPT_NAME = /^[A-Za-z0-9_][A-Za-z0-9_. -]{0,195}\.lua$/;

export const scriptNames = ({ scripts }: DraftDocument): string[] => Object.keys(scripts).sort();

/** As typed, with the ending. */
export function fileName(typed: string): string {
  const name = typed.trim();
  return name === "" || name.endsWith(".lua") ? name : `${name}.lua`;
}

export function renameScriptOps({ scripts }: DraftDocument, before: string, after: string): DraftOperation[] {
  return [
    { op: "script", name: before, text: null },
    { op: "script", name: after, text: scripts[before] ?? "" },
  ];
}
