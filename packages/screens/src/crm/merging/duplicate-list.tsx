import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { agree, countOf, type Label } from '@pauta/domain/text/label.ts';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement, ReactNode } from 'react';
import { styled } from 'styled-components';

/** A client, an agency or a registration that may be the same company. `score` is 1 for the same tax id. */
export interface DuplicateCandidate {
  readonly client?: Reference;
  readonly agency?: Reference;
  readonly registration?: Reference;
  readonly score: number;
  readonly reasons: readonly string[];
}

const List = styled.ul`
  display: grid;
  gap: var(--pauta-space-2);
  margin: 0;
  padding: 0;
  list-style: none;
  & > li { display: flex; flex-wrap: wrap; align-items: baseline; gap: var(--pauta-space-1) var(--pauta-space-2); }
  & a { color: inherit; font-weight: var(--pauta-weight-medium); }
  & small { flex-basis: 100%; font-size: var(--pauta-text-sm); }
`;

/** Candidates, the likeliest first, each with the matching data. */
export function DuplicateList({
  candidates,
  action,
}: {
  candidates: readonly DuplicateCandidate[];
  /** A button beside a client of the list. */
  action?: (client: Reference) => ReactNode;
}): ReactElement {
  return (
    <List>
      {candidates.map(({ client, agency, registration, score, reasons }) => {
        const found = client ?? agency ?? registration;
        if (!found) return null;
        return (
          <li key={found.id}>
            <Link
              to={`/crm/${client ? 'clientes' : agency ? 'agencias' : 'client-registrations'}/${found.id}`}
            >
              {found.label}
            </Link>
            <span>
              {client ? 'Cliente' : agency ? 'Agencia' : 'Registro'} {found.code}
            </span>
            <Badge tone={score >= 1 ? 'danger' : 'warning'}>{Math.round(score * 100)} %</Badge>
            {client && action?.(client)}
            <small>{reasons.join(' · ')}</small>
          </li>
        );
      })}
    </List>
  );
}

/** @example hiddenDuplicates(clients.label, 2) // 'Hay 2 clientes parecidos que usted no puede ver. …' */
export const hiddenDuplicates = (label: Label, count: number): string =>
  count === 1
    ? `Hay ${label.gender === 'f' ? 'una' : 'un'} ${label.one.toLocaleLowerCase('es')} ${agree(label, 'parecido')} que usted no puede ver. Consulte a su gerente.`
    : `Hay ${countOf(label, count)} ${agree(label, 'parecido', count)} que usted no puede ver. Consulte a su gerente.`;
