import type { ReactNode } from "react";
import { Mark } from "../app/shell/mark.tsx";
import classes from "./fleet.module.css";

/** Frame of the pages of who is not in. */
export function FrontCard({
  central,
  children,
  title,
}: {
  central: string;
  children: ReactNode;
  title: string;
}) {
  return (
    <main className={classes["front"]}>
      <section className={classes["card"]}>
        <p className={classes["product"]}>
          <Mark size={32} />
          {central}
        </p>
        <h1 className={classes["title"]}>{title}</h1>
        {children}
      </section>
    </main>
  );
}
