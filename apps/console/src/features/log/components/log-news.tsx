/** Says to screen readers how many errors came, at most every few seconds: every line would be a flood. */
import { useEffect, useRef, useState } from "react";
import { logTexts } from "../../../texts/index.ts";
import type { LogRow } from "../model/rows.ts";
import classes from "./log-view.module.css";

const EVERY_MS = 5_000;

export function LogNews({ rows }: { rows: readonly LogRow[] }) {
  const latest = useRef(rows);
  const [text, setText] = useState("");
  useEffect(() => {
    latest.current = rows;
  });
  useEffect(() => {
    let told = latest.current.at(-1)?.n ?? 0;
    const timer = setInterval(() => {
      const fresh = latest.current.filter(({ n, level }) => n > told && level === "error");
      told = latest.current.at(-1)?.n ?? told;
      const last = fresh.at(-1);
      if (last) setText(logTexts.follow.errors(fresh.length, last.msg));
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <div aria-live="polite" className={classes["news"]}>
      {text}
    </div>
  );
}
