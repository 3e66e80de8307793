import { numberedClauses } from '@pauta/domain/sales/contracts/contract-paper.ts';
import type { Clause } from '@pauta/domain/sales/contracts/texts/fill-text.ts';
import { token as t } from '@pauta/layout/theme';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

const Root = styled.div`
  max-inline-size: 72ch;
  overflow-wrap: anywhere;
  & h3 { margin: ${t('space-4')} 0 ${t('space-2')}; font-size: ${t('text-md')}; }
  & p { margin: 0 0 ${t('space-2')}; }
  & p[data-item] { padding-inline-start: ${t('space-4')}; }
  & p[data-item]::before { content: '• '; }
`;

/** The clauses of a contract, numbered as on paper. */
export function ClauseList({ clauses }: { readonly clauses: readonly Clause[] }): ReactElement {
  return (
    <Root>
      {numberedClauses(clauses).map(({ title, paragraphs }, place) => (
        <section key={place}>
          {title !== null && <h3>{title}</h3>}
          {paragraphs.map(({ text, is_item }, at) => (
            <p data-item={is_item || undefined} key={at}>
              {text}
            </p>
          ))}
        </section>
      ))}
    </Root>
  );
}
