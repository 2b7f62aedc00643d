/** Nothing to show, and why. */
import { IconInbox } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { commonTexts } from "../texts/index.ts";
import classes from "./states.module.css";

export interface EmptyStateProps {
  title?: string;
  text?: ReactNode;
  icon?: typeof IconInbox;
  action?: ReactNode;
}

export function EmptyState({
  title = commonTexts.state.empty,
  text,
  icon: Icon = IconInbox,
  action,
}: EmptyStateProps) {
  return (
    <div className={classes["state"]}>
      <Icon size={28} stroke={1.5} aria-hidden />
      <p className={classes["title"]}>{title}</p>
      {text === undefined ? null : <p className={classes["text"]}>{text}</p>}
      {action === undefined ? null : <div className={classes["action"]}>{action}</div>}
    </div>
  );
}
