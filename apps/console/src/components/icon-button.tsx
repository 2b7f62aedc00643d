/** A button with an icon before its words: `<IconButton size="xs" icon={IconPlus} onClick={add}>{texts.add}</IconButton>`. */
import { Button, type ButtonProps } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import type { ComponentProps } from "react";

interface IconButtonProps extends ButtonProps, Omit<ComponentProps<"button">, keyof ButtonProps> {
  icon: Icon;
}

export function IconButton({ icon: Before, ...button }: IconButtonProps) {
  return <Button leftSection={<Before size={button.size === "xs" ? 16 : 18} aria-hidden />} {...button} />;
}
