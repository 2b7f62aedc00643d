/** Puts a text on the clipboard, over plain http too, and says whether that worked. */
import { Button, type ButtonProps } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { copyText } from "../lib/copy-text.ts";
import { notice } from "../lib/notice.tsx";
import { commonTexts } from "../texts/index.ts";

const texts = commonTexts.copying;

interface CopyButtonProps extends Pick<ButtonProps, "size"> {
  label: string;
  text: () => string;
}

export function CopyButton({ label, text, size = "sm" }: CopyButtonProps) {
  const copy = (): void => {
    void copyText(text()).then((copied) =>
      copied ? notice.success(texts.copied) : notice.warning(texts.notCopied),
    );
  };
  return (
    <Button size={size} variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={copy}>
      {label}
    </Button>
  );
}
