/**
 * What offers a form that was not saved (`app/shell/unsaved-note.tsx`), set once by the console. Without it, as in tests of a
 * form, nothing is kept.
 */
import { createContext, type ReactNode } from "react";
import type { Edit } from "./use-edit.ts";

export type UnsavedEdit = Pick<Edit<unknown, object>, "form" | "typed" | "restore" | "saves">;
export interface UnsavedProps {
  edit: UnsavedEdit;
  disabled?: boolean;
}

export const UnsavedForms = createContext<(props: UnsavedProps) => ReactNode>(() => null);
