import { useApiQuery } from '@pauta/core/react';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { contacts } from '@pauta/domain/crm/contacts/contact.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import type { DuplicatePair } from '../merging/duplicate-clients.tsx';

const soon = 30;
const day = 86_400_000;

/** A warning or a suggestion about a client. */
interface Remark {
  readonly key: string;
  readonly tone: 'danger' | 'warning' | 'neutral';
  readonly text: string;
  readonly action?: { readonly label: string; readonly to: string };
}

/** Warnings derived from a client's own data, worst first. @param today `YYYY-MM-DD` */
export function remarksOf(client: AnyRecord, today: string): readonly Remark[] {
  const remarks: Remark[] = [];
  const edit = { label: 'Corregir', to: paths.edit(clients, client.id) };
  if (client.credit_status === 'on_hold' || client.credit_status === 'blocked') {
    const word = client.credit_status === 'blocked' ? 'bloqueado' : 'retenido';
    remarks.push({
      key: 'credit',
      tone: 'danger',
      text: `El crédito está ${word}: el motivo está en el historial.`,
      action: { label: 'Ver historial', to: `${paths.record(clients, client.id)}?tab=historial` },
    });
  }
  const until = client.tax_exempt === true ? String(client.tax_exempt_until ?? '') : '';
  if (until !== '' && until < today) {
    remarks.push({
      key: 'exemption',
      tone: 'danger',
      text: 'La exención de impuestos venció: ya no se aplica hasta que cargue un documento vigente.',
      action: edit,
    });
  } else if (until !== '' && Date.parse(until) - Date.parse(today) <= soon * day) {
    remarks.push({
      key: 'exemption',
      tone: 'warning',
      text: `La exención de impuestos vence el ${until.split('-').reverse().join('/')}.`,
      action: edit,
    });
  }
  if (client.credit_status === 'in_review') {
    remarks.push({ key: 'credit', tone: 'warning', text: 'Cobros está revisando el crédito.' });
  }
  return remarks;
}

const Root = styled.div`
  display: grid;
  gap: var(--pauta-space-2);
  &:not(:empty) { margin-block-end: var(--pauta-space-4); }
`;

/** Everything about a client that needs attention. */
export function ClientOverview({ client }: { client: AnyRecord }): ReactElement {
  const may = useMay(clients);
  const isOpen = !client.archived_at;
  const seesContacts = useMay(contacts).view.allowed;
  // The same request as in the headline; it is sent only once.
  const people = useApiQuery<{ data: readonly unknown[] }>(
    isOpen && seesContacts
      ? `/contacts?f.client_id=${client.id}&fields=phones,is_main_contact&limit=25`
      : null,
  );
  const pairs = useApiQuery<{ data: readonly DuplicatePair[] }>(
    isOpen && client.possible_duplicate === true ? `/client-duplicates?client=${client.id}` : null,
  );
  const pair = pairs.data?.data[0];
  const twin = pair && (pair.a.id === client.id ? pair.b : pair.a);
  const mayMerge = may.permission('clients.merge').allowed;
  const remarks: Remark[] = !isOpen
    ? []
    : [
        ...remarksOf(client, companyToday()),
        ...(twin
          ? [
              {
                key: 'duplicate',
                tone: 'warning' as const,
                text: `Puede ser la misma empresa que ${twin.label} (${twin.code}). ${pair.reasons.join(' · ')}.`,
                action: {
                  label: mayMerge ? 'Comparar' : 'Ver el otro',
                  to: mayMerge
                    ? `${paths.list(clients)}/fusionar?a=${client.id}&b=${twin.id}`
                    : paths.record(clients, twin.id),
                },
              },
            ]
          : []),
        ...(people.data?.data.length === 0
          ? [
              {
                key: 'contacts',
                tone: 'warning' as const,
                text: 'No tiene contactos: no hay a quién llamar.',
                action: { label: 'Ver contactos', to: `${paths.record(clients, client.id)}?tab=contactos` },
              },
            ]
          : []),
      ];
  if (isOpen && client.status === 'active' && client.next_activity_at === null)
    remarks.push({
      key: 'next',
      tone: 'warning',
      text: 'No tiene próxima acción en Seguimiento.',
      action: { label: 'Planificar', to: `${paths.record(clients, client.id)}?tab=seguimiento` },
    });
  return (
    <Root>
      {remarks.map(({ key, tone, text, action }) => (
        <Banner
          actions={
            action && (
              <LinkButton size="small" to={action.to}>
                {action.label}
              </LinkButton>
            )
          }
          key={key}
          tone={tone}
        >
          {text}
        </Banner>
      ))}
    </Root>
  );
}
