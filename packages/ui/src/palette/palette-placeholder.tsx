import { token as t } from '@pauta/layout/theme';
import { type KeyboardEvent, type ReactElement, useEffect, useRef } from 'react';
import { styled } from 'styled-components';

const Line = styled.input`
  position: fixed;
  inset-block-start: min(12vh, 8rem);
  inset-inline: ${t('space-4')};
  z-index: ${t('z-overlay')};
  box-sizing: border-box;
  max-inline-size: 40rem;
  block-size: 54px;
  margin-inline: auto;
  padding-inline: calc(${t('space-4')} + ${t('space-3')} + 18px) ${t('space-4')};
  border: 1px solid ${t('color-border')};
  border-radius: ${t('radius-lg')};
  background: ${t('color-surface-raised')};
  color: ${t('color-text')};
  font: inherit;
  font-size: ${t('text-lg')};
  box-shadow: ${t('shadow-lg')};
  outline: none;
`;

/**
 * The search box shown while the palette is loading, so that text typed right after opening it by keyboard is not lost.
 */
export function PalettePlaceholder({
  onType,
  onClose,
}: {
  readonly onType: (text: string) => void;
  readonly onClose: () => void;
}): ReactElement {
  const line = useRef<HTMLInputElement>(null);
  useEffect(() => line.current?.focus(), []);
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose();
  };
  return (
    <Line
      aria-label="Buscar páginas, registros y acciones"
      autoComplete="off"
      maxLength={200}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={press}
      ref={line}
      spellCheck={false}
    />
  );
}
