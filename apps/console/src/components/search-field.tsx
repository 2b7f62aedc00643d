/**
 * A field to search in: tells what was typed once typing pauses, so that not every letter is a call.
 *
 *     <SearchField label="Suchen" text={search.filter ?? ""} change={(filter) => …} />
 *
 * `text` is what holds outside (the address); when it changes there, the field follows.
 */
import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useTyped } from "../lib/use-typed.ts";

const LONGEST = 200;

export interface SearchFieldProps {
  label: string;
  placeholder?: string;
  text: string;
  change: (text: string) => void;
}

export function SearchField({ label, placeholder, text, change }: SearchFieldProps) {
  const [typed, type] = useTyped(text, change);
  return (
    <TextInput
      type="search"
      label={label}
      {...(placeholder === undefined ? {} : { placeholder })}
      leftSection={<IconSearch size={16} aria-hidden />}
      maxLength={LONGEST}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}
