import { ApiError, createIdempotencyKey } from '@pauta/core';
import { toBody } from '@pauta/domain/resource/record.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { agree, newOne } from '@pauta/domain/text/label.ts';
import { type ReactElement, useRef } from 'react';
import { Dialog } from '../../controls/dialog.tsx';
import { notify } from '../../controls/toast.ts';
import { useCommands } from '../../data/use-commands.ts';
import type { CreateInPlaceProps } from '../../field-components/create-in-place-context.ts';
import { FieldsForm } from '../fields-form.tsx';

/** Creates a record from inside another form, asking only for its required fields. */
export function CreateInPlace({
  resource,
  fields,
  initial,
  onMade,
  onClose,
}: CreateInPlaceProps): ReactElement {
  const commands = useCommands(resource);
  const key = useRef(createIdempotencyKey());
  const make = async (values: Values): Promise<void> => {
    try {
      const made = await commands.create(toBody(fields, values), key.current);
      notify(`${resource.label.one} ${agree(resource.label, 'creado')}`);
      const { code } = made as { code?: unknown };
      onMade({
        id: made.id,
        label: String(made[resource.title] ?? ''),
        code: typeof code === 'string' && resource.title !== 'code' ? code : null,
      });
    } catch (error) {
      // A 4xx response means that nothing was created, so the next attempt gets a new key. Without a response the
      // record may exist, so the key is kept.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500)
        key.current = createIdempotencyKey();
      throw error;
    }
  };
  return (
    <Dialog onClose={onClose} open title={newOne(resource.label)} width={30}>
      <FieldsForm
        autoFocus
        bar="dialog"
        fields={fields}
        initial={initial}
        label={newOne(resource.label)}
        onCancel={onClose}
        onSubmit={make}
        submitLabel={`Crear ${resource.label.one.toLocaleLowerCase('es')}`}
      />
    </Dialog>
  );
}
