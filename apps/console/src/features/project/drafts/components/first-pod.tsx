/** What a draft without pods begins with: a picture for each type of pod. */
import type { PodType } from "@hubwart/contract/pod-types";
import {
  IconActivityHeartbeat,
  IconAntenna,
  IconApi,
  IconBroadcast,
  IconBuilding,
  IconCpu,
  IconDropletBolt,
  IconGauge,
  IconMail,
  IconMessage,
  IconPlugConnected,
  IconServer2,
  IconWorldDownload,
} from "@tabler/icons-react";
import { useId } from "react";
import type { Ask, TableInfo } from "../../../../compiler/protocol.ts";
import { draftsTexts } from "../../../../texts/index.ts";
import type { DraftStore } from "../model/draft-store.ts";
import { firstPod } from "../model/first-pod.ts";
import { hasPods } from "../model/new-table.ts";
import type { CellTarget } from "../model/place.ts";
import classes from "./first-pod.module.css";

const texts = draftsTexts.firstPod;
const ICONS: Readonly<Record<PodType, typeof IconApi>> = {
  knx: IconBuilding,
  mqtt: IconBroadcast,
  http_in: IconApi,
  http_out: IconWorldDownload,
  modb_client: IconGauge,
  modb_server: IconServer2,
  s7_client: IconCpu,
  mbus: IconDropletBolt,
  asset: IconAntenna,
  email: IconMail,
  chat: IconMessage,
  ping: IconActivityHeartbeat,
};

interface FirstPodProps {
  infos: readonly TableInfo[];
  ask: Ask;
  store: DraftStore;
  /** @param next where to go on @param known tables by now, which the page may not have drawn yet */
  onDone: (next: CellTarget, known: readonly TableInfo[]) => void;
}

export function FirstPod({ ask, infos, onDone, store }: FirstPodProps) {
  const heading = useId();
  async function choose(type: string): Promise<void> {
    const known = await ask("table", { name: type });
    const { document } = store.view.state;
    // Pressed twice, or somebody else was faster.
    if (hasPods(document)) return;
    const { id, next, ops } = firstPod(document, known, type, texts.name);
    if (store.act(draftsTexts.steps.addPod(id), ops)) onDone(next, known);
  }
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className={classes["title"]}>
        {texts.title}
      </h2>
      <p className={classes["text"]}>{texts.text}</p>
      <ul className={classes["cards"]}>
        {infos.flatMap(({ label, name }) =>
          label === undefined
            ? []
            : [<Card key={name} type={name} label={label} onChosen={(of) => void choose(of)} />],
        )}
      </ul>
    </section>
  );
}

interface CardProps {
  type: string;
  label: string;
  onChosen: (type: string) => void;
}

function Card({ label, onChosen, type }: CardProps) {
  const known = isKnown(type);
  const Icon = known ? ICONS[type] : IconPlugConnected;
  return (
    <li>
      <button type="button" className={classes["card"]} onClick={() => onChosen(type)}>
        <Icon size={32} stroke={1.5} aria-hidden className={classes["icon"]} />
        <span className={classes["label"]}>{label}</span>
        {known ? <span className={classes["about"]}>{texts.about[type]}</span> : null}
      </button>
    </li>
  );
}

/** The compiler may know a type that the page has no words for. */
const isKnown = (type: string): type is PodType => Object.hasOwn(ICONS, type);
