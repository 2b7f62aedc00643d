/** What can be restarted: how it is, and the button, which asks first. */
import { Button } from "@mantine/core";
import { type IconActivity, IconRefresh } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { InfoBox, type InfoItem, InfoList } from "../../../components/info-box.tsx";
import classes from "./restart-box.module.css";

export interface RestartBoxProps {
  title: string;
  icon: typeof IconActivity;
  text: string;
  items: readonly InfoItem[];
  button: string;
  question: string;
  /** Resolves when accepted; calls `finished` when all is back. */
  restart: (finished: () => void) => Promise<void>;
}

export function RestartBox({ title, icon, text, items, button, question, restart }: RestartBoxProps) {
  const [open, setOpen] = useState(false);
  const element = useRef<HTMLButtonElement>(null);
  // The cover took the focus from a dialog that no longer exists.
  const finished = (): void => void requestAnimationFrame(() => element.current?.focus());
  return (
    <InfoBox
      title={title}
      icon={icon}
      footer={
        <Button
          ref={element}
          variant="default"
          leftSection={<IconRefresh size={18} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {button}
        </Button>
      }
    >
      <p className={classes["text"]}>{text}</p>
      <InfoList items={items} />
      <ConfirmDialog
        opened={open}
        onClose={() => setOpen(false)}
        title={button}
        question={question}
        onConfirm={() => restart(finished)}
      />
    </InfoBox>
  );
}
