import { useApiQuery } from '@pauta/core/react';
import { users } from '@pauta/domain/admin/users/user.ts';
import { dateTime } from '@pauta/domain/kinds/date.ts';
import { formatField } from '@pauta/domain/kinds/kind.ts';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { NoAccess } from '@pauta/ui/controls/no-access.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';

interface Mail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly created_at: string;
  readonly status: 'waiting' | 'sent' | 'failed';
  readonly attempts: number;
  readonly last_error: string | null;
}

const when = dateTime('Fecha');

const List = styled.ul`
  display: grid;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li { display: flex; flex-wrap: wrap; align-items: center; gap: var(--pauta-space-1) var(--pauta-space-3); padding-block: var(--pauta-space-3); border-block-start: 1px solid var(--pauta-color-border); }
  & > li:first-child { border-block-start: 0; padding-block-start: 0; }
  & > li > div { flex: 1 1 16rem; min-inline-size: 0; overflow-wrap: anywhere; }
  & p { margin: 0; color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); }
`;

const Text = styled.pre`
  margin: 0;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  font: inherit;
`;

const withdrawn: Readonly<Record<string, string>> = {
  withdrawn: 'Reemplazado por otro más reciente',
  expired: 'Venció antes de salir',
};

const stateOf = (mail: Mail, readable: boolean) => {
  if (mail.status === 'sent') return { label: 'Enviado', tone: 'success' } as const;
  if (mail.last_error && withdrawn[mail.last_error])
    return { label: withdrawn[mail.last_error] ?? '', tone: 'neutral' } as const;
  if (mail.status === 'failed') return { label: 'No se pudo enviar', tone: 'danger' } as const;
  if (readable) return { label: 'En el buzón local', tone: 'info' } as const;
  return { label: mail.attempts > 0 ? 'Se reintentará' : 'En cola', tone: 'warning' } as const;
};

function MailText({ mail, onClose }: { mail: Mail; onClose: () => void }): ReactElement {
  const { data, error, mutate } = useApiQuery<{ data: { text: string } }>(`/mails/${mail.id}`);
  return (
    <Dialog onClose={onClose} open title={mail.subject}>
      {error ? (
        <FailureBanner error={error} onRetry={() => void mutate()} />
      ) : data ? (
        <Text>{data.data.text}</Text>
      ) : (
        <Skeleton lines={6} />
      )}
    </Dialog>
  );
}

/** `gestion/usuarios/correos`: the status of each mail and, if no mail server is configured, its content. */
export function Mails(): ReactElement {
  const may = useMay(users).permission('mail.view');
  const { data, error, mutate } = useApiQuery<{ data: readonly Mail[]; readable: boolean }>(
    may.allowed ? '/mails' : null,
  );
  const [open, setOpen] = useState<Mail | null>(null);
  return (
    <Page data-width="form">
      <PageHeader
        back={{ to: paths.list(users), label: users.label.many }}
        description="Invitaciones, enlaces y avisos de los últimos 30 días."
        title="Correos"
      />
      {!may.allowed && <NoAccess title="No puede ver los correos">{may.reason}</NoAccess>}
      {data?.readable && (
        <Banner tone="warning">
          No hay un servidor de correo configurado (SMTP_URL): los mensajes no salen y se leen aquí.
        </Banner>
      )}
      {error && !data && <FailureBanner error={error} onRetry={() => void mutate()} />}
      {may.allowed && !data && !error && (
        <Card>
          <Skeleton lines={6} />
        </Card>
      )}
      {data && (
        <Card>
          {data.data.length === 0 ? (
            <EmptyState title="Ningún correo todavía">
              Aquí aparecerán las invitaciones y los enlaces de contraseña.
            </EmptyState>
          ) : (
            <List>
              {data.data.map((mail) => {
                const { label, tone } = stateOf(mail, data.readable);
                return (
                  <li key={mail.id}>
                    <div>
                      {mail.subject}
                      <p>
                        {mail.to} · {formatField(when, mail.created_at)}
                      </p>
                    </div>
                    <Badge tone={tone}>{label}</Badge>
                    {data.readable && mail.status === 'waiting' && (
                      <Button
                        aria-label={`Leer «${mail.subject}» para ${mail.to}`}
                        onClick={() => setOpen(mail)}
                        size="small"
                      >
                        Leer
                      </Button>
                    )}
                  </li>
                );
              })}
            </List>
          )}
        </Card>
      )}
      {open && <MailText mail={open} onClose={() => setOpen(null)} />}
    </Page>
  );
}
