/**
 * What leads to a call is for whoever may make it; the contract says who (`needs`, `channels`). `May` leaves it out for others, `LookOnly`
 * shows it, locked, with a word why:
 *
 *     <May call={podRestart}><Button …/></May>
 *     <LookOnly call={scheduleSave}><Editor …/></LookOnly>
 *
 * `app/rights-used.test.ts` looks for calls that need more than their page and stand in neither.
 */
import { includes, type Level } from "@hubwart/contract";
import type { ReactNode } from "react";
import { useMay, useMe } from "../api/info.ts";
import { rightsTexts } from "../texts/index.ts";
import classes from "./may.module.css";

type Right = Parameters<typeof useMay>[0];

interface MayProps {
  call: Right;
  children: ReactNode;
}

export function May({ call, children }: MayProps) {
  return useMay(call) ? children : null;
}

export function LookOnly({ call, children }: MayProps) {
  const may = useMay(call);
  const { level } = useMe();
  if (may || call.needs === undefined) return children;
  return (
    <fieldset className={classes["locked"]} disabled>
      <p className={classes["why"]}>{whyText(level, call.needs)}</p>
      {children}
    </fieldset>
  );
}

function whyText(level: Level, needs: Level): string {
  const { bounded, needed } = rightsTexts.lookOnly;
  return includes(level, needs) ? bounded : needed(rightsTexts.role[needs]);
}
