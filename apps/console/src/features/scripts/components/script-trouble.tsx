/** What goes wrong in the script as it runs, since when, and what to do about it: whoever comes from the page of the state looks for that. */
import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { formatMoment } from "../../../lib/format.ts";
import { scriptsTexts } from "../../../texts/index.ts";
import { useScriptStates } from "../api/scripts.ts";
import classes from "./scripts.module.css";

const texts = scriptsTexts.trouble;

/** `inProject`: what runs is the project's own, and is changed in a draft of it. */
export function ScriptTrouble({ file, inProject }: { file: string; inProject: boolean }) {
  const status = useScriptStates().data?.scripts.find(({ name }) => name === file);
  if (status?.error === undefined) return null;
  const at = status.error_at === undefined ? "" : ` ${texts.last(formatMoment(status.error_at))}`;
  const mends = [texts.mend(inProject), ...(status.error.includes("nil") ? [texts.nil] : [])];
  return (
    <Alert color="orange" variant="light" title={texts.title} icon={<IconAlertTriangle aria-hidden />}>
      <p>
        <strong>{status.error}</strong>
        <span className={classes["when"]}>{at}</span>
      </p>
      <p>
        <strong>{texts.what}:</strong> {mends.join(" ")}
      </p>
    </Alert>
  );
}
