import { token as t } from '@pauta/layout/theme';
import type { ReactElement } from 'react';
import { keyframes, styled } from 'styled-components';

const turn = keyframes`to { transform: rotate(1turn); }`;

const Ring = styled.span`
  display: inline-block;
  inline-size: var(--size, 16px);
  block-size: var(--size, 16px);
  border: 2px solid currentColor;
  border-block-start-color: transparent;
  border-radius: ${t('radius-full')};
  animation: ${turn} 0.8s linear infinite;
  @media (prefers-reduced-motion: reduce) { animation-duration: 2.4s; }
`;

/**
 * A rotating ring. With a label, screen readers announce it; without, it is decoration beside a text.
 *
 * @example <Spinner label="Cargando clientes" />
 */
export function Spinner({ label, size = 16 }: { label?: string; size?: number }): ReactElement {
  const style = { '--size': `${size}px` } as Record<string, string>;
  return label ? (
    <Ring aria-label={label} data-spinner role="status" style={style} />
  ) : (
    <Ring aria-hidden data-spinner style={style} />
  );
}
