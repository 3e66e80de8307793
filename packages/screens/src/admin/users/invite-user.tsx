import { createIdempotencyKey } from '@pauta/core';
import { useApi, useInvalidate } from '@pauta/core/react';
import { invitationFields } from '@pauta/domain/admin/users/invitation.ts';
import { users } from '@pauta/domain/admin/users/user.ts';
import { toBody } from '@pauta/domain/resource/record.ts';
import { NoAccess } from '@pauta/ui/controls/no-access.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { useNavigate } from '@pauta/ui/router.ts';
import { type ReactElement, useRef, useState } from 'react';
import { type IssuedLink, IssuedLinkDialog } from './issued-link.tsx';

const sections = [
  { label: 'Persona', fields: ['full_name', 'email', 'phone', 'role_ids'] },
  {
    label: 'Organización',
    fields: Object.keys(invitationFields).filter(
      (name) => !['full_name', 'email', 'phone', 'role_ids'].includes(name),
    ),
  },
];

interface Made {
  readonly id: string;
  readonly name: string;
  readonly link: IssuedLink;
}

/** `gestion/usuarios/invitar`: the data and roles of a new user, who gets a link by mail. */
export function InviteUser(): ReactElement {
  const api = useApi();
  const invalidate = useInvalidate();
  const navigate = useNavigate();
  const may = useMay(users).permission('users.create');
  const key = useRef(createIdempotencyKey());
  const [made, setMade] = useState<Made | null>(null);
  const open = (id: string): void => void navigate(paths.record(users, id), { replace: true });
  return (
    <Page data-width="form">
      <PageHeader
        back={{ to: paths.list(users), label: users.label.many }}
        description="Recibirá un enlace que vale 7 días para elegir su contraseña."
        title="Invitar usuario"
      />
      {may.allowed ? (
        <FieldsForm
          bar="sticky"
          fields={invitationFields}
          label="Invitar usuario"
          onCancel={() => navigate(paths.list(users))}
          onSubmit={async (values) => {
            try {
              const { data, link } = await api.post<{
                data: { id: string; full_name: string };
                link: IssuedLink;
              }>('/users/invitations', toBody(invitationFields, values), { idempotencyKey: key.current });
              void invalidate('/users');
              if (link.path !== null) return setMade({ id: data.id, name: data.full_name, link });
              notify(`Invitación enviada a ${data.full_name}`);
              open(data.id);
            } catch (error) {
              key.current = createIdempotencyKey();
              throw error;
            }
          }}
          sections={sections}
          submitLabel="Invitar"
        />
      ) : (
        <NoAccess title="No puede invitar">{may.reason}</NoAccess>
      )}
      {made && <IssuedLinkDialog link={made.link} name={made.name} onClose={() => open(made.id)} />}
    </Page>
  );
}
