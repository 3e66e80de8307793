import { createIdempotencyKey } from '@pauta/core';
import { useApi, useInvalidate, usePermission } from '@pauta/core/react';
import { roles as resource } from '@pauta/domain/admin/roles/role.ts';
import { choice } from '@pauta/domain/kinds/choice.ts';
import type { Field, Fields } from '@pauta/domain/kinds/kind.ts';
import { fieldOf } from '@pauta/domain/resource/resource.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { Copy } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import type { RoleColumn } from './role-data.ts';

/** "Copiar un rol": a new role with the permissions of an existing one. */
export function CopyRole({
  roles,
  onCopied,
}: {
  roles: readonly RoleColumn[];
  onCopied: () => Promise<unknown>;
}): ReactElement {
  const api = useApi();
  const invalidate = useInvalidate();
  const may = usePermission('roles.update');
  const [key, setKey] = useState<string | null>(null);
  const fields: Fields = {
    source: choice('Copiar de', Object.fromEntries(roles.map(({ id, display_name }) => [id, display_name])), {
      required: true,
      width: 'full',
    }) as Field,
    display_name: fieldOf(resource, 'display_name'),
    description: fieldOf(resource, 'description'),
  };
  return (
    <>
      <Button
        disabledReason={may ? undefined : 'Le falta el permiso «Cambiar roles y permisos».'}
        icon={<Copy aria-hidden size={16} />}
        onClick={() => setKey(createIdempotencyKey())}
      >
        Copiar un rol
      </Button>
      {key !== null && (
        <Dialog onClose={() => setKey(null)} open title="Copiar un rol">
          <FieldsForm
            autoFocus
            bar="dialog"
            fields={fields}
            onCancel={() => setKey(null)}
            onSubmit={async ({ source, ...values }) => {
              await api.post(`/roles/${String(source)}/copy`, values, { idempotencyKey: key });
              await onCopied();
              invalidate('/roles').catch(() => {});
              notify('Rol creado con los mismos permisos');
              setKey(null);
            }}
            submitLabel="Crear copia"
          />
        </Dialog>
      )}
    </>
  );
}
