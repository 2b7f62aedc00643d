/** A button that leads to another page: `<ButtonLink component="a" to="/system/restart">Neustart</ButtonLink>`. */
import { Button } from "@mantine/core";
import { createLink } from "@tanstack/react-router";

export const ButtonLink = createLink(Button<"a">);
