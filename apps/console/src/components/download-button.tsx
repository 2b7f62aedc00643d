/** Start a download, and say so where it could not be started. */
import { ActionIcon, Button, type ButtonProps } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { notice } from "../lib/notice.tsx";
import classes from "./download-button.module.css";

type Start = () => Promise<void> | void;

function useStart(start: Start): { pending: boolean; run: () => void } {
  const [pending, setPending] = useState(false);
  async function run(): Promise<void> {
    setPending(true);
    try {
      await start();
    } catch (error) {
      notice.apiError(error);
    } finally {
      setPending(false);
    }
  }
  return { pending, run: () => void run() };
}

export interface DownloadButtonProps extends Pick<ButtonProps, "variant" | "size" | "disabled" | "ml"> {
  start: Start;
  /** For readers that hear only the button. */
  label?: string;
  children: ReactNode;
}

export function DownloadButton({
  start,
  label,
  variant = "default",
  children,
  ...props
}: DownloadButtonProps) {
  const { pending, run } = useStart(start);
  return (
    <Button
      {...props}
      variant={variant}
      classNames={{ root: classes["button"] ?? "", label: classes["label"] ?? "" }}
      aria-label={label}
      loading={pending}
      leftSection={<IconDownload size={props.size === "xs" ? 16 : 18} aria-hidden />}
      onClick={run}
    >
      {children}
    </Button>
  );
}

/** In a row of a table. */
export function DownloadIcon({ start, label }: { start: Start; label: string }) {
  const { pending, run } = useStart(start);
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} loading={pending} onClick={run}>
      <IconDownload size={18} aria-hidden />
    </ActionIcon>
  );
}
