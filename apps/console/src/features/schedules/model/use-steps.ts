/** Changes of a form, each of which can be taken back and made again before it is saved. */
import { useState } from "react";
import type { Form } from "./form.ts";

interface Edited {
  values: Form;
  dirty: boolean;
  set: (change: Form) => void;
  reset: () => void;
}

export interface Steps {
  change: (change: Form) => void;
  undo: () => void;
  redo: () => void;
  canUndo: boolean;
  canRedo: boolean;
  forget: () => void;
}

const MOST = 100;

export function useSteps(): (edit: Edited) => Steps {
  const [{ done, undone }, setSteps] = useState<{ done: Form[]; undone: Form[] }>({ done: [], undone: [] });
  return ({ set, values }) => {
    const to = (form: Form): void => set(allOf(values, form));
    return {
      change: (change) => {
        setSteps({ done: [...done, values].slice(-MOST), undone: [] });
        set(change);
      },
      undo: () => {
        const last = done.at(-1);
        if (!last) return;
        setSteps({ done: done.slice(0, -1), undone: [...undone, values] });
        to(last);
      },
      redo: () => {
        const last = undone.at(-1);
        if (!last) return;
        setSteps({ done: [...done, values], undone: undone.slice(0, -1) });
        to(last);
      },
      canUndo: done.length > 0,
      canRedo: undone.length > 0,
      forget: () => setSteps({ done: [], undone: [] }),
    };
  };
}

/** A form whose fields are those of another, whichever it had. */
const allOf = (now: Form, then: Form): Form => ({
  ...Object.fromEntries(Object.keys(now).map((key) => [key, ""])),
  ...then,
});
