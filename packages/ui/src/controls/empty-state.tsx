import { token as t } from '@pauta/layout/theme';
import type { ReactElement, ReactNode } from 'react';
import { styled } from 'styled-components';

const Root = styled.div`
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: ${t('space-2')};
  padding: ${t('space-8')} ${t('space-4')};
  text-align: center;
  color: ${t('color-text-muted')};
  & > [data-icon] {
    display: grid;
    place-items: center;
    inline-size: 52px;
    block-size: 52px;
    margin-block-end: ${t('space-1')};
    border-radius: ${t('radius-full')};
    background: ${t('color-surface-sunken')};
  }
  & > h2 { color: ${t('color-text')}; font-size: ${t('text-lg')}; }
  & > p { max-inline-size: 30rem; }
  & > [data-actions] { display: flex; flex-wrap: wrap; justify-content: center; gap: ${t('space-2')}; margin-block-start: ${t('space-2')}; }
`;

export interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** The empty state of a screen: what would be here, and what to do next. */
export function EmptyState({ icon, title, children, actions }: EmptyStateProps): ReactElement {
  return (
    <Root>
      {icon && <span data-icon>{icon}</span>}
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {actions && <div data-actions>{actions}</div>}
    </Root>
  );
}
