/** What became of something that was sent to a target at once. */
import { Alert } from "@mantine/core";
import { errorText } from "../lib/error-text.ts";

export interface DeliveryAnswerProps {
  send: {
    isPending: boolean;
    error: unknown;
    data: { delivered: boolean; text: string; duration: number } | undefined;
  };
  texts: { delivered: (ms: number) => string; failed: string };
}

export function DeliveryAnswer({ send, texts }: DeliveryAnswerProps) {
  return <div aria-live="polite">{send.isPending ? null : <Answer send={send} texts={texts} />}</div>;
}

function Answer({ send, texts }: DeliveryAnswerProps) {
  if (send.error) {
    const { text, detail } = errorText(send.error);
    return (
      <Alert color="red" variant="light" title={text}>
        {detail}
      </Alert>
    );
  }
  if (!send.data) return null;
  const { delivered, text, duration } = send.data;
  return (
    <Alert
      color={delivered ? "green" : "red"}
      variant="light"
      title={delivered ? texts.delivered(duration) : texts.failed}
    >
      {text}
    </Alert>
  );
}
