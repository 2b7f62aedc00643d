import { Select, Switch, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { notice } from "../../../lib/notice.tsx";
import { podsTexts } from "../../../texts/index.ts";
import { type LogLevel, usePodConfig, useSetLogLevel } from "../api/pod-config.ts";
import classes from "./log-box.module.css";

const texts = podsTexts.log;
const LEVELS = Object.entries(texts.levels).map(([value, label]) => ({ value: value as LogLevel, label }));

export interface LogToolbarProps {
  pod: string;
  filter: string;
  setFilter: (text: string) => void;
  follow: boolean;
  setFollow: (follow: boolean) => void;
  shown: number;
  all: number;
}

export function LogToolbar({ pod, filter, setFilter, follow, setFollow, shown, all }: LogToolbarProps) {
  return (
    <div className={classes["toolbar"]}>
      <TextInput
        className={classes["filter"] ?? ""}
        type="search"
        label={texts.filter}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={filter}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      <LevelSelect pod={pod} />
      <Switch
        className={classes["follow"] ?? ""}
        label={texts.follow}
        checked={follow}
        onChange={(event) => setFollow(event.currentTarget.checked)}
      />
      <span className={classes["count"]}>{texts.lines(shown, all)}</span>
    </div>
  );
}

/** Lowest level the pod writes; takes effect at once. Only for a pod of the running project. */
function LevelSelect({ pod }: { pod: string }) {
  const config = usePodConfig(pod).data?.data;
  const set = useSetLogLevel(pod);
  return (
    <Select
      className={classes["levelSelect"] ?? ""}
      label={texts.level}
      data={LEVELS}
      allowDeselect={false}
      disabled={config === undefined || set.isPending}
      value={config?.log_level ?? null}
      onChange={(level) => {
        if (level === null) return;
        set.mutate(level, {
          onSuccess: () => notice.success(texts.levelSet(texts.levels[level])),
          onError: (error) => notice.apiError(error),
        });
      }}
    />
  );
}
