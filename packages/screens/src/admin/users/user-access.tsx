import { createIdempotencyKey } from '@pauta/core';
import { useApiMutation, useApiQuery } from '@pauta/core/react';
import { dateTime } from '@pauta/domain/kinds/date.ts';
import { type Field, formatField } from '@pauta/domain/kinds/kind.ts';
import { longText } from '@pauta/domain/kinds/text.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { ConfirmDialog } from '@pauta/ui/controls/confirm-dialog.tsx';
import { DescriptionList } from '@pauta/ui/controls/description-list.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { FieldsForm } from '@pauta/ui/form/fields-form.tsx';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';
import { type Access, useAccountRefusal, useUserAccess } from './access-data.ts';
import { type IssuedLink, IssuedLinkDialog } from './issued-link.tsx';

interface OpenSession {
  readonly id: string;
  readonly device: string;
  readonly ip: string | null;
  readonly last_used_at: string;
  readonly current: boolean;
}

const when = dateTime('Último uso');
const reasonFields = {
  reason: longText('Motivo', { max: 500, min: 5, required: true, hint: 'Queda en la auditoría.' }) as Field,
};

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--pauta-space-2);
  margin-block-start: var(--pauta-space-4);
`;

const List = styled.ul`
  display: grid;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li { display: flex; flex-wrap: wrap; align-items: center; gap: var(--pauta-space-1) var(--pauta-space-3); padding-block: var(--pauta-space-3); border-block-start: 1px solid var(--pauta-color-border); }
  & > li:first-child { border-block-start: 0; padding-block-start: 0; }
  & > li > div { flex: 1 1 14rem; min-inline-size: 0; }
  & p { margin: 0; color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); }
