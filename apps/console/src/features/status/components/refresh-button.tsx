/** Small round button in the head of a box. */
import { ActionIcon } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";

export interface RefreshButtonProps {
  label: string;
  loading: boolean;
  onClick: () => void;
}

export function RefreshButton({ label, loading, onClick }: RefreshButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      title={label}
      loading={loading}
      onClick={onClick}
    >
      <IconRefresh size={18} aria-hidden />
    </ActionIcon>
  );
}
