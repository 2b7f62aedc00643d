/**
 * Finds pages, pods, channels, actions and settings by typing. A combobox with a list (WAI-ARIA 1.2): the focus stays in
 * the field, the arrows choose, Enter opens. Loaded when it is first used.
 */
import { projectTemplate } from "@hubwart/contract";
import { useMantineColorScheme } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from "react";
import { useMay, useMe } from "../../api/info.ts";
import { podsQuery } from "../../api/pods.ts";
import { signOut } from "../../api/sign-in.ts";
import { suggestionsQuery } from "../../features/trace/api/suggestions.ts";
import { notice } from "../../lib/notice.tsx";
import { quickBarTexts } from "../../texts/index.ts";
import { mayOpen } from "../rights.ts";
import { areaEntry, channelEntry, fixedEntries, podEntries, rememberedChannel } from "./entries.ts";
import { type Entry, find } from "./find.ts";
import classes from "./quick-bar.module.css";
import { recentIds, remember } from "./recent.ts";
import { Results } from "./results.tsx";

const texts = quickBarTexts;
/** Fewer characters would name nearly every channel. */
const CHANNELS_FROM = 2;

export function QuickBar({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const router = useRouter();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const found = useFound(typed);
  const active = Math.min(chosen, found.length - 1);

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // A click beside the bar hits the dialog itself. Escape does the same for keyboards.
    const closeBeside = (event: Event): void => {
      if (event.target === element) element?.close();
    };
    element?.addEventListener("click", closeBeside);
    return () => element?.removeEventListener("click", closeBeside);
  }, []);
  const close = (): void => dialog.current?.close();

  function open({ id: entryId, href, run }: Entry): void {
    remember(entryId);
    close();
    if (href !== undefined) router.history.push(href);
    run?.();
  }

  function choose(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setChosen((active + step + found.length) % found.length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      const entry = found[active];
      if (entry) open(entry);
    }
  }

  return (
    <dialog ref={dialog} className={classes["dialog"]} aria-label={texts.title} onClose={onClose}>
      <div className={classes["bar"]}>
        <input
          className={classes["field"]}
          type="text"
          role="combobox"
          aria-label={texts.placeholder}
          aria-autocomplete="list"
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={texts.placeholder}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={choose}
        />
        <button type="button" className={classes["close"]} onClick={close}>
          {texts.close}
        </button>
      </div>
      <Results id={id} found={found} active={active} onOpen={open} />
      <p className={classes["foot"]}>
        <output>{found.length === 0 ? texts.none : texts.found(found.length)}</output>
        <span>{texts.keys}</span>
      </p>
    </dialog>
  );
}

function useFound(typed: string): readonly Entry[] {
  const { setColorScheme } = useMantineColorScheme();
  const [recent] = useState(recentIds);
  const text = useDeferredValue(typed.trim());
  const pods = useQuery({ ...podsQuery, retry: false }).data?.pods;
  const channels = useQuery({
    ...suggestionsQuery("channels", text),
    enabled: text.length >= CHANNELS_FROM,
  }).data;
  const me = useMe();
  const mayTemplate = useMay(projectTemplate);
  const areas = useQuery({
    ...suggestionsQuery("areas", text),
    enabled: text.length >= CHANNELS_FROM,
  }).data;
  const fixed = useMemo(
    () =>
      fixedEntries({
        theme: setColorScheme,
        signOut: () => void signOut(),
        template: () => void downloadTemplate().catch((error: unknown) => notice.apiError(error)),
      }).filter(
        ({ href, id }) =>
          (href === undefined || mayOpen(me, href.split("?", 1)[0] ?? "")) &&
          (id !== "do:template" || mayTemplate),
      ),
    [setColorScheme, me, mayTemplate],
  );
  return useMemo(() => {
    const named =
      text.length >= CHANNELS_FROM
        ? [...(areas ?? []).map(areaEntry), ...(channels ?? []).map(channelEntry)]
        : [];
    const remembered = text === "" ? recent.flatMap(rememberedChannel) : [];
    return find([...fixed, ...podEntries(pods ?? []), ...named, ...remembered], recent, text);
  }, [fixed, pods, areas, channels, recent, text]);
}

async function downloadTemplate(): Promise<void> {
  await (await import("../../features/project/api/downloads.ts")).downloadTemplate();
}
