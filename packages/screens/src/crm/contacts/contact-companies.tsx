import { createIdempotencyKey } from '@pauta/core';
import { useApi, useApiQuery } from '@pauta/core/react';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { affiliationFields, contactRoles, contacts } from '@pauta/domain/crm/contacts/contact.ts';
import { date, formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { Fields } from '@pauta/domain/kinds/kind.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { toBody } from '@pauta/domain/resource/record.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { Link } from '@pauta/ui/router.ts';
import { Plus } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';

const FieldsForm = lazy(async () => ({
  default: (await import('@pauta/ui/form/fields-form.tsx')).FieldsForm,
}));

/** One affiliation of a person with a company, and its period. */
interface Affiliation {
  readonly id: string;
  readonly role: keyof typeof contactRoles;
  readonly is_primary: boolean;
  readonly from: string;
  readonly until: string | null;
  readonly client: Reference | null;
  readonly agency: Reference | null;
}

const List = styled.ol`
  display: grid;
  gap: var(--pauta-space-3);
  margin: 0;
  padding: 0;
  list-style: none;
  & > li { display: flex; flex-wrap: wrap; align-items: center; gap: var(--pauta-space-1) var(--pauta-space-3); }
  & > li + li { padding-block-start: var(--pauta-space-3); border-block-start: 1px solid var(--pauta-color-border); }
  & a { color: var(--pauta-color-accent-text); font-weight: var(--pauta-weight-medium); }
  & span { color: var(--pauta-color-text-muted); }
  & > li > :is(button, div):last-child { margin-inline-start: auto; }
`;

const endFields: Fields = { until: date('Hasta', { required: true }) };

const period = ({ from, until }: Affiliation): string =>
  until ? `Del ${formatCivilDate(from)} al ${formatCivilDate(until)}` : `Desde el ${formatCivilDate(from)}`;

/** The current and former companies of a person; a further affiliation is added and ended here. */
export function ContactCompanies({ contact }: { contact: AnyRecord }): ReactElement {
  const path = `/contacts/${contact.id}/affiliations`;
  const answer = useApiQuery<{ data: readonly Affiliation[] }>(path);
  const api = useApi();
  const may = useMay(contacts).update(contact);
  const [open, setOpen] = useState<Affiliation | 'new' | null>(null);
  const key = useRef(createIdempotencyKey());
  const rows = answer.data?.data;
  const reason = contact.archived_at ? 'El contacto está archivado.' : may.allowed ? undefined : may.reason;

  // A change of company is made by a command of the page and changes the version of the record.
  const { mutate } = answer;
  const version = useRef(contact.row_version);
  useEffect(() => {
    if (version.current === contact.row_version) return;
    version.current = contact.row_version;
    void mutate();
  }, [contact.row_version, mutate]);

  const send = async (target: string, fields: Fields, values: Values, done: string): Promise<void> => {
    await api.post(target, toBody(fields, values), { headers: { 'Idempotency-Key': key.current } });
    key.current = createIdempotencyKey();
    setOpen(null);
    notify(done);
    await mutate();
  };

  if (answer.error && !rows) return <FailureBanner error={answer.error} onRetry={() => void mutate()} />;
  return (
    <Card
      actions={
        <Button
          disabledReason={reason}
          icon={<Plus aria-hidden size={16} />}
          onClick={() => setOpen('new')}
          size="small"
        >
          Agregar otra empresa
        </Button>
      }
      title="Empresas"
    >
      {!rows ? (
        <Skeleton lines={3} />
      ) : rows.length === 0 ? (
        <EmptyState title="Sin empresa">
          Use «Cambiar de empresa» para decir por quién habla esta persona.
        </EmptyState>
      ) : (
        <List>
          {rows.map((one) => (
            <li key={one.id}>
              {one.client && <Link to={paths.record(clients, one.client.id)}>{one.client.label}</Link>}
              {one.agency && <Link to={paths.record(agencies, one.agency.id)}>{one.agency.label}</Link>}
              <span>{contactRoles[one.role]}</span>
              {one.until === null && (
                <Badge tone={one.is_primary ? 'success' : 'info'}>
                  {one.is_primary ? 'Principal' : 'También'}
                </Badge>
              )}
              <span>{period(one)}</span>
              {one.until === null && !one.is_primary && (
                <Button disabledReason={reason} onClick={() => setOpen(one)} size="small">
                  Terminar
                </Button>
              )}
            </li>
          ))}
        </List>
      )}
      {open && (
        <Dialog
          onClose={() => setOpen(null)}
          open
          title={
            open === 'new'
              ? 'Agregar otra empresa'
              : `Terminar con ${open.client?.label ?? open.agency?.label ?? 'la empresa'}`
          }
          width={34}
        >
          <Suspense fallback={<Skeleton lines={4} />}>
            {open === 'new' ? (
              <FieldsForm
                above={<p>Para quien habla por varias empresas a la vez. La principal no cambia.</p>}
                autoFocus
                bar="dialog"
                fields={affiliationFields}
                initial={{ from: companyToday() }}
                onCancel={() => setOpen(null)}
                onSubmit={(values) => send(path, affiliationFields, values, 'Empresa agregada')}
                submitLabel="Agregar"
              />
            ) : (
              <FieldsForm
                autoFocus
                bar="dialog"
                fields={endFields}
                initial={{ until: companyToday() }}
                onCancel={() => setOpen(null)}
                onSubmit={(values) => send(`${path}/${open.id}/end`, endFields, values, 'Empresa terminada')}
                submitLabel="Terminar"
              />
            )}
          </Suspense>
        </Dialog>
      )}
    </Card>
  );
}
