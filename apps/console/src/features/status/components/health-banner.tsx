/** The overall state: its level, and every finding with the page that mends it. */
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from "@tabler/icons-react";
import type { LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Status } from "../../../api/info.ts";
import { ButtonLink } from "../../../components/button-link.tsx";
import { statusTexts } from "../../../texts/index.ts";
import type { PlantState } from "../model/plant.ts";
import classes from "./health-banner.module.css";

const texts = statusTexts.health;

const LEVELS = {
  1: { tone: "ok", title: texts.fine, Icon: IconCircleCheck },
  2: { tone: "warn", title: texts.warning, Icon: IconAlertTriangle },
  3: { tone: "error", title: texts.error, Icon: IconCircleX },
} as const;

/** What the appliance has not found yet, because it waits for a minute. */
const PLANT = {
  unknown: { tone: "young", title: texts.asking, Icon: IconInfoCircle },
  young: { tone: "young", title: texts.young, Icon: IconInfoCircle },
  trouble: { tone: "warn", title: texts.trouble, Icon: IconAlertTriangle },
} as const;

const levelOf = (level: number) => LEVELS[level === 1 || level === 2 ? level : 3];

/** A disturbed plant is called that also when the appliance has found it too, as warnings: it grows no milder by lasting. */
const plantSpeaks = (level: number, state: PlantState | "unknown"): state is keyof typeof PLANT =>
  state === "trouble" ? level < 3 : level === 1 && state !== "fine";

export interface HealthBannerProps {
  health: Status["health"];
  /** What the plant does; absent without a project. */
  plant?: ReactNode;
  /** Unknown until the pods and their connections have answered: nothing is in order because nobody asked. */
  state?: PlantState | "unknown";
}

export function HealthBanner({ health, plant, state = "fine" }: HealthBannerProps) {
  const {
    tone,
    title: usual,
    Icon,
  } = plantSpeaks(health.level, state) ? PLANT[state] : levelOf(health.level);
  const isNew = health.level === 1 && health.findings.some(({ code }) => code === "no-project");
  const title = isNew ? texts.ready : usual;
  return (
    <section className={classes["banner"]} data-tone={tone} aria-label={texts.box}>
      <Icon className={classes["icon"] ?? ""} size={26} stroke={1.75} aria-hidden />
      <div className={classes["content"]}>
        <h2 className={classes["title"]} aria-live="polite">
          {title}
        </h2>
        {plant}
        {health.findings.length === 0 ? (
          plant === undefined ? (
            <p className={classes["text"]}>{texts.fineText}</p>
          ) : null
        ) : (
          <ul className={classes["findings"]}>
            {health.findings.map((finding) => (
              <FindingLine key={finding.code} finding={finding} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

/** The way to a first project stands below the banner, step by step. */
function FindingLine({
  finding: { code, level, text, route },
}: {
  finding: Status["health"]["findings"][number];
}) {
  const { tone, Icon } = levelOf(level);
  return (
    <li className={classes["finding"]} data-tone={tone}>
      <Icon size={16} stroke={2} aria-hidden />
      <span className={classes["text"]}>{text}</span>
      {route === undefined || code === "no-project" ? null : (
        <ButtonLink
          component="a"
          to={route as NonNullable<LinkProps["to"]>}
          variant="default"
          size="compact-sm"
        >
          {texts.routes[route] ?? texts.mend}
        </ButtonLink>
      )}
    </li>
  );
}
