import { reasonNames } from '@pauta/domain/billing/runs/reason-names.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import { badgeStyle } from '@pauta/ui/controls/badge.tsx';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

const List = styled.ul`
  ${badgeStyle}
  display: flex;
  flex-direction: column;
  gap: var(--pauta-space-1);
  margin: var(--pauta-space-1) 0 0;
  padding: 0;
  list-style: none;
  &:empty { display: none; }
  & > li { font-weight: 400; overflow-wrap: anywhere; }
  & [data-badge] { margin-inline-end: var(--pauta-space-2); }
  & a { display: inline-block; padding-block: var(--pauta-space-1); color: inherit; }
`;

/** A reason against billing or issuing, or something that is only to be known. */
export type ShownReason = Reason & { readonly blocks?: 'draft' | 'issue' | 'nothing' };

/** Reasons by name, each with its text, who can resolve it, and a link to where. */
export function ReasonList({
  label,
  reasons,
}: {
  label: string;
  reasons: readonly ShownReason[];
}): ReactElement {
  return (
    <List aria-label={label}>
      {reasons.map(({ code = '', text, who, fix, blocks }) => (
        <li key={text}>
          <span data-badge data-tone={blocks === 'nothing' ? 'warning' : 'danger'}>
            {reasonNames[code] ?? 'No se pudo emitir'}
          </span>
          {text}
          {who !== undefined && ` Lo resuelve ${who}.`} {fix && <Link to={fix.path}>{fix.label}</Link>}
        </li>
      ))}
    </List>
  );
}
