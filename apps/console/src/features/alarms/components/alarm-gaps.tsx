/** What there is to say where no alarm is shown, or where what is shown may be old. Never that all is well when nobody asked. */

import { Alert } from "@mantine/core";
import { IconAlertTriangle, IconBellOff, IconCircleCheck, IconHelpCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ButtonLink } from "../../../components/button-link.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import layout from "../../../components/layout.module.css";
import { QueryState, type QueryStateProps } from "../../../components/query-state.tsx";
import { alarmsTexts } from "../../../texts/index.ts";
import type { Look } from "../api/alarms.ts";
import classes from "./alarms.module.css";

const texts = alarmsTexts.empty;

export function UnsureNote({ state, trouble }: Pick<Look, "state"> & { trouble?: string | undefined }) {
  if (state !== "unsure") return null;
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={alarmsTexts.unsure}
    >
      {alarmsTexts.unsureText(trouble)}
    </Alert>
  );
}

/** What was looked at, below a note where that may be old; or why there is nothing to look at. */
export function LookState({
  children,
  query,
}: {
  query: QueryStateProps<Look>["query"];
  children: (look: Look) => ReactNode;
}) {
  return (
    <QueryState query={query}>
      {(look) =>
        noAlarms(look.state) ?? (
          <div className={layout["stack"]}>
            <UnsureNote {...look} />
            {children(look)}
          </div>
        )
      }
    </QueryState>
  );
}

/** Where the project has nothing that could stand; undefined where it has. */
export function noAlarms(state: Look["state"]): ReactNode {
  if (state === "no_project")
    return (
      <EmptyState
        icon={IconBellOff}
        title={texts.noProject}
        text={texts.noProjectText}
        action={
          <ButtonLink component="a" to="/project/upload" variant="default" size="sm">
            {texts.upload}
          </ButtonLink>
        }
      />
    );
  if (state !== "none") return undefined;
  return (
    <EmptyState
      icon={IconBellOff}
      title={texts.none}
      text={texts.noneText}
      action={
        <div className={classes["ways"]}>
          <ButtonLink component="a" to="/project/edit" size="sm">
            {texts.edit}
          </ButtonLink>
          <ButtonLink component="a" to="/project/format" variant="default" size="sm">
            {texts.format}
          </ButtonLink>
        </div>
      }
    />
  );
}

/** `sure`: asked just now, and the engine watches. */
export function NothingStands({ sure, alarms }: { sure: boolean; alarms: number }) {
  return sure ? (
    <EmptyState icon={IconCircleCheck} title={texts.calm} text={texts.calmText(alarms)} />
  ) : (
    <EmptyState icon={IconHelpCircle} title={texts.unknown} text={texts.unknownText} />
  );
}
