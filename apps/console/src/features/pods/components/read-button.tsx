/** "Jetzt lesen": has the pod read one channel; the value appears in its row, and in the notice. */
import { ActionIcon } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { notice } from "../../../lib/notice.tsx";
import { exactText } from "../../../lib/value-text.ts";
import { podsTexts } from "../../../texts/index.ts";
import { usePodRead } from "../api/pod-questions.ts";

const texts = podsTexts.read;

export function ReadButton({ pod, chan }: { pod: string; chan: string }) {
  const read = usePodRead(pod);
  return (
    <ActionIcon
      variant="default"
      size="md"
      aria-label={texts.label(chan)}
      title={texts.button}
      loading={read.isPending}
      onClick={() =>
        read.mutate(chan, {
          onSuccess: ({ value, raw }) =>
            notice.success(texts.done(chan, exactText(value)), {
              id: `read ${chan}`,
              ...(raw === undefined || raw === String(value) ? {} : { detail: texts.raw(raw) }),
            }),
          onError: (error) => notice.apiError(error),
        })
      }
    >
      <IconDownload size={16} aria-hidden />
    </ActionIcon>
  );
}
