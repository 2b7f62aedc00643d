/** Leads to signing in by a directory service; loaded where it is offered. */
import { Button } from "@mantine/core";
import classes from "./front-page.module.css";

export default function DirectoryButton({ label, url }: { label: string; url: string }) {
  return (
    <Button
      component="a"
      href={url}
      variant="default"
      size="md"
      fullWidth
      classNames={{ root: classes["long"] ?? "", label: classes["longLabel"] ?? "" }}
    >
      {label}
    </Button>
  );
}
