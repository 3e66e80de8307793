import { token as t } from '@pauta/layout/theme';
import { type ReactElement, type ReactNode, useId } from 'react';
import { styled } from 'styled-components';

const Root = styled.section`
  min-inline-size: 0;
  border: 1px solid ${t('color-border')};
  border-radius: ${t('radius-lg')};
  background: ${t('color-surface')};
  box-shadow: ${t('shadow-sm')};
  & > header {
    display: flex;
    align-items: center;
    flex-wrap: wrap;
    gap: ${t('space-2')};
    padding: ${t('space-4')} ${t('space-5')} 0;
  }
  & > header > h2 { flex: 1; font-size: ${t('text-lg')}; }
  & > [data-body] { padding: ${t('space-4')} ${t('space-5')} ${t('space-5')}; }
  @media (max-width: 40rem) {
    & > header { padding: ${t('space-4')} ${t('space-4')} 0; }
    & > [data-body] { padding: ${t('space-3')} ${t('space-4')} ${t('space-4')}; }
  }
`;

/** A box on the page. With a title it is a region with an accessible name. */
export function Card({
  title,
  actions,
  children,
}: {
  title?: string;
  actions?: ReactNode;
  children: ReactNode;
}): ReactElement {
  const id = useId();
  return (
    <Root aria-labelledby={title ? id : undefined}>
      {(title || actions) && (
        <header>
          {title && <h2 id={id}>{title}</h2>}
          {actions}
        </header>
      )}
      <div data-body>{children}</div>
    </Root>
  );
}
