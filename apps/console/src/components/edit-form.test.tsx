import { TextInput } from "@mantine/core";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { render } from "../testing/render.tsx";
import { EditButtons, EditForm, type FormEdit } from "./edit-form.tsx";
import { GroupComplaint } from "./group-complaint.tsx";

const refused = (errors: Readonly<Record<string, string>>): FormEdit =>
  ({ dirty: true, saving: false, errors, save: async () => false }) as unknown as FormEdit;

it("brings who saves at its foot to the complaint about a group, like to a wrong field", async () => {
  const edit = refused({ content: "Wählen Sie etwas aus." });
  render(
    <EditForm edit={edit}>
      <GroupComplaint>{edit.errors["content"]}</GroupComplaint>
      <TextInput label="Ort" />
      <EditButtons edit={edit} />
    </EditForm>,
  );
  const save = screen.getByRole("button", { name: "Speichern" });
  save.focus();
  fireEvent.click(save);
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Wählen Sie etwas aus."));
  expect(document.activeElement?.getAttribute("role")).toBe("alert");
});

it("complains about no group that is in order", () => {
  render(<GroupComplaint>{undefined}</GroupComplaint>);
  expect(screen.queryByRole("alert")).toBeNull();
});
