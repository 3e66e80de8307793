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

/** Makes a record from inside another form, with what it cannot do without. */
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
      // An answer ends the attempt; without one the server may have carried it out.
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
