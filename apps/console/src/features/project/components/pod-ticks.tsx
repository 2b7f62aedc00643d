/** Each pod of the new project with a tick as soon as it is connected, live. */
import { type Pod, usePods } from "../../../api/pods.ts";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { LoadingState } from "../../../components/loading-state.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { StatusBadge, type Tone } from "../../../components/status-badge.tsx";
import { projectTexts } from "../../../texts/index.ts";
import classes from "./pod-ticks.module.css";

const texts = projectTexts.run.pods;

export function PodTicks() {
  const pods = usePods();
  return (
    <InfoBox title={texts.title}>
      <QueryState query={pods} loading={<LoadingState lines={3} shape="lines" />}>
        {({ pods: all }) => <Ticks pods={all} />}
      </QueryState>
    </InfoBox>
  );
}

function Ticks({ pods }: { pods: readonly Pod[] }) {
  const connected = pods.filter(isConnected).length;
  return (
    <>
      <output className={classes["count"]}>
        {connected < pods.length
          ? texts.open(connected, pods.length)
          : pods.length === 1
            ? texts.oneDone
            : texts.done(pods.length)}
      </output>
      <ul className={classes["list"]}>
        {pods.map((pod) => {
          const { tone, text } = tickOf(pod);
          return (
            <li key={pod.id} className={classes["pod"]}>
              <span className={layout["mono"]}>{pod.id}</span>
              <StatusBadge tone={tone}>{text}</StatusBadge>
            </li>
          );
        })}
      </ul>
    </>
  );
}

const isConnected = ({ running, connected }: Pod): boolean => running && connected;

function tickOf(pod: Pod): { tone: Tone; text: string } {
  if (isConnected(pod)) return { tone: "ok", text: texts.connected };
  if (pod.running) return { tone: "info", text: texts.unconnected };
  if (!pod.internal) return { tone: "off", text: texts.external };
  return pod.error === undefined
    ? { tone: "info", text: texts.starting }
    : { tone: "error", text: pod.error };
}
