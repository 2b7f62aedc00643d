/** What every block has: its name first, then what it shows. */
import { type ReactNode, useId } from "react";
import classes from "./blocks.module.css";

export interface BlockFrameProps {
  name: string;
  kind: string;
  actions?: ReactNode;
  children: ReactNode;
}

export function BlockFrame({ actions, children, kind, name }: BlockFrameProps) {
  const id = useId();
  return (
    <section className={classes["block"]} data-kind={kind} aria-labelledby={id}>
      <div className={classes["head"]}>
        <h2 className={classes["name"]} id={id}>
          {name}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
