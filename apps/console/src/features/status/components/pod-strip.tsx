/** The pods at a glance, those in trouble first. */
import { IconPlugConnected } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { Connection, Pod } from "../../../api/pods.ts";
import { InfoBox } from "../../../components/info-box.tsx";
import { statusTexts } from "../../../texts/index.ts";
import { inOrder, plantOf } from "../model/plant.ts";
import classes from "./plant.module.css";

const texts = statusTexts.plant;
const SHOWN = 12;

export interface PodStripProps {
  pods: readonly Pod[];
  connections: readonly Connection[];
}

export function PodStrip({ pods, connections }: PodStripProps) {
  const { trouble } = plantOf(pods, connections);
  return (
    <InfoBox title={texts.title} icon={IconPlugConnected}>
      <ul className={classes["strip"]}>
        {inOrder(pods, trouble)
          .slice(0, SHOWN)
          .map((pod) => (
            <Tile key={pod.id} pod={pod} />
          ))}
      </ul>
      <p className={classes["all"]}>
        <Link to="/pods">{texts.all(pods.length)}</Link>
      </p>
    </InfoBox>
  );
}

function Tile({ pod: { id, type, label, running, connected, internal, error } }: { pod: Pod }) {
  const state = running ? (connected ? "ok" : "away") : internal ? "stopped" : "waiting";
  return (
    <li className={classes["tile"]} data-state={state}>
      <Link className={classes["name"]} to="/pods/$type/$id" params={{ type, id }}>
        {id}
      </Link>
      <span className={classes["state"]}>{texts.states[state]}</span>
      <span className={classes["label"]} title={error ?? label}>
        {error ?? label}
      </span>
    </li>
  );
}
