/** "Jetzt lesen": has the pod read one channel; the value appears in its row, and in the notice. */

import { podRead } from "@hubwart/contract";
import { ActionIcon } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { usePodRead } from "../../../api/pod-questions.ts";
import { sayRead } from "../../../components/say-read.ts";
import { notice } from "../../../lib/notice.tsx";
import { May } from "../../../rights/may.tsx";
import { podsTexts } from "../../../texts/index.ts";

const texts = podsTexts.read;

export function ReadButton({ pod, chan }: { pod: string; chan: string }) {
  const read = usePodRead();
  return (
    <May call={podRead}>
      <ActionIcon
        variant="default"
        size="md"
        aria-label={texts.label(chan)}
        title={texts.button}
        loading={read.isPending}
        onClick={() =>
          read.mutate(
            { pod, chan },
            {
              onSuccess: (answer) => sayRead(chan, answer),
              onError: (error) => notice.apiError(error),
            },
          )
        }
      >
        <IconRefresh size={16} aria-hidden />
      </ActionIcon>
    </May>
  );
}
