/** What can be restarted: how it is, and the button, which asks first. */
import type { IconActivity } from "@tabler/icons-react";
import { InfoBox, type InfoItem, InfoList } from "../../../components/info-box.tsx";
import { RestartButton } from "../../../components/restart-button.tsx";
import classes from "./restart-box.module.css";

export interface RestartBoxProps {
  title: string;
  icon: typeof IconActivity;
  text: string;
  items: readonly InfoItem[];
  button: string;
  question: string;
  /** Resolves when accepted; calls `finished` when all is back. */
  restart: (finished: () => void) => Promise<void>;
}

export function RestartBox({ title, icon, text, items, button, question, restart }: RestartBoxProps) {
  return (
    <InfoBox
      title={title}
      icon={icon}
      footer={<RestartButton label={button} question={question} restart={restart} />}
    >
      <p className={classes["text"]}>{text}</p>
      <InfoList items={items} />
    </InfoBox>
  );
}
