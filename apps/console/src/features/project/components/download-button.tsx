/** Starts a download, and says so where it could not be started. */
import { Button, type ButtonProps } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { notice } from "../../../lib/notice.tsx";
import classes from "./download-button.module.css";

export interface DownloadButtonProps extends Pick<ButtonProps, "variant" | "size"> {
  start: () => Promise<void>;
  children: ReactNode;
}

export function DownloadButton({ start, children, variant = "default", size = "sm" }: DownloadButtonProps) {
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
      variant={variant}
      size={size}
      classNames={{ root: classes["button"] ?? "", label: classes["label"] ?? "" }}
      loading={pending}
      leftSection={<IconDownload size={18} aria-hidden />}
      onClick={() => void run()}
    >
      {children}
    </Button>
  );
}
