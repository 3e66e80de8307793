import { createIdempotencyKey } from '@pauta/core';
import { useApi, useUser } from '@pauta/core/react';
import { permissions as known } from '@pauta/domain/admin/roles/permissions.ts';
import { delegationDays, delegationFields } from '@pauta/domain/admin/users/delegation.ts';
import { choices } from '@pauta/domain/kinds/choice.ts';
import type { Field, Fields } from '@pauta/domain/kinds/kind.ts';
import { toBody } from '@pauta/domain/resource/record.ts';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { type ReactElement, useRef } from 'react';

/** Chooses the substitute, the days and the permissions. For another user always all permissions are delegated. */
export function NewDelegation({
  path,
  userId,
  onDone,
  onClose,
}: {
  path: string;
  userId: string;
  onDone: () => void;
  onClose: () => void;
}): ReactElement {
  const api = useApi();
  const user = useUser();
  const key = useRef(createIdempotencyKey());
  const own = String(user?.id) === userId ? (user?.permissions ?? []) : [];
  const offered = known.filter(({ name }) => own.includes(name));
  const fields: Fields =
    offered.length === 0
      ? delegationFields
      : {
          ...delegationFields,
          permissions: choices(
            'Qué se delega',
            Object.fromEntries(offered.map(({ name, label }) => [name, label])),
            { width: 'full', hint: 'Sin elegir nada se delega todo lo que usted puede hacer.' },
          ) as Field,
        };
  return (
    <Dialog onClose={onClose} open title="Nueva delegación" width={40}>
      <FieldsForm
        bar="dialog"
        fields={fields}
        label="Nueva delegación"
        onCancel={onClose}
        onSubmit={async (values) => {
          const { permissions, ...rest } = toBody(fields, values) as Record<string, unknown>;
          const scope = Array.isArray(permissions) && permissions.length > 0 ? { permissions } : {};
          try {
            await api.post(path, { ...rest, ...scope }, { idempotencyKey: key.current });
          } catch (error) {
            key.current = createIdempotencyKey();
            throw error;
          }
          notify('Delegación guardada');
          onDone();
        }}
        rules={[delegationDays]}
        submitLabel="Delegar"
      />
    </Dialog>
  );
}
