/**
 * A button that runs something and is often without anything to do. It is never switched off as the browser knows it, because
 * what is switched off loses the focus: who saved with the keyboard would begin anew at the page's top.
 *
 *     <SaveButton off={!edit.dirty} busy={edit.saving}>Speichern</SaveButton>
 */
import { Button, type ButtonProps } from "@mantine/core";
import type { ButtonHTMLAttributes, MouseEvent } from "react";

/** Finds it, for what gives the focus back. */
export const SAVE_BUTTON = "[data-save]";

type Own = ButtonHTMLAttributes<HTMLButtonElement>;
export interface SaveButtonProps
  extends Omit<ButtonProps, "disabled" | "loading">,
    Pick<Own, "aria-label" | "onClick" | "onMouseDown" | "type"> {
  /** There is nothing to do. */
  off: boolean;
  busy: boolean;
}

export function SaveButton({ off, busy, onClick, type = "submit", ...rest }: SaveButtonProps) {
  const idle = off || busy;
  return (
    <Button
      {...rest}
      type={type}
      data-save
      data-disabled={off}
      aria-disabled={idle}
      loading={busy}
      onClick={(event: MouseEvent<HTMLButtonElement>) => {
        if (idle) event.preventDefault();
        else onClick?.(event);
      }}
      renderRoot={(props: Own) => <button {...props} type={type} disabled={false} />}
    />
  );
}
