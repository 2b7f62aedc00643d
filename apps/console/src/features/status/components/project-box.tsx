/** The project: whether it runs, since when, and why it was started last. */

import { projectDownload } from "@hubwart/contract";
import { IconBinaryTree, IconLock } from "@tabler/icons-react";
import { type Status, useMay } from "../../../api/info.ts";
import { ButtonLink } from "../../../components/button-link.tsx";
import { DottedName } from "../../../components/dotted-name.tsx";
import { InfoBox, InfoList } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { formatNumber, formatWholeKb } from "../../../lib/format.ts";
import { statusTexts } from "../../../texts/index.ts";
import { isEncrypted } from "../model/encrypted.ts";
import { projectState } from "../model/project-state.ts";
import { restartCount, restartReason } from "../model/restart-reason.ts";
import { BackupDownload } from "./backup-download.tsx";
import classes from "./boxes.module.css";

const texts = statusTexts.project;

export interface ProjectBoxProps {
  project: Status["project"];
  hub: Status["system"]["hub"];
}

export function ProjectBox({ project, hub }: ProjectBoxProps) {
  const mayDownload = useMay(projectDownload);
  const state = projectState(project, hub);
  const reason = restartReason(hub);
  const { id, name, modified, backup, put_back: putBack } = project;
  const running = state.tone === "ok";
  const details = [
    { label: texts.id, value: id },
    { label: texts.name, value: name },
    { label: texts.file, value: id === "" ? undefined : <FileLine backup={backup} /> },
    { label: texts.uploaded, value: <RelativeTime ms={modified * 1_000} /> },
    { label: texts.started, value: <RelativeTime ms={running ? hub.started * 1_000 : 0} /> },
    { label: texts.restarts, value: formatNumber(restartCount(hub.restarts)) },
    {
      label: texts.reason,
      value: (
        <span className={classes["reason"]} data-style={reason.style}>
          {reason.text}
        </span>
      ),
    },
  ];
  return (
    <InfoBox
      title={texts.title}
      icon={IconBinaryTree}
      footer={
        // The first steps above have the button for the upload.
        id === "" ? undefined : (
          <>
            {backup.found && mayDownload ? <BackupDownload filename={backup.filename} /> : null}
            <ButtonLink component="a" to="/pods" variant="default" size="sm">
              {texts.pods}
            </ButtonLink>
          </>
        )
      }
    >
      {putBack === undefined ? null : (
        <p className={classes["warning"]}>
          <strong>{texts.putBack}</strong>
          {putBack}
        </p>
      )}
      {running || hub.error === undefined ? null : (
        <p className={classes["warning"]} data-tone="error">
          <strong>{texts.failed}</strong>
          {hub.error}
        </p>
      )}
      <InfoList
        items={[
          { label: texts.status, value: <StatusBadge tone={state.tone}>{state.text}</StatusBadge> },
          ...(id === "" ? [] : details),
        ]}
      />
    </InfoBox>
  );
}

function FileLine({ backup: { found, filename, size } }: { backup: Status["project"]["backup"] }) {
  if (!found) return <span className={layout["muted"]}>{texts.notStored}</span>;
  return (
    <span className={classes["line"]}>
      <span className={classes["file"]}>
        {isEncrypted(filename) ? (
          <span title={texts.encrypted}>
            <IconLock size={15} aria-hidden />
            <span className="hw-visually-hidden">{texts.encrypted}: </span>
          </span>
        ) : null}
        <span>
          <DottedName name={filename} />
        </span>
      </span>
      <span className={layout["muted"]}>{formatWholeKb(size)}</span>
    </span>
  );
}
