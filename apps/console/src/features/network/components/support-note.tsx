/** At the head of a tab whose settings this machine does not take. */
import { Alert } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";

export interface MaybeSupported {
  supported: boolean;
  reason?: string | undefined;
}

export function SupportNote({ support }: { support: MaybeSupported }) {
  if (support.supported) return null;
  return (
    <Alert color="orange" variant="light" icon={<IconInfoCircle aria-hidden />}>
      {support.reason}
    </Alert>
  );
}
