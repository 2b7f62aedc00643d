/** All of one line. */
import { Button, Modal } from "@mantine/core";
import { EmptyState } from "../../../components/empty-state.tsx";
import { InfoList } from "../../../components/info-box.tsx";
import { formatDateTime } from "../../../lib/format.ts";
import { logTexts } from "../../../texts/index.ts";
import { sourceName } from "../model/source-name.ts";
import { LevelBubble } from "./level-bubble.tsx";
import classes from "./log-view.module.css";
import type { OpenedLine } from "./use-opened.ts";

const texts = logTexts.detail;

export interface LogDetailProps {
  /** "gone": named by an address, and no longer in the log. */
  opened: OpenedLine | "gone" | undefined;
  onClose: () => void;
  /** Shows what was written before and after; absent where lines have no times to look for. */
  onAround?: ((row: OpenedLine) => void) | undefined;
}

export function LogDetail({ opened, onClose, onAround }: LogDetailProps) {
  const row = opened === "gone" ? undefined : opened;
  return (
    <Modal
      opened={opened !== undefined}
      onClose={onClose}
      title={opened && texts.title(row?.n)}
      size="lg"
      classNames={{ title: classes["title"] ?? "" }}
      closeButtonProps={{ "aria-label": texts.close }}
    >
      {opened === "gone" ? <EmptyState title={texts.gone} text={texts.goneText} /> : null}
      {row ? (
        <>
          <InfoList
            items={[
              { label: texts.time, value: `${formatDateTime(row.ts)}, ${row.ts % 1000}\u00a0ms` },
              { label: texts.source, value: sourceName(row.src) },
              { label: texts.module, value: row.module },
              { label: texts.channel, value: row.chan, mono: true },
              { label: texts.level, value: <LevelBubble level={row.level} /> },
              { label: texts.message, value: <span className={classes["full"]}>{row.msg}</span> },
            ]}
          />
          {onAround ? (
            <Button
              className={classes["actions"] ?? ""}
              variant="default"
              size="xs"
              onClick={() => onAround(row)}
            >
              {texts.around}
            </Button>
          ) : null}
        </>
      ) : null}
    </Modal>
  );
}
