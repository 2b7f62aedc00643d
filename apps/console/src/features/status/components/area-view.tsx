/** The plant by its areas: what is in the one that is shown, and the ways down. */
import { CODES } from "@hubwart/contract";
import { IconBuilding } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { LoadingState } from "../../../components/loading-state.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { ApiError } from "../../../lib/errors.ts";
import { statusTexts } from "../../../texts/index.ts";
import { type Area, type AreaLook, useArea, type ValueStore } from "../api/area.ts";
import { type Trends, useTrends } from "../api/trends.ts";
import { areaName, areaState, areasAbove, areasInOrder, sharedPlace } from "../model/area-words.ts";
import classes from "./area.module.css";
import { PointList } from "./point-list.tsx";

const texts = statusTexts.areas;
/** Cards with values; what is beyond is a line each. */
const CARDS = 24;
const LINES = 100;

export function AreaView({ area, project }: { area: string; project: string }) {
  const { query, store } = useArea(area, project);
  const { data, error } = query;
  const trends = useTrends(data);
  if (error instanceof ApiError && error.code === CODES.notFound) return <Gone />;
  if (data && data.channels === 0) return null;
  return (
    <section className={layout["stack"]} aria-label={texts.title}>
      <QueryState query={query} loading={<LoadingState lines={6} />}>
        {(look) => (
          <>
            <Path area={look.area} whole={area === ""} />
            {look.total > 0 ? <OwnValues look={look} store={store} trends={trends} /> : null}
            <Areas areas={look.areas} store={store} trends={trends} />
            {look.named ? null : <Unnamed pods={look.areas.length} />}
          </>
        )}
      </QueryState>
    </section>
  );
}

/** `whole`: what is shown is all there is, whatever it is called. */
function Path({ area, whole }: { area: string; whole: boolean }) {
  if (whole) return <h2 className={classes["heading"]}>{area === "" ? texts.title : areaName(area)}</h2>;
  return (
    <nav className={classes["path"]} aria-label={texts.path}>
      <Link to="/">{texts.title}</Link>
      {areasAbove(area).map((path) => (
        <Link key={path} to="/" search={{ area: path }}>
          {areaName(path)}
        </Link>
      ))}
      <h2 className={classes["heading"]} aria-current="page">
        {areaName(area)}
      </h2>
    </nav>
  );
}

interface Shown {
  store: ValueStore;
  trends: Trends | undefined;
}

function OwnValues({ look, store, trends }: Shown & { look: AreaLook }) {
  const { area, areas, named, points, total } = look;
  return (
    <InfoBox title={areas.length > 0 ? texts.values : areaName(area)} icon={IconBuilding}>
      <PointList points={points} store={store} trends={trends} wide />
      {named && total > points.filter(({ setpoint }) => setpoint !== undefined).length + points.length ? (
        <p className={classes["all"]}>
          <Link to="/runtime/debug" search={{ tag: [area] }}>
            {texts.allValues(total)}
          </Link>
        </p>
      ) : null}
    </InfoBox>
  );
}

function Areas({ areas: all, ...shown }: Shown & { areas: readonly Area[] }) {
  const areas = areasInOrder(all);
  const lines = areas.slice(CARDS);
  return (
    <>
      <ul className={classes["cards"]}>
        {areas.slice(0, CARDS).map((area) => (
          <Card key={area.path} area={area} {...shown} />
        ))}
      </ul>
      {lines.length > 0 ? <Lines areas={lines} /> : null}
    </>
  );
}

function Card({ area, ...shown }: Shown & { area: Area }) {
  const { areas, channels, path, points } = area;
  const part = sharedPlace(points, path);
  return (
    <li className={classes["card"]} data-tone={areaState(area).tone}>
      <div className={classes["cardHead"]}>
        <h3 className={classes["name"]}>
          <AreaLink area={area} />
          {part === undefined ? null : <span className={classes["part"]}>{part}</span>}
        </h3>
        <AreaState area={area} />
      </div>
      <PointList points={points} {...(part === undefined ? { whole: path } : {})} {...shown} />
      {channels > points.length ? (
        <p className={classes["contents"]}>{texts.contents(channels, areas)}</p>
      ) : null}
    </li>
  );
}

/** What is in order is said quietly. */
function AreaState({ area }: { area: Area }) {
  const { text, tone } = areaState(area);
  return tone === "ok" ? (
    <span className={classes["fine"]}>{text}</span>
  ) : (
    <StatusBadge tone={tone}>{text}</StatusBadge>
  );
}

function AreaLink({ area: { path } }: { area: Area }) {
  return (
    <Link className={classes["link"]} to="/" search={{ area: path }} title={path}>
      {areaName(path)}
    </Link>
  );
}

function Lines({ areas }: { areas: readonly Area[] }) {
  const [all, setAll] = useState(false);
  return (
    <InfoBox title={texts.more(areas.length)}>
      <ul className={classes["lines"]}>
        {(all ? areas : areas.slice(0, LINES)).map((area) => (
          <li key={area.path} className={classes["line"]}>
            <AreaLink area={area} />
            <AreaState area={area} />
            <span className={classes["contents"]}>{texts.contents(area.channels, area.areas)}</span>
          </li>
        ))}
      </ul>
      {areas.length > LINES && !all ? (
        <button type="button" className={classes["button"]} onClick={() => setAll(true)}>
          {texts.showAll(areas.length)}
        </button>
      ) : null}
    </InfoBox>
  );
}

function Unnamed({ pods }: { pods: number }) {
  return (
    <p className={classes["note"]}>
      <Link to="/pods">{texts.allPods(pods)}</Link> · {texts.unnamed}
    </p>
  );
}

function Gone() {
  return (
    <InfoBox title={texts.title} icon={IconBuilding}>
      <p>{texts.gone}</p>
      <p className={classes["all"]}>
        <Link to="/">{texts.whole}</Link>
      </p>
    </InfoBox>
  );
}
