/** Stands at the head of every form of stored settings: keeps what is typed, and offers what was not saved. */
import { use } from "react";
import { UnsavedForms, type UnsavedProps } from "../lib/unsaved-forms.ts";

export function UnsavedSlot(props: UnsavedProps) {
  const show = use(UnsavedForms);
  return show(props);
}
