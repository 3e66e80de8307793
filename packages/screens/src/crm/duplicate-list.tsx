import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

/** A client or a registration that may be the same company. `score` is 1 for the same tax id. */
export interface DuplicateCandidate {
  readonly client?: Reference;
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

/** Candidates, the likeliest first, each with why it may be the same. */
export function DuplicateList({ candidates }: { candidates: readonly DuplicateCandidate[] }): ReactElement {
  return (
    <List>
      {candidates.map(({ client, registration, score, reasons }) => {
        const found = client ?? registration;
        if (!found) return null;
        return (
          <li key={found.id}>
            <Link to={`/crm/${client ? 'clientes' : 'client-registrations'}/${found.id}`}>{found.label}</Link>
            <span>
              {client ? 'Cliente' : 'Registro'} {found.code}
            </span>
            <Badge tone={score >= 1 ? 'danger' : 'warning'}>{Math.round(score * 100)} %</Badge>
            <small>{reasons.join(' · ')}</small>
          </li>
        );
      })}
    </List>
  );
}

/** @example hiddenDuplicates(2) // 'Hay 2 clientes parecidos que usted no puede ver.' */
export const hiddenDuplicates = (count: number): string =>
  count === 1
    ? 'Hay un cliente parecido que usted no puede ver. Consulte a su gerente.'
    : `Hay ${count} clientes parecidos que usted no puede ver. Consulte a su gerente.`;
