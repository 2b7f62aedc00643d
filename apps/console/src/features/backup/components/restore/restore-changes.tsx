/** What a restore of the chosen parts would change on this device, before anybody agrees to it. */
import { Alert, Loader } from "@mantine/core";
import { useId } from "react";
import { errorText } from "../../../../lib/error-text.ts";
import { backupTexts } from "../../../../texts/index.ts";
import { type Changes, type Look, useChanges } from "../../api/restore.ts";
import classes from "../backup.module.css";

const texts = backupTexts.restore.changes;

export interface RestoreChangesProps {
  id: string;
  pwd: string;
  parts: Look["parts"];
  chosen: readonly string[];
  heading: "h2" | "h3";
}

export function RestoreChanges({ chosen, heading: Heading, id, parts, pwd }: RestoreChangesProps) {
  const { data, error } = useChanges(id, pwd);
  const label = useId();
  return (
    <section aria-labelledby={label} aria-busy={!data && !error}>
      <Heading className={classes["subtitle"]} id={label}>
        {texts.title}
      </Heading>
      <div className={classes["changes"]} aria-live="polite">
        {data ? (
          <Told changes={data} parts={parts.filter(({ name }) => chosen.includes(name))} />
        ) : error ? (
          <Alert variant="light" color="yellow" title={texts.failed}>
            {errorText(error).detail ?? errorText(error).text}
          </Alert>
        ) : (
          <p className={classes["text"]}>
            <Loader size="xs" mr="xs" aria-hidden />
            {texts.comparing}
          </p>
        )}
      </div>
    </section>
  );
}

function Told({ changes: { changes, compared, unread }, parts }: { changes: Changes; parts: Look["parts"] }) {
  if (parts.length === 0) return <p className={classes["text"]}>{texts.nothing}</p>;
  const told = parts.filter(({ name }) => changes.some(({ part }) => part === name));
  const notRead = parts.flatMap(({ label, name }) =>
    unread.filter(({ part }) => part === name).map(({ reason }) => ({ label, name, reason })),
  );
  const unseen = parts.filter(
    ({ name }) => !compared.includes(name) && !notRead.some((part) => part.name === name),
  );
  return (
    <>
      {told.length === 0 && notRead.length === 0 ? <p className={classes["text"]}>{texts.same}</p> : null}
      {told.map(({ label, name }) => (
        <div key={name}>
          <p className={classes["part"]}>{label}</p>
          <dl className={classes["about"]}>
            {changes
              .filter(({ part }) => part === name)
              .map((change) => (
                <Lines key={change.about} change={change} />
              ))}
          </dl>
        </div>
      ))}
      {notRead.map(({ label, name, reason }) => (
        <div key={name}>
          <p className={classes["part"]}>{label}</p>
          <p className={classes["text"]}>{reason}</p>
        </div>
      ))}
      {unseen.length === 0 ? null : (
        <p className={classes["text"]}>{texts.replaced(unseen.map(({ label }) => label).join(", "))}</p>
      )}
    </>
  );
}

function Lines({ change: { about, added, changed, gone, more } }: { change: Changes["changes"][number] }) {
  const lines = [...added.map(texts.added), ...gone.map(texts.gone), ...changed.map(texts.changed)];
  return (
    <>
      <dt>{texts.about[about]}</dt>
      <dd>
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
          {more === 0 ? null : <li>{texts.more(more)}</li>}
        </ul>
      </dd>
    </>
  );
}
