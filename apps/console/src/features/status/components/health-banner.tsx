/** The overall state in one sentence, and what is wrong, with the page that mends it. */
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from "@tabler/icons-react";
import type { Status } from "../../../api/info.ts";
import { statusTexts } from "../../../texts/index.ts";
import type { PlantState } from "../model/plant.ts";
import { type TroubleRow, troublesOf } from "../model/troubles.ts";
import classes from "./health-banner.module.css";
import { TroubleList } from "./trouble-list.tsx";

const texts = statusTexts.health;

const LEVELS = {
  1: { tone: "ok", title: texts.fine, Icon: IconCircleCheck },
  2: { tone: "warn", title: texts.warning, Icon: IconAlertTriangle },
  3: { tone: "error", title: texts.error, Icon: IconCircleX },
} as const;

/** What the appliance has not found yet, because it waits for a minute. */
const PLANT = {
  unknown: { tone: "young", title: texts.asking, Icon: IconInfoCircle },
  unasked: { tone: "warn", title: texts.unasked, Icon: IconAlertTriangle },
  young: { tone: "young", title: texts.young, Icon: IconInfoCircle },
  trouble: { tone: "warn", title: texts.trouble, Icon: IconAlertTriangle },
} as const;

/** What the appliance itself finds nothing wrong with. */
const alarmed = (level: number) => ({ ...levelOf(level), title: texts.alarms });
const levelOf = (level: number) => LEVELS[level === 1 || level === 2 ? level : 3];

type Shown = PlantState | "unknown" | "unasked";

/** A disturbed plant is called that also when the appliance has found it too, as warnings: it grows no milder by lasting. */
const plantSpeaks = (level: number, state: Shown): state is keyof typeof PLANT =>
  state === "trouble" ? level < 3 : level === 1 && state !== "fine";

export interface HealthBannerProps {
  health: Status["health"];
  /** What the plant does; absent without a project. */
  sentence?: string;
  /** What is wrong; without: what the appliance found. */
  troubles?: readonly TroubleRow[];
  /**
   * Unknown until the pods and their connections have answered: nothing is in order because nobody asked. `unasked`: they do not
   * answer any more.
   */
  state?: Shown;
}

export function HealthBanner({ health, sentence, state = "fine", troubles }: HealthBannerProps) {
  const rows = troubles ?? troublesOf({ findings: health.findings });
  const worst = Math.max(...rows.map(({ level }) => level), health.level);
  const {
    tone,
    title: usual,
    Icon,
  } = plantSpeaks(worst, state)
    ? PLANT[state]
    : worst > health.level
      ? alarmed(worst)
      : levelOf(health.level);
  const isNew = health.level === 1 && health.findings.some(({ code }) => code === "no-project");
  const title = isNew ? texts.ready : usual;
  const next = isNew ? health.findings.find(({ code }) => code === "no-project")?.text : undefined;
  return (
    <section className={classes["banner"]} data-tone={tone} aria-label={texts.box}>
      <Icon className={classes["icon"] ?? ""} size={26} stroke={1.75} aria-hidden />
      <div className={classes["content"]}>
        <div className={classes["line"]}>
          <h2 className={classes["title"]} aria-live="polite">
            {title}
          </h2>
          {sentence === undefined && rows.length === 0 ? (
            <p className={classes["text"]}>{next ?? texts.fineText}</p>
          ) : null}
          {sentence === undefined ? null : <p className={classes["text"]}>{sentence}</p>}
        </div>
        {rows.length > 0 ? <TroubleList rows={rows} /> : null}
      </div>
    </section>
  );
}
