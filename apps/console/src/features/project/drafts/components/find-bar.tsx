import { Button, TextInput } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { notice } from "../../../../lib/notice.tsx";
import { useFocusOnMount } from "../../../../lib/use-focus-on-mount.ts";
import { draftsTexts } from "../../../../texts/index.ts";
import { findNext, replaceWrites } from "../model/find.ts";
import type { Spot } from "../model/selection.ts";
import type { Write } from "../model/steps.ts";
import type { TableView } from "../model/table-view.ts";
import classes from "./editor.module.css";

const texts = draftsTexts.find;

interface FindBarProps {
  view: TableView;
  from: Spot;
  onFound: (spot: Spot) => void;
  write: (writes: readonly Write[], label: string) => void;
  onClose: () => void;
}

export function FindBar({ from, onClose, onFound, view, write }: FindBarProps) {
  const [wanted, setWanted] = useState("");
  const [by, setBy] = useState("");
  const field = useFocusOnMount<HTMLInputElement>();
  const leave = ({ key }: KeyboardEvent): void => {
    if (key === "Escape") onClose();
  };
  function next(): void {
    const found = findNext(view, wanted, from);
    if (found) onFound(found);
    else notice.info(texts.none);
  }
  function replace(only: Spot | undefined): void {
    const writes = replaceWrites(view, wanted, by, only);
    if (writes.length > 0) write(writes, draftsTexts.steps.replace(writes.length));
    if (!only) notice.info(writes.length > 0 ? texts.replaced(writes.length) : texts.none);
    else next();
  }
  return (
    <form
      className={classes["find"]}
      onSubmit={(event) => {
        event.preventDefault();
        next();
      }}
    >
      <TextInput
        size="xs"
        label={texts.text}
        ref={field}
        onKeyDown={leave}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      <TextInput
        size="xs"
        label={texts.by}
        onKeyDown={leave}
        value={by}
        onChange={(event) => setBy(event.currentTarget.value)}
      />
      <Button size="xs" type="submit" variant="default" disabled={wanted === ""}>
        {texts.next}
      </Button>
      <Button size="xs" variant="default" disabled={wanted === ""} onClick={() => replace(from)}>
        {texts.replace}
      </Button>
      <Button size="xs" variant="default" disabled={wanted === ""} onClick={() => replace(undefined)}>
        {texts.all}
      </Button>
      <Button size="xs" variant="subtle" onClick={onClose}>
        {texts.close}
      </Button>
    </form>
  );
}
