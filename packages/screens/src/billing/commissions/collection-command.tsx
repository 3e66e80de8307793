import { createIdempotencyKey } from '@pauta/core';
import { useApi, useInvalidate } from '@pauta/core/react';
import { toBody } from '@pauta/domain/resource/record.ts';
import type { Resource, Values } from '@pauta/domain/resource/resource.ts';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { useNavigate } from '@pauta/ui/router.ts';
import { type ReactElement, useRef } from 'react';

/** Asks for the fields of a command of a whole resource, runs it, and opens the record that it made. */
export function CollectionCommand({
  resource,
  name,
  initial,
  submitLabel,
  changes,
  onClose,
}: {
  readonly resource: Resource;
  readonly name: string;
  readonly initial: Values;
  readonly submitLabel: string;
  /** Resources whose records it changes too. */
  readonly changes: readonly Resource[];
  readonly onClose: () => void;
}): ReactElement {
  const api = useApi();
  const invalidate = useInvalidate();
  const navigate = useNavigate();
  const key = useRef(createIdempotencyKey());
  const command = resource.commands[name];
  const fields = command?.fields ?? {};
  const submit = async (values: Values): Promise<void> => {
    try {
      const { data } = await api.post<{ data: { id: string } }>(
        `/${resource.path}/${name}`,
        toBody(fields, values),
        { idempotencyKey: key.current },
      );
      // If reloading fails, the query reports it.
      for (const { path } of [resource, ...changes]) invalidate(`/${path}`).catch(() => {});
      onClose();
      void navigate(paths.record(resource, data.id));
    } catch (error) {
      key.current = createIdempotencyKey();
      throw error;
    }
  };
  return (
    <Dialog onClose={onClose} open title={command?.label ?? ''} width={36}>
      <FieldsForm
        above={<p>{command?.explanation}</p>}
        autoFocus
        bar="dialog"
        fields={fields}
        initial={initial}
        onCancel={onClose}
        onSubmit={submit}
        submitLabel={submitLabel}
      />
    </Dialog>
  );
}
