/**
 * Moves an entry of a list up and down, or takes it away. The focus goes with what was moved; where an entry is taken away it goes to
 * the one in its place, or to what adds one. The list is the parent of `[data-entry]`, what adds is `[data-add]` beside the list.
 */
import { type Icon, IconArrowDown, IconArrowUp, IconTrash } from "@tabler/icons-react";
import type { MouseEvent } from "react";
import icon from "../../../components/icon-button.module.css";
import { announce } from "../../../lib/announce.ts";
import { alarmPeopleTexts } from "../../../texts/index.ts";
import classes from "./people.module.css";

const texts = alarmPeopleTexts.roster;

export interface OrderButtonsProps {
  /** Of the entry, for those who hear the buttons. */
  name: string;
  at: number;
  count: number;
  /** Absent: the order says nothing. */
  onMove?: (by: -1 | 1) => void;
  onRemove: () => void;
}

export function OrderButtons({ at, count, name, onMove, onRemove }: OrderButtonsProps) {
  const move =
    (by: -1 | 1) =>
    ({ currentTarget }: MouseEvent<HTMLElement>): void => {
      const to = at + by;
      if (to < 0 || to >= count) return;
      follow(currentTarget, to);
      onMove?.(by);
      announce(texts.moved(name, to + 1, count));
    };
  return (
    <span className={classes["order"]}>
      {onMove ? (
        <>
          {/* Switched off they would lose the focus that has just moved there with them. */}
          <Sign act="up" label={texts.up(name)} icon={IconArrowUp} off={at === 0} run={move(-1)} />
          <Sign
            act="down"
            label={texts.down(name)}
            icon={IconArrowDown}
            off={at === count - 1}
            run={move(1)}
          />
        </>
      ) : null}
      <Sign
        act="remove"
        label={texts.remove(name)}
        icon={IconTrash}
        run={({ currentTarget }) => {
          follow(currentTarget, Math.min(at, count - 2));
          onRemove();
          announce(texts.gone(name));
        }}
      />
    </span>
  );
}

interface SignProps {
  act: "up" | "down" | "remove";
  label: string;
  icon: Icon;
  off?: boolean;
  run: (event: MouseEvent<HTMLElement>) => void;
}

function Sign({ act, icon: Picture, label, off, run }: SignProps) {
  return (
    <button
      type="button"
      className={icon["icon"]}
      data-small
      data-act={act}
      aria-label={label}
      title={label}
      aria-disabled={off}
      onClick={run}
    >
      <Picture size={18} aria-hidden />
    </button>
  );
}

/** Once it is drawn, gives the focus to the same button of the entry at a place; -1: there is none any more. */
function follow(button: HTMLElement, to: number): void {
  const list = button.closest("[data-entry]")?.parentElement;
  const group = list?.parentElement;
  const act = button.dataset["act"] ?? "";
  requestAnimationFrame(() => {
    const target =
      list?.children[to]?.querySelector<HTMLElement>(`[data-act="${act}"]`) ??
      group?.querySelector<HTMLElement>("[data-add]");
    target?.focus();
  });
}
