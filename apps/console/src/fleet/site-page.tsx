/** One site, to look at: what it reported, and what its hub answers of its pods and alarms. */
import type { SiteShown } from "@hubwart/fleet/calls";
import { Button } from "@mantine/core";
import { EmptyState } from "../components/empty-state.tsx";
import { BoxGrid, InfoBox, type InfoItem, InfoList } from "../components/info-box.tsx";
import { QueryState } from "../components/query-state.tsx";
import { RelativeTime } from "../components/relative-time.tsx";
import { StatusBadge, type Tone } from "../components/status-badge.tsx";
import { fleetTexts } from "../texts/index.ts";
import { ConditionBadge } from "./condition.tsx";
import classes from "./fleet.module.css";
import { ALL_SITES, consoleAddress } from "./place.ts";
import { useOverview, useSite } from "./queries.ts";
import { SiteAlarms } from "./site-alarms.tsx";
import { SiteBackups } from "./site-backups.tsx";
import { SitePods } from "./site-pods.tsx";
import { licenseText } from "./site-table.tsx";

const texts = fleetTexts.site;

export function SitePage({ hub }: { hub: string }) {
  const site = useSite(hub);
  return (
    <>
      <p>
        <a href={ALL_SITES}>{texts.back}</a>
      </p>
      <QueryState query={site}>
        {(shown) => (shown === null ? <EmptyState {...texts.unknown} /> : <Site site={shown} />)}
      </QueryState>
    </>
  );
}

function Site({ site }: { site: SiteShown }) {
  const row = useOverview().data?.sites.find(({ hub }) => hub === site.hub);
  const may = site.state?.may ?? "none";
  return (
    <>
      <div className={classes["heading"]}>
        <h1 className={classes["title"]}>{site.name}</h1>
        {row ? <ConditionBadge condition={row.condition} /> : null}
        {may !== "none" && site.online ? (
          <Button component="a" href={consoleAddress(site.hub)} variant="default">
            {texts.console}
          </Button>
        ) : null}
      </div>
      <BoxGrid ownHeight>
        <InfoBox title={texts.facts}>
          <InfoList items={factsOf(site)} />
        </InfoBox>
        <InfoBox title={texts.findings}>
          <Findings state={site.state} />
        </InfoBox>
      </BoxGrid>
      <SiteBackups hub={site.hub} />
      {may === "none" ? (
        <p className={classes["note"]}>{texts.closed}</p>
      ) : site.online ? (
        <>
          <SiteAlarms hub={site.hub} />
          <SitePods hub={site.hub} />
        </>
      ) : (
        <p className={classes["note"]}>{texts.away}</p>
      )}
    </>
  );
}

function factsOf({ customer, hub, seen, state, tags }: SiteShown): InfoItem[] {
  const { column } = fleetTexts;
  const { alarms, backup, license, may = "none", project, version } = state ?? {};
  return [
    { label: column.seen, value: <RelativeTime ms={seen} /> },
    { label: column.version, value: version, mono: true },
    { label: texts.project, value: project && [project.name, project.version].join(" ").trim() },
    { label: column.license, value: licenseText(license) },
    {
      label: column.backup,
      value: backup === 0 ? fleetTexts.noBackup : backup && <RelativeTime ms={backup} />,
    },
    { label: column.alarms, value: alarms && fleetTexts.alarms(alarms.standing, alarms.unacked) },
    { label: column.tags, value: tags.join(", ") },
    { label: texts.customer, value: customer },
    { label: texts.may, value: texts.levels[may] },
    { label: texts.hub, value: hub, mono: true },
  ];
}

const TONES: readonly Tone[] = ["info", "info", "warn", "error"];

function Findings({ state }: Pick<SiteShown, "state">) {
  const { counts, findings = [] } = state ?? {};
  if (!counts) return <p>{texts.notShared}</p>;
  if (counts.findings === 0) return <p>{texts.noFindings}</p>;
  const more = counts.findings - findings.length;
  return (
    <>
      <ul className={classes["findings"]}>
        {findings
          .toSorted((a, b) => b.level - a.level)
          .map(({ code, level, text }) => (
            <li key={`${code} ${text}`}>
              <StatusBadge tone={TONES[level] ?? "error"}>{texts.levelOf[level] ?? ""}</StatusBadge>
              <span>{text}</span>
            </li>
          ))}
      </ul>
      {more > 0 ? <p className={classes["muted"]}>{texts.more(more)}</p> : null}
    </>
  );
}