`;

const say = (failure: unknown): void => notify(describeFailure(failure).message, { tone: 'danger' });

const linkText = ({ link }: Access): string =>
  link
    ? `${link.purpose === 'invitation' ? 'Invitación' : 'Para otra contraseña'}; vale hasta ${formatField(when, link.expires_at)}`
    : 'Ninguno';

/** How a user signs in: password, second factor and open sessions, with the administrator's actions on them. */
export function UserAccess({ user }: { user: AnyRecord }): ReactElement {
  const path = `/users/${user.id}`;
  const access = useUserAccess(user.id);
  const beyond = useAccountRefusal(user);
  const sessions = useApiQuery<{ data: readonly OpenSession[] }>(`${path}/sessions`);
  const [link, setLink] = useState<IssuedLink | null>(null);
  const [asking, setAsking] = useState<'sessions' | 'second-factor' | null>(null);
  const name = String(user.full_name);
  const state = String(user.status);

  const send = useApiMutation(
    (api, what: 'invitation' | 'password-reset') =>
      api.post<{ data: IssuedLink }>(`${path}/${what}`, undefined, {
        idempotencyKey: createIdempotencyKey(),
      }),
    { invalidates: ['/users'] },
  );
  const sendLink = (what: 'invitation' | 'password-reset'): void => {
    send.run(what).then(({ data }) => {
      if (data.path !== null) setLink(data);
      else notify(`Enlace enviado a ${String(user.email)}`);
    }, say);
  };
  const close = useApiMutation(
    (api, id: string | null) => api.delete(`${path}/sessions${id ? `/${id}` : ''}`),
    { invalidates: [`${path}/sessions`] },
  );
  const end = (id: string | null): void => {
    close.run(id).then(() => {
      setAsking(null);
      notify(id ? 'Sesión cerrada' : 'Sesiones cerradas');
    }, say);
  };
  const reset = useApiMutation(
    (api, values: object) =>
      api.post(`${path}/second-factor/reset`, values, { idempotencyKey: createIdempotencyKey() }),
    { invalidates: [path] },
  );

  const failure = access.error ?? sessions.error;
  if (failure && !(access.data && sessions.data)) {
    return (
      <FailureBanner error={failure} onRetry={() => void Promise.all([access.mutate(), sessions.mutate()])} />
    );
  }
  const now = access.data?.data;
  const open = sessions.data?.data;
  const invitable = state === 'invited' || (state === 'inactive' && now?.has_password === false);
  return (
    <>
      <Card title="Contraseña y verificación">
        {now ? (
          <>
            <DescriptionList
              items={[
                {
                  key: 'password',
                  label: 'Contraseña',
                  value: !now.has_password
                    ? 'Todavía no la eligió'
                    : now.must_change_password
                      ? 'Debe cambiarla al entrar'
                      : 'Elegida por la persona',
                },
                {
                  key: 'second',
                  label: 'Verificación en dos pasos',
                  value: now.second_factor ? 'Activa' : 'Inactiva',
                },
                { key: 'link', label: 'Enlace pendiente', value: linkText(now) },
              ]}
            />
            <Buttons>
              {invitable && (
                <Button disabledReason={beyond} loading={send.pending} onClick={() => sendLink('invitation')}>
                  Enviar la invitación otra vez
                </Button>
              )}
              {(state === 'active' || state === 'pending') && (
                <Button
                  disabledReason={beyond}
                  loading={send.pending}
                  onClick={() => sendLink('password-reset')}
                >
                  Restablecer contraseña
                </Button>
              )}
              {now.second_factor && (
                <Button disabledReason={beyond} onClick={() => setAsking('second-factor')}>
                  Quitar la verificación en dos pasos
                </Button>
              )}
            </Buttons>
          </>
        ) : (
          <Skeleton lines={2} />
        )}
      </Card>
      <Card
        actions={
          open !== undefined &&
          open.length > 0 && (
            <Button disabledReason={beyond} onClick={() => setAsking('sessions')} size="small">
              Cerrar todas
            </Button>
          )
        }
        title="Sesiones abiertas"
      >
        {!open && <Skeleton lines={2} />}
        {open?.length === 0 && 'No tiene ninguna sesión abierta.'}
        {open && open.length > 0 && (
          <List>
            {open.map((one) => (
              <li key={one.id}>
                <div>
                  {one.device}
                  <p>
                    {one.ip && `${one.ip} · `}Último uso: {formatField(when, one.last_used_at)}
                  </p>
                </div>
                <Button
                  aria-label={`Cerrar la sesión de ${one.device}`}
                  disabledReason={beyond}
                  onClick={() => end(one.id)}
                  size="small"
                  tone="quiet"
                >
                  Cerrar
                </Button>
              </li>
            ))}
          </List>
        )}
      </Card>
      <ConfirmDialog
        confirm="Cerrar sesiones"
        loading={close.pending}
        onCancel={() => setAsking(null)}
        onConfirm={() => end(null)}
        open={asking === 'sessions'}
        title={`¿Cerrar las sesiones de ${name}?`}
        tone="danger"
      >
        Tendrá que iniciar sesión de nuevo en todos sus dispositivos. Lo que no haya guardado queda como
        borrador en su navegador.
      </ConfirmDialog>
      <Dialog
        onClose={() => setAsking(null)}
        open={asking === 'second-factor'}
        title="Quitar la verificación en dos pasos"
      >
        <FieldsForm
          above={
            <p>
              Hágalo solo si {name} perdió su teléfono y sus códigos, y está seguro de que es quien lo pide.
              Se cierran sus sesiones y se le avisa por correo.
            </p>
          }
          autoFocus
          bar="dialog"
          fields={reasonFields}
          onCancel={() => setAsking(null)}
          onSubmit={async (values) => {
            await reset.run(values);
            setAsking(null);
            notify('Verificación en dos pasos quitada');
          }}
          submitLabel="Quitar"
          submitTone="danger"
        />
      </Dialog>
      {link && <IssuedLinkDialog link={link} name={name} onClose={() => setLink(null)} />}
    </>
  );
}
