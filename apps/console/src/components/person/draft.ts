/** A person as the fields of the dialog hold it. */
import type { Person } from "@hubwart/contract";
import type { FieldErrors } from "../../lib/use-edit.ts";
import { peopleTexts as texts } from "../../texts/index.ts";

/** What is edited of a person. */
export type Editable = Pick<Person, "name" | "label" | "role" | "channels">;

export interface Draft {
  name: string;
  label: string;
  role: Editable["role"];
  kept: boolean;
  /** Patterns, one a line. */
  channels: string;
}

export const NEW: Draft = { name: "", label: "", role: "operate", kept: false, channels: "" };

export const draftOf = ({ channels, label, name, role }: Editable): Draft => ({
  name,
  label,
  role,
  kept: channels !== null,
  channels: (channels ?? []).join("\n"),
});

/** Who changes the project or the device cannot be kept to channels. */
export const mayBeKept = (role: Editable["role"]): boolean => role === "see" || role === "operate";

const patternsOf = (text: string): string[] => text.split(/[\s,;]+/).filter((pattern) => pattern !== "");

export const editableOf = ({ channels, kept, label, name, role }: Draft): Editable => ({
  name: name.trim(),
  label: label.trim(),
  role,
  channels: kept && mayBeKept(role) ? patternsOf(channels) : null,
});

export function wrongOf(draft: Draft): FieldErrors {
  const { channels, name } = editableOf(draft);
  return {
    ...(name === "" ? { name: texts.nameMissing } : {}),
    ...(channels?.length === 0 ? { channels: texts.channelsMissing } : {}),
  };
}

/** The address that a link's token opens; the token stands behind the `#`, which no server is told. */
export const linkOf = (origin: string, token: string): string => `${origin}/invitation#${token}`;
