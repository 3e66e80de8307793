import { ApiError, createIdempotencyKey } from '@pauta/core';
import { useApi, useInvalidate } from '@pauta/core/react';
import { roles } from '@pauta/domain/admin/roles/role.ts';
import { parseField } from '@pauta/domain/kinds/kind.ts';
import {
  type SavedReport,
  type Schedule,
  savedReportFields,
  schedules,
} from '@pauta/domain/reports/saved-report.ts';
import { sharePermission } from '@pauta/domain/views/saved-view.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { ComboBox, type Option, type OptionsState } from '@pauta/ui/controls/combo-box.tsx';
import { DialogActions } from '@pauta/ui/controls/confirm-dialog.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { TextField } from '@pauta/ui/controls/text-field.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { useOptions } from '@pauta/ui/data/use-options.ts';
import { type ReactElement, useRef, useState } from 'react';
import { styled } from 'styled-components';

const Form = styled.form`
  display: grid;
  gap: var(--pauta-space-4);
`;

const useRoles = (text: string, open: boolean): OptionsState => useOptions(roles, text, { asking: open });

/** What is saved: a new report with the parameters of the page, or a saved one that is changed. */
export type Saving = { readonly report: string; readonly params: string } | SavedReport;

/** Asks for the name of a saved report, the role it is shared with, and how often it is mailed. */
export function SavedReportDialog({
  saving,
  name: given,
  onClose,
}: {
  readonly saving: Saving;
  readonly name: string;
  readonly onClose: () => void;
}): ReactElement {
  const api = useApi();
  const invalidate = useInvalidate();
  const mayShare = useMay(roles).permission(sharePermission);
  const saved = 'id' in saving ? saving : null;
  const key = useRef(createIdempotencyKey());
  const [name, setName] = useState(given);
  const [role, setRole] = useState<Option | null>(saved?.role ?? null);
  const [every, setEvery] = useState<Schedule>(saved?.every ?? 'never');
  const [error, setError] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);

  const save = async (): Promise<void> => {
    const checked = parseField(savedReportFields.name, name);
    if (!checked.ok) {
      setError(checked.message);
      return;
    }
    setIsSaving(true);
    const body = { name: checked.value ?? '', every, role_id: role?.id ?? null };
    try {
      if (saved) await api.patch(`/saved-reports/${saved.id}`, body, { ifMatch: saved.row_version });
      else
        await api.post(
          '/saved-reports',
          { ...body, report: saving.report, params: saving.params },
          {
            idempotencyKey: key.current,
          },
        );
      notify('Informe guardado');
      onClose();
      // If reloading fails, the query reports it.
      await invalidate('/saved-reports').catch(() => {});
    } catch (failure) {
      key.current = createIdempotencyKey();
      setError((failure instanceof ApiError && failure.errors.name?.[0]) || describeFailure(failure).message);
      setIsSaving(false);
    }
  };
  return (
    <Dialog onClose={onClose} open title={saved ? 'Cambiar informe guardado' : 'Guardar informe'} width={30}>
      <Form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (!isSaving) void save();
        }}
      >
        <TextField
          autoFocus
          error={error}
          label="Nombre"
          maxLength={80}
          name="name"
          onChange={(typed) => {
            setName(typed);
            setError(undefined);
          }}
          required
          value={name}
        />
        <Select
          clearable={false}
          hint="Cada quien recibe solo lo que sus permisos le dejan ver."
          label="Por correo"
          onChange={(value) => setEvery(value as Schedule)}
          options={Object.entries(schedules).map(([value, label]) => ({ value, label }))}
          value={every}
        />
        {mayShare.allowed && (
          <ComboBox
            hint="Quienes lo tienen ven el informe y lo reciben por correo."
            label="Compartir con el rol"
            onChange={setRole}
            placeholder="Nadie"
            useOptions={useRoles}
            value={role}
          />
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancelar</Button>
          <Button loading={isSaving} tone="primary" type="submit">
            Guardar
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
