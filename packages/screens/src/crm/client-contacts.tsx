import { useApiQuery } from '@pauta/core/react';
import { phone } from '@pauta/domain/kinds/contact.ts';
import { formatField } from '@pauta/domain/kinds/kind.ts';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

interface Contact {
  readonly id: string;
  readonly full_name: string;
  readonly job_title: string | null;
  readonly is_primary: boolean;
  readonly emails: readonly { readonly email: string }[];
  readonly phones: readonly { readonly number: string; readonly extension: string | null }[];
}

const number = phone('Teléfono');

const List = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr));
  gap: var(--pauta-space-4);
  margin: 0;
  padding: 0;
  list-style: none;
  & > li { display: grid; gap: 2px; min-inline-size: 0; overflow-wrap: anywhere; }
  & strong { display: flex; flex-wrap: wrap; gap: var(--pauta-space-2); font-weight: var(--pauta-weight-medium); }
  & span { color: var(--pauta-color-text-muted); }
  & a { justify-self: start; color: var(--pauta-color-accent-text); }
`;

/** The people of a client, with how to reach them. */
export function ClientContacts({ clientId }: { clientId: string }): ReactElement {
  const { data, error, mutate } = useApiQuery<{ data: readonly Contact[] }>(`/clients/${clientId}/contacts`);
  const contacts = data?.data;
  if (error && !contacts) {
    return <FailureBanner error={error} onRetry={() => void mutate()} />;
  }
  return (
    <Card title="Contactos">
      {!contacts ? (
        <Skeleton lines={3} />
      ) : contacts.length === 0 ? (
        <EmptyState title="Sin contactos">
          Los contactos llegan con el registro que originó al cliente.
        </EmptyState>
      ) : (
        <List>
          {contacts.map((contact) => (
            <li key={contact.id}>
              <strong>
                {contact.full_name}
                {contact.is_primary && <Badge tone="info">Principal</Badge>}
              </strong>
              {contact.job_title && <span>{contact.job_title}</span>}
              {contact.emails.map(({ email }) => (
                <a href={`mailto:${email}`} key={email}>
                  {email}
                </a>
              ))}
              {contact.phones.map((one) => (
                <a href={`tel:${one.number}`} key={one.number}>
                  {formatField(number, one.number)}
                  {one.extension && ` ext. ${one.extension}`}
                </a>
              ))}
            </li>
          ))}
        </List>
      )}
    </Card>
  );
}
