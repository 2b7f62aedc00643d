import { SITE_CONDITIONS, type SiteRow } from "@hubwart/fleet/calls";
import { type DataColumn, DataTable } from "../components/data-table/data-table.tsx";
import { RelativeTime } from "../components/relative-time.tsx";
import { formatDate, NOTHING } from "../lib/format.ts";
import { fleetTexts } from "../texts/index.ts";
import { ConditionBadge } from "./condition.tsx";
import classes from "./fleet.module.css";
import { siteAddress } from "./place.ts";

const texts = fleetTexts.column;

const COLUMNS: DataColumn<SiteRow>[] = [
  {
    id: "name",
    header: texts.name,
    // Also by what is written below it.
    value: ({ name, tags }) => [name, ...tags].join(" "),
    cell: (site) => <Name site={site} />,
    rowHeader: true,
    width: "14rem",
  },
  {
    id: "condition",
    // As wide as the longest word.
    width: "12.5rem",
    header: texts.condition,
    value: ({ condition }) => SITE_CONDITIONS.indexOf(condition),
    cell: ({ condition }) => <ConditionBadge condition={condition} />,
  },
  {
    id: "findings",
    header: texts.findings,
    value: ({ findings }) => findings?.count ?? -1,
    cell: ({ findings }) => <Findings findings={findings} />,
    breaks: true,
  },
  {
    id: "alarms",
    header: texts.alarms,
    value: ({ alarms }) => alarms?.standing ?? -1,
    cell: ({ alarms }) => (alarms ? fleetTexts.alarms(alarms.standing, alarms.unacked) : NOTHING),
  },
  { id: "version", header: texts.version, value: ({ version }) => version, mono: true },
  {
    id: "license",
    header: texts.license,
    value: ({ license }) => (license?.valid ? (license.until ?? Number.MAX_VALUE) : 0),
    cell: ({ license }) => licenseText(license),
  },
  {
    id: "backup",
    header: texts.backup,
    value: ({ backup }) => backup ?? 0,
    cell: ({ backup }) => (backup === 0 ? fleetTexts.noBackup : <RelativeTime ms={backup ?? 0} />),
  },
  {
    id: "seen",
    header: texts.seen,
    value: ({ seen }) => seen,
    cell: ({ seen }) => <RelativeTime ms={seen} />,
  },
];

export function SiteTable({ sites }: { sites: readonly SiteRow[] }) {
  return (
    <div className={classes["box"]}>
      <DataTable
        label={fleetTexts.sites}
        rows={sites}
        columns={COLUMNS}
        rowKey={({ hub }) => hub}
        initialSort={{ id: "condition" }}
        emptyState={fleetTexts.noneFound}
        filter
      />
    </div>
  );
}

function Name({ site: { hub, name, tags } }: { site: SiteRow }) {
  return (
    <div>
      <a href={siteAddress(hub)}>{name}</a>
      {tags.length === 0 ? null : <div className={classes["muted"]}>{tags.join(", ")}</div>}
    </div>
  );
}

function Findings({ findings }: Pick<SiteRow, "findings">) {
  if (!findings) return NOTHING;
  if (findings.count === 0) return fleetTexts.counted(0);
  return (
    <div>
      {fleetTexts.findings(findings.count)}
      <div className={classes["muted"]}>{findings.text}</div>
    </div>
  );
}

export function licenseText(license: SiteRow["license"]): string {
  if (!license) return NOTHING;
  if (!license.valid) return fleetTexts.license.invalid;
  return license.until === undefined
    ? fleetTexts.license.valid
    : fleetTexts.license.until(formatDate(license.until));
}
