import { ApiError, createIdempotencyKey } from '@pauta/core';
import type { Catalogue } from '@pauta/domain/catalogues/catalogue.ts';
import { parseField } from '@pauta/domain/kinds/kind.ts';
import { fieldOf } from '@pauta/domain/resource/resource.ts';
import { newOne } from '@pauta/domain/text/label.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { DialogActions } from '@pauta/ui/controls/confirm-dialog.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { TextField } from '@pauta/ui/controls/text-field.tsx';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { requestIdOf, useCommands } from '@pauta/ui/data/use-commands.ts';
import { useUndo } from '@pauta/ui/undo/offer-undo.tsx';
import { type FormEvent, type ReactElement, useRef, useState } from 'react';
import { styled } from 'styled-components';

const Body = styled.form`
  display: grid;
  gap: var(--pauta-space-4);
`;

/** @example codeOf('Agencia de medios (central)') // 'AGENCIA-DE-MEDIOS' */
export const codeOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLocaleUpperCase('es')
    .replace(/[^A-Z0-9+]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 20)
    .replace(/-[^-]*$/, (rest) => (name.length > 20 ? '' : rest));

type Errors = Readonly<Record<string, string | undefined>>;

/** A dialog that creates values of a simple catalogue in succession: the name, and a code proposed from it. */
export function QuickNew({
  catalogue,
  onClose,
}: {
  readonly catalogue: Catalogue;
  readonly onClose: () => void;
}): ReactElement {
  const commands = useCommands(catalogue);
  const undo = useUndo();
  const [name, setName] = useState('');
  const [code, setCode] = useState<string | null>(null);
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string>();
  const [saving, setSaving] = useState(false);
  const key = useRef(createIdempotencyKey());
  const nameInput = useRef<HTMLInputElement>(null);
  const shownCode = code ?? codeOf(name);

  const save = async (another: boolean): Promise<void> => {
    if (saving) return;
    const values = { name, code: shownCode };
    const wrong: Record<string, string> = {};
    for (const [field, value] of Object.entries(values)) {
      const checked = parseField(fieldOf(catalogue, field), value);
      if (!checked.ok) wrong[field] = checked.message;
    }
    setErrors(wrong);
    setFailure(undefined);
    if (Object.keys(wrong).length > 0) return;
    setSaving(true);
    try {
      const record = await commands.create(values, key.current);
      key.current = createIdempotencyKey();
      undo.offer(`«${String(record.name)}» agregado`, requestIdOf(record));
      if (!another) return onClose();
      setName('');
      setCode(null);
      nameInput.current?.focus();
    } catch (error) {
      const fieldErrors = error instanceof ApiError ? error.errors : undefined;
      setErrors({ name: fieldErrors?.name?.[0], code: fieldErrors?.code?.[0] });
      if (!fieldErrors?.name && !fieldErrors?.code) setFailure(describeFailure(error).message);
    } finally {
      setSaving(false);
    }
  };

  return (
    <Dialog onClose={onClose} open title={newOne(catalogue.label)} width={28}>
      <Body
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void save(true);
        }}
      >
        {failure && <Banner tone="danger">{failure}</Banner>}
        <TextField
          autoFocus
          error={errors.name}
          label="Nombre"
          name="name"
          onChange={setName}
          ref={nameInput}
          required
          value={name}
        />
        <TextField
          autoCapitalize="characters"
          error={errors.code}
          hint="Se propone a partir del nombre."
          label="Código"
          name="code"
          onChange={(typed) => setCode(typed.toLocaleUpperCase('es'))}
          required
          value={shownCode}
        />
        <DialogActions>
          <Button loading={saving} onClick={() => void save(false)}>
            Agregar y cerrar
          </Button>
          <Button loading={saving} tone="primary" type="submit">
            Agregar y seguir
          </Button>
        </DialogActions>
      </Body>
    </Dialog>
  );
}
