/** Starts a download, and says so where it could not be started. */
import { Button, type ButtonProps } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { notice } from "../../../lib/notice.tsx";

export interface DownloadButtonProps extends Pick<ButtonProps, "size"> {
  start: () => Promise<void>;
  label?: string;
  children: ReactNode;
}

export function DownloadButton({ start, label, size, children }: DownloadButtonProps) {
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
  return (
    <Button
      variant="default"
      {...(size === undefined ? {} : { size })}
      aria-label={label}
      loading={pending}
      leftSection={<IconDownload size={18} aria-hidden />}
      onClick={() => void run()}
    >
      {children}
    </Button>
  );
}
