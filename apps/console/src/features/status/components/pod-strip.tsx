/** The pods at a glance, those in trouble first. */
import { IconPlugConnected } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { Pod } from "../../../api/pods.ts";
import { DottedName } from "../../../components/dotted-name.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { statusTexts } from "../../../texts/index.ts";
import { inOrder } from "../model/plant.ts";
import type { KnownPlant } from "../model/use-plant.ts";
import classes from "./plant.module.css";

const texts = statusTexts.plant;
const SHOWN = 12;

export function PodStrip({ pods, trouble, young }: KnownPlant) {
  return (
    <InfoBox title={texts.title} icon={IconPlugConnected}>
      <ul className={classes["strip"]}>
        {inOrder(pods, trouble)
          .slice(0, SHOWN)
          .map((pod) => (
            <Tile key={pod.id} pod={pod} young={young.has(pod.id)} />
          ))}
      </ul>
      <p className={classes["all"]}>
        <Link to="/pods">{texts.all(pods.length)}</Link>
      </p>
    </InfoBox>
  );
}

type TileState = keyof typeof texts.states;

function stateOf({ running, connected, internal }: Pod, young: boolean): TileState {
  if (running && connected) return "ok";
  if (young) return running ? "connecting" : "starting";
  if (running) return "away";
  return internal ? "stopped" : "waiting";
}

function Tile({ pod, young }: { pod: Pod; young: boolean }) {
  const { id, type, label, peer, error, last_value: last } = pod;
  const state = stateOf(pod, young);
  return (
    <li className={classes["tile"]} data-state={state}>
      <Link className={classes["name"]} to="/pods/$type/$id" params={{ type, id }}>
        <DottedName name={id} />
      </Link>
      <span className={classes["state"]}>{texts.states[state]}</span>
      {[error ?? label, peer].map((text) =>
        text ? (
          <span key={text} className={classes["label"]} title={text}>
            {text}
          </span>
        ) : null,
      )}
      <span className={classes["label"]}>
        {last > 0 ? (
          <>
            {texts.lastValue} <RelativeTime ms={last} />
          </>
        ) : (
          texts.noValue
        )}
      </span>
    </li>
  );
}
