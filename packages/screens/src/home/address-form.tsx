import { ApiError } from '@pauta/core';
import { useApi } from '@pauta/core/react';
import { settings } from '@pauta/domain/admin/settings/setting.ts';
import { parseField } from '@pauta/domain/kinds/kind.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { TextField } from '@pauta/ui/controls/text-field.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { type FormEvent, type ReactElement, useState } from 'react';
import { styled } from 'styled-components';

const Form = styled.form`
  display: grid;
  justify-items: start;
  gap: var(--pauta-space-3);
  max-inline-size: 32rem;
  & > :first-child { inline-size: 100%; }
`;

const key = 'public_url';
const isOwnMachine = /^(localhost|127\..*|\[::1\])$/;

/** The origin of the current page, unless it is only reachable from the same machine. */
const proposal = (): string => (isOwnMachine.test(window.location.hostname) ? '' : window.location.origin);

/** Asks for the public address of the server. The address in the reader's browser is proposed. */
export function AddressForm({ onSaved }: { onSaved: () => Promise<unknown> }): ReactElement {
  const api = useApi();
  const [value, setValue] = useState(proposal);
  const [error, setError] = useState<string>();
  const [saving, setSaving] = useState(false);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const field = settings[key]?.field;
    const read = field && parseField(field, value);
    if (!read?.ok || read.value === null) {
      setError(read && !read.ok ? read.message : 'Escriba la dirección.');
      return;
    }
    setSaving(true);
    setError(undefined);
    try {
      await api.put('/settings', { [key]: read.value });
      notify('Dirección guardada');
      await onSaved();
    } catch (failure) {
      const own = failure instanceof ApiError ? failure.errors[key]?.join(' ') : undefined;
      setError(own ?? describeFailure(failure).message);
    } finally {
      setSaving(false);
    }
  };
  return (
    <Form noValidate onSubmit={(event) => void save(event)}>
      <TextField
        error={error}
        hint="La que escriben los demás en su navegador, sin página."
        label="Dirección para los enlaces"
        onChange={setValue}
        placeholder="https://pauta.ejemplo.com"
        value={value}
      />
      <Button loading={saving} size="small" type="submit">
        Guardar la dirección
      </Button>
    </Form>
  );
}
