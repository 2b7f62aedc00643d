/** Backups of a site that the central keeps: how each is, and what may be done with it. */
import { centralBackupPassword, centralBackupRemove, type SiteBackup } from "@hubwart/fleet/calls";
import { Alert } from "@mantine/core";
import { IconDownload, IconKey, IconTrash } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { FactTable } from "../components/fact-table.tsx";
import { InfoBox } from "../components/info-box.tsx";
import { QueryState } from "../components/query-state.tsx";
import { RelativeTime } from "../components/relative-time.tsx";
import { RowActions } from "../components/row-actions.tsx";
import { SecretDialog } from "../components/secret-dialog.tsx";
import { StatusBadge, type Tone } from "../components/status-badge.tsx";
import { formatDateTimeShort, formatFileSize } from "../lib/format.ts";
import { notice } from "../lib/notice.tsx";
import { fleetTexts } from "../texts/index.ts";
import { callCentral } from "./api.ts";
import { fetchBackup } from "./fetch-backup.ts";
import classes from "./fleet.module.css";
import { useManages, usePublishes, useSiteBackups } from "./queries.ts";

const texts = fleetTexts.backup;

const TONES: Readonly<Record<SiteBackup["state"], Tone>> = {
  proving: "info",
  proved: "ok",
  whole: "off",
  damaged: "error",
};

const FACTS = [
  {
    id: "made",
    header: texts.made,
    cell: ({ made }: SiteBackup) => <RelativeTime ms={made} />,
    rowHeader: true,
  },
  { id: "state", header: texts.state, cell: (backup: SiteBackup) => <State backup={backup} />, breaks: true },
  {
    id: "size",
    header: texts.size,
    cell: ({ size }: SiteBackup) => formatFileSize(size),
    align: "right" as const,
  },
  { id: "version", header: texts.version, cell: ({ version }: SiteBackup) => version, mono: true },
  { id: "checked", header: texts.checked, cell: ({ checked }: SiteBackup) => <RelativeTime ms={checked} /> },
];

export function SiteBackups({ hub }: { hub: string }) {
  const query = useSiteBackups(hub);
  const [removes, setRemoves] = useState<SiteBackup>();
  const [secret, setSecret] = useState("");
  const client = useQueryClient();
  const may = { fetch: usePublishes(), manage: useManages() };
  const actions = {
    fetch: (name: string) => void fetchBackup(hub, name).catch((error: unknown) => notice.apiError(error)),
    password: (name: string) =>
      void callCentral(centralBackupPassword, { body: { hub, name } }).then(
        ({ password }) => setSecret(password),
        (error: unknown) => notice.apiError(error),
      ),
    remove: setRemoves,
  };
  const columns = may.fetch ? [...FACTS, actionsColumn({ manages: may.manage, ...actions })] : FACTS;
  const refused = query.data?.refused;
  return (
    <InfoBox title={texts.title} flush footer={<p className={classes["muted"]}>{texts.note}</p>}>
      {refused ? (
        <Alert color="orange" m="md" title={texts.refused}>
          {refused.why}
        </Alert>
      ) : null}
      <QueryState query={query} empty={({ backups }) => backups.length === 0} emptyState={texts.none}>
        {({ backups }) => (
          <FactTable label={texts.title} rows={backups} columns={columns} rowKey={({ name }) => name} top />
        )}
      </QueryState>
      {secret === "" ? null : (
        <SecretDialog
          title={texts.password}
          secret={secret}
          texts={texts.secret}
          onClose={() => setSecret("")}
        />
      )}
      <ConfirmDialog
        opened={removes !== undefined}
        onClose={() => setRemoves(undefined)}
        title={texts.remove}
        confirmLabel={texts.remove}
        danger
        question={texts.removeQuestion(formatDateTimeShort(removes?.made ?? 0))}
        onConfirm={() => callCentral(centralBackupRemove, { body: { hub, name: removes?.name ?? "" } })}
        onDone={() => void client.invalidateQueries({ queryKey: ["site", hub, "backups"] })}
      />
    </InfoBox>
  );
}

function State({ backup: { device, encrypted, other, password, reason, state } }: { backup: SiteBackup }) {
  const more = [reason, other && texts.other(device), encrypted && (password ? texts.left : texts.kept)];
  return (
    <div>
      <StatusBadge tone={TONES[state]}>{texts.states[state]}</StatusBadge>
      {more.filter(Boolean).map((text) => (
        <p key={String(text)} className={classes["muted"]}>
          {text}
        </p>
      ))}
    </div>
  );
}

interface ActionsOf {
  manages: boolean;
  fetch: (name: string) => void;
  password: (name: string) => void;
  remove: (backup: SiteBackup) => void;
}

const actionsColumn = (of: ActionsOf) => ({
  id: "actions",
  header: texts.actions,
  align: "right" as const,
  cell: (backup: SiteBackup) => <Actions backup={backup} {...of} />,
});

function Actions({ backup, fetch, manages, password, remove }: ActionsOf & { backup: SiteBackup }) {
  const { made, name } = backup;
  const row = formatDateTimeShort(made);
  return (
    <RowActions
      row={row}
      actions={[
        { label: texts.fetch, icon: IconDownload, run: () => fetch(name) },
        ...(manages && backup.password
          ? [{ label: texts.show, icon: IconKey, run: () => password(name) }]
          : []),
        ...(manages ? [{ label: texts.remove, icon: IconTrash, run: () => remove(backup) }] : []),
      ]}
    />
  );
}
