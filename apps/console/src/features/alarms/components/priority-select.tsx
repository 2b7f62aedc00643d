import { NativeSelect } from "@mantine/core";
import { alarmsTexts as texts } from "../../../texts/index.ts";
import { priorityWord } from "../model/words.ts";

export interface PrioritySelectProps {
  /** This one and those more urgent; absent: all. */
  value: number | undefined;
  change: (priority: string) => void;
}

export function PrioritySelect({ value, change }: PrioritySelectProps) {
  return (
    <NativeSelect
      label={texts.priority}
      value={String(value ?? "")}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      data={[
        { value: "", label: texts.allPriorities },
        { value: "1", label: priorityWord(1) },
        ...[2, 3].map((one) => ({ value: String(one), label: texts.upTo(priorityWord(one)) })),
      ]}
    />
  );
}
