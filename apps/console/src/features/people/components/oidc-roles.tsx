/** Which value of the directory service gives which role. */
import { LEVELS } from "@hubwart/contract";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { IconButton } from "../../../components/icon-button.tsx";
import layout from "../../../components/layout.module.css";
import { mayBeKept } from "../../../components/person/draft.ts";
import { peopleTexts, oidcTexts as texts } from "../../../texts/index.ts";
import { NEW_ROW, type RoleRow } from "../model/oidc.ts";
import classes from "./oidc.module.css";

export interface OidcRolesProps {
  rows: readonly RoleRow[];
  /** By the name of the field, as `roles.0.value`. */
  errors: Readonly<Record<string, string | undefined>>;
  onChange: (rows: readonly RoleRow[]) => void;
}

export function OidcRoles({ errors, onChange, rows }: OidcRolesProps) {
  const set = (at: number, part: Partial<RoleRow>) =>
    onChange(rows.map((row, i) => (i === at ? { ...row, ...part } : row)));
  return (
    <fieldset className={classes["roles"]}>
      <legend>{texts.roles}</legend>
      <p className={layout["intro"]}>
        {texts.rolesText} {texts.channelsText}
      </p>
      {[...rows.entries()].map(([at, row]) => (
        <div className={classes["row"]} key={at}>
          <TextInput
            aria-label={texts.ofRow(texts.value, at + 1)}
            placeholder={texts.value}
            value={row.value}
            error={errors[`roles.${at}.value`]}
            onChange={(event) => set(at, { value: event.currentTarget.value })}
          />
          <NativeSelect
            aria-label={texts.ofRow(texts.role, at + 1)}
            value={row.role}
            data={LEVELS.map((value) => ({ value, label: peopleTexts.role[value] }))}
            onChange={(event) => {
              const role = LEVELS.find((known) => known === event.currentTarget.value);
              if (role) set(at, { role });
            }}
          />
          <TextInput
            aria-label={texts.ofRow(texts.channels, at + 1)}
            placeholder={texts.channelsHint}
            disabled={!mayBeKept(row.role)}
            value={mayBeKept(row.role) ? row.channels : ""}
            error={errors[`roles.${at}.channels`]}
            onChange={(event) => set(at, { channels: event.currentTarget.value })}
          />
          <Button
            variant="default"
            aria-label={texts.remove(at + 1)}
            onClick={() => onChange(rows.filter((_, i) => i !== at))}
          >
            {peopleTexts.remove}
          </Button>
        </div>
      ))}
      <div>
        <IconButton variant="default" size="xs" icon={IconPlus} onClick={() => onChange([...rows, NEW_ROW])}>
          {texts.add}
        </IconButton>
      </div>
    </fieldset>
  );
}
