/**
 * Styles of the Mantine components that the signed-in console uses in more than one place, in the order of
 * dependence. A component that only one feature uses brings its own style file: import it beside the component.
 */
import "@mantine/core/styles/Text.layer.css";
import "@mantine/core/styles/Flex.layer.css";
import "@mantine/core/styles/Group.layer.css";
import "@mantine/core/styles/SimpleGrid.layer.css";
import "@mantine/core/styles/Stack.layer.css";
import "@mantine/core/styles/Title.layer.css";
import "@mantine/core/styles/Anchor.layer.css";
import "@mantine/core/styles/Code.layer.css";
import "@mantine/core/styles/Divider.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Menu.layer.css";
import "@mantine/core/styles/Tooltip.layer.css";
import "@mantine/core/styles/Notification.layer.css";
import "@mantine/core/styles/Alert.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/Combobox.layer.css";
import "@mantine/core/styles/NumberInput.layer.css";
import "@mantine/core/styles/Progress.layer.css";
import "@mantine/core/styles/Skeleton.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import "@mantine/core/styles/Table.layer.css";
import "@mantine/core/styles/Tabs.layer.css";
import "@mantine/notifications/styles.layer.css";
import "./forced-colors.css";
