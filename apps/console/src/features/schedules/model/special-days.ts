/** What makes a day another than those of the week: the plan's own days, or a calendar that it names. */
import { dayLayer, type Plan, type Surroundings } from "@hubwart/schedule";
import { schedulesTexts } from "../../../texts/index.ts";

export interface SpecialDay {
  kind: "own" | "calendar";
  label: string;
}

export function specialOf(plan: Plan, day: ReturnType<Surroundings["day"]>): SpecialDay | undefined {
  const layer = dayLayer(plan, day);
  if (!layer) return undefined;
  const { calendar, label } = layer;
  if (calendar === undefined) return { kind: "own", label: label ?? schedulesTexts.edit.exceptions.title };
  return { kind: "calendar", label: label === undefined ? calendar : `${calendar}: ${label}` };
}
