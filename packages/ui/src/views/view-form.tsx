import { ApiError } from '@pauta/core';
import { parseField } from '@pauta/domain/kinds/kind.ts';
import { type ViewVisibility, viewFields } from '@pauta/domain/views/saved-view.ts';
import { type ReactElement, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { Checkbox } from '../controls/checkbox.tsx';
import { DialogActions } from '../controls/confirm-dialog.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { TextField } from '../controls/text-field.tsx';
import { describeFailure } from '../data/failure.ts';

export interface ViewFormProps {
  readonly title: string;
  readonly name: string;
  /** If absent, the form does not ask whether to share the view. */
  readonly sharing?: { readonly shared: boolean; readonly disabledReason?: string | undefined };
  readonly onSave: (name: string, visibility: ViewVisibility) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the name of a view, and whether it is shared with everybody. */
export function ViewForm({ title, name: given, sharing, onSave, onClose }: ViewFormProps): ReactElement {
  const [name, setName] = useState(given);
  const [shared, setShared] = useState(sharing?.shared ?? false);
  const [error, setError] = useState<string>();
  const [saving, setSaving] = useState(false);

  const save = async (): Promise<void> => {
    const checked = parseField(viewFields.name, name);
    if (!checked.ok) {
      setError(checked.message);
      return;
    }
    setSaving(true);
    try {
      await onSave(checked.value ?? '', shared ? 'shared' : 'private');
      onClose();
    } catch (failure) {
      setError((failure instanceof ApiError && failure.errors.name?.[0]) || describeFailure(failure).message);
      setSaving(false);
    }
  };
  return (
    <Dialog onClose={onClose} open title={title} width={28}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (!saving) void save();
        }}
      >
        <TextField
          autoFocus
          error={error}
          label="Nombre de la vista"
          maxLength={80}
          name="name"
          onChange={(typed) => {
            setName(typed);
            setError(undefined);
          }}
          required
          value={name}
        />
        {sharing && sharing.disabledReason === undefined && (
          <Checkbox checked={shared} label="Compartir con todos" onChange={setShared} />
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancelar</Button>
          <Button loading={saving} tone="primary" type="submit">
            Guardar
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
