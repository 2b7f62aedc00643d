import { useMantineColorScheme } from "@mantine/core";
import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";
import menu from "../../components/menu.module.css";
import { shellTexts } from "../../texts/index.ts";
import { HeaderMenu } from "./header-menu.tsx";

const SCHEMES = [
  { value: "light", label: shellTexts.theme.light, icon: IconSun },
  { value: "dark", label: shellTexts.theme.dark, icon: IconMoon },
  { value: "auto", label: shellTexts.theme.auto, icon: IconDeviceDesktop },
] as const;

/** Light, dark, or as the system has it. */
export function ThemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Current = SCHEMES.find(({ value }) => value === colorScheme)?.icon ?? IconDeviceDesktop;
  return (
    <HeaderMenu label={shellTexts.theme.label} icon={<Current size={19} stroke={1.75} aria-hidden />}>
      <fieldset className={menu["list"]}>
        <legend className="hw-visually-hidden">{shellTexts.theme.label}</legend>
        {SCHEMES.map(({ value, label, icon: Icon }) => (
          <label key={value} className={menu["entry"]}>
            <input
              type="radio"
              name="color-scheme"
              value={value}
              checked={colorScheme === value}
              onChange={() => setColorScheme(value)}
            />
            <Icon size={17} stroke={1.75} aria-hidden />
            {label}
          </label>
        ))}
      </fieldset>
    </HeaderMenu>
  );
}
