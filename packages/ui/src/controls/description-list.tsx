import { token as t } from '@pauta/layout/theme';
import type { ReactElement, ReactNode } from 'react';
import { styled } from 'styled-components';
import { badgeStyle } from './badge.tsx';

const Root = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr));
  gap: ${t('space-4')} ${t('space-6')};
  margin: 0;
  & > [data-wide] { grid-column: 1 / -1; }
  & > div { min-inline-size: 0; }
  & dt { color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  & dd { margin: 1px 0 0; overflow-wrap: anywhere; white-space: pre-line; }
  & [data-nothing] { color: ${t('color-text-muted')}; }
  & [data-badges] { display: flex; flex-wrap: wrap; gap: ${t('space-1')}; }
  & [data-link] {
    padding: 0;
    border: 0;
    background: none;
    color: ${t('color-accent-text')};
    text-align: start;
    text-decoration: underline;
    text-underline-offset: 0.2em;
    cursor: pointer;
  }
  ${badgeStyle}
`;

export interface Description {
  readonly key: string;
  readonly label: string;
  readonly value: ReactNode;
  readonly wide?: boolean;
}

/** Labels with their values. */
export function DescriptionList({ items }: { items: readonly Description[] }): ReactElement {
  return (
    <Root>
      {items.map((item) => (
        <div data-wide={item.wide || undefined} key={item.key}>
          <dt>{item.label}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </Root>
  );
}
