import { useApiQuery } from '@pauta/core/react';
import { contacts } from '@pauta/domain/crm/contacts/contact.ts';
import type { JsonRow } from '@pauta/domain/kinds/json.ts';
import { formatField } from '@pauta/domain/kinds/kind.ts';
import { phoneFields } from '@pauta/domain/kinds/phone-rows.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { callLink, callRefusal } from '@pauta/ui/field-components/phones/phone-links.ts';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

const { kind, number } = phoneFields;

const Table = styled.table`
  inline-size: 100%;
  border-collapse: collapse;
  & th { text-align: start; font-weight: var(--pauta-weight-medium); color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); }
  & th, & td { padding: var(--pauta-space-2) var(--pauta-space-3) var(--pauta-space-2) 0; border-block-end: 1px solid var(--pauta-color-border); overflow-wrap: anywhere; }
  & tbody tr:last-child > * { border: 0; }
  & a { display: inline-block; min-block-size: var(--pauta-target-size); color: var(--pauta-color-accent-text); white-space: nowrap; }
`;

/** All telephone numbers of a client's contacts. */
export function ClientPhones({ clientId }: { clientId: string }): ReactElement {
  const { data, error, mutate } = useApiQuery<{ data: readonly AnyRecord[] }>(
    `/contacts?f.client_id=${clientId}&fields=phones&limit=100`,
  );
  const rows = data?.data.flatMap((contact) =>
    ((contact.phones ?? []) as readonly JsonRow[]).map((one) => ({ contact, one })),
  );
  if (error && !rows) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  return (
    <Card title="Teléfonos">
      {!rows ? (
        <Skeleton lines={3} />
      ) : rows.length === 0 ? (
        <EmptyState title="Sin teléfonos">Aquí aparecen los números de los contactos del cliente.</EmptyState>
      ) : (
        <Table>
          <thead>
            <tr>
              <th scope="col">Número</th>
              <th scope="col">Tipo</th>
              <th scope="col">Contacto</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ contact, one }) => (
              <tr
                data-contact={contact.id}
                data-name={String(contact.full_name)}
                key={`${contact.id}:${one.number}:${one.extension ?? ''}`}
              >
                <td>
                  {callRefusal(one) === undefined ? (
                    <a href={callLink(one)}>{formatField(number, one.number)}</a>
                  ) : (
                    formatField(number, one.number)
                  )}
                  {one.extension ? ` ext. ${String(one.extension)}` : null}{' '}
                  {callRefusal(one) !== undefined && <Badge tone="warning">{callRefusal(one)}</Badge>}
                </td>
                <td>
                  {formatField(kind, one.kind)}{' '}
                  {one.is_primary === true && <Badge tone="info">Principal</Badge>}
                </td>
                <td>
                  <Link to={paths.record(contacts, contact.id)}>{String(contact.full_name)}</Link>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
}
