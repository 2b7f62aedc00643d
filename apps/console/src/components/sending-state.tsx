/** How something does that is sent elsewhere, and one sent at once: what is stored and switched on is what is tried. */
import { Button } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { DeliveryAnswer, type DeliveryAnswerProps } from "./delivery-answer.tsx";
import { InfoBox } from "./info-box.tsx";
import layout from "./layout.module.css";
import { StatusBadge } from "./status-badge.tsx";

export interface SendingStateProps {
  title: string;
  status: ReactNode;
  /** Stored as switched on, without edits that are not applied. */
  ready: boolean;
  send: DeliveryAnswerProps["send"] & { mutate: () => void };
  texts: DeliveryAnswerProps["texts"] & { send: string; sendFirst: string };
  /** What is known of it. */
  facts: ReactNode;
  children?: ReactNode;
}

export function SendingState({ children, facts, ready, send, status, texts, title }: SendingStateProps) {
  return (
    <InfoBox title={title} status={status}>
      <div className={layout["stack"]}>
        {facts}
        <div>
          <Button
            variant="default"
            leftSection={<IconSend size={16} aria-hidden />}
            disabled={!ready}
            loading={send.isPending}
            onClick={() => send.mutate()}
          >
            {texts.send}
          </Button>
        </div>
        {ready ? null : <p>{texts.sendFirst}</p>}
        {children}
        <DeliveryAnswer send={send} texts={texts} />
      </div>
    </InfoBox>
  );
}

export interface SendingBadgeProps {
  active: boolean;
  failing: boolean;
  /** It went well once. */
  sent: boolean;
  texts: { off: string; failing: string; fine: string; idle: string };
}

export function SendingBadge({ active, failing, sent, texts }: SendingBadgeProps) {
  if (!active) return <StatusBadge tone="off">{texts.off}</StatusBadge>;
  if (failing) return <StatusBadge tone="error">{texts.failing}</StatusBadge>;
  if (sent) return <StatusBadge tone="ok">{texts.fine}</StatusBadge>;
  return <StatusBadge tone="info">{texts.idle}</StatusBadge>;
}
