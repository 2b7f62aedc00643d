/** The look: one accent, system fonts, contrast of at least 4.5:1 for text in both colour schemes. */
import { type CSSVariablesResolver, createTheme, localStorageColorSchemeManager } from "@mantine/core";
import { commonTexts } from "../texts/index.ts";

export const theme = createTheme({
  primaryColor: "petrol",
  primaryShade: 8,
  colors: {
    petrol: [
      "#e9f6f8",
      "#d3eaef",
      "#a9d6de",
      "#7dc2ce",
      "#5cb8c9",
      "#3a9fb2",
      "#258c9f",
      "#15788b",
      "#0b6577",
      "#074f5e",
    ],
    dark: [
      "#e4e9ec",
      "#b9c4cc",
      "#9babb6",
      "#6c7a85",
      "#3a464e",
      "#29333a",
      "#1c242a",
      "#151b1f",
      "#10161a",
      "#0b0f12",
    ],
  },
  // macOS, Windows, Android, Linux: of about one width by their published averages (0.42 to 0.45 em a letter). Noto Sans is
  // wider by 6 %, and `system-ui` on Linux may be DejaVu Sans, which is as wide as Verdana; so they come last.
  fontFamily:
    '-apple-system, "Segoe UI", Roboto, "Liberation Sans", Arial, "Noto Sans", system-ui, sans-serif',
  fontFamilyMonospace: "var(--hw-mono)",
  headings: { fontWeight: "620" },
  defaultRadius: "sm",
  radius: { sm: "6px", md: "10px" },
  respectReducedMotion: true,
  cursorType: "pointer",
  activeClassName: "",
  components: {
    // The star comes by style (styles/global.css): in the label's text it would be read aloud beside "required".
    InputWrapper: { defaultProps: { withAsterisk: false } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: "md",
        closeButtonProps: { "aria-label": commonTexts.action.close },
      },
    },
    // Its <header> would be a second banner of the page for screen readers.
    ModalHeader: { defaultProps: { component: "div" } },
    DrawerHeader: { defaultProps: { component: "div" } },
    Notification: { defaultProps: { closeButtonProps: { "aria-label": commonTexts.notice.close } } },
    Alert: { defaultProps: { closeButtonLabel: commonTexts.action.close } },
    // The placeholder is no allowed child of a menu; without a portal the menu stays inside its landmark.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, withinPortal: false } },
    // Two buttons side by side.
    NumberInput: { defaultProps: { rightSectionWidth: 60 } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    Table: { defaultProps: { verticalSpacing: "xs", horizontalSpacing: "sm" } },
    Tooltip: { defaultProps: { openDelay: 300, events: { hover: true, focus: true, touch: false } } },
    Select: { defaultProps: { nothingFoundMessage: commonTexts.state.notFound, checkIconPosition: "right" } },
    PasswordInput: {
      defaultProps: { visibilityToggleFocusable: true },
    },
  },
});

/** Soft backgrounds and their texts, by Mantine's colour names. */
const tones = { green: "ok", orange: "warn", yellow: "warn", red: "error", gray: "off", petrol: "accent" };

/** Mantine's own greys and light variants miss AA; these are the tokens of styles/global.css. */
export const cssVariables: CSSVariablesResolver = () => {
  const variables: Record<string, string> = {
    "--mantine-color-body": "var(--hw-surface)",
    "--mantine-color-text": "var(--hw-text)",
    "--mantine-color-bright": "var(--hw-text)",
    "--mantine-color-dimmed": "var(--hw-text-muted)",
    "--mantine-color-placeholder": "var(--hw-text-muted)",
    "--mantine-color-error": "var(--hw-error)",
    "--mantine-color-success": "var(--hw-ok)",
    "--mantine-color-anchor": "var(--hw-accent)",
    "--mantine-color-default": "var(--hw-surface)",
    "--mantine-color-default-hover": "var(--hw-sunken)",
    "--mantine-color-default-color": "var(--hw-text)",
    "--mantine-color-default-border": "var(--hw-border)",
    "--mantine-color-disabled-color": "var(--hw-disabled)",
    "--mantine-primary-color-light-color": "var(--hw-accent)",
  };
  for (const [color, tone] of Object.entries(tones)) {
    variables[`--mantine-color-${color}-light`] = `var(--hw-${tone}-soft)`;
    variables[`--mantine-color-${color}-light-hover`] = `var(--hw-${tone}-soft)`;
    variables[`--mantine-color-${color}-light-color`] = `var(--hw-${tone})`;
    variables[`--mantine-color-${color}-outline`] = `var(--hw-${tone})`;
  }
  // Per scheme, because Mantine sets these per scheme and the later rule wins.
  return { variables: {}, light: variables, dark: variables };
};

/** The key is also read by the script that runs before the first paint (build/theme-script.ts). */
export const colorSchemes = localStorageColorSchemeManager({ key: "hubwart.theme" });

/** What the server put into the page for style elements made by scripts. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
}
