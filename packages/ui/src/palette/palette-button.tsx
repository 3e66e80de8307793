import { token as t } from '@pauta/layout/theme';
import { Search } from 'lucide-react';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { focusRing } from '../controls/style.ts';

const Root = styled.button`
  display: flex;
  align-items: center;
  gap: ${t('space-2')};
  min-block-size: 36px;
  padding-inline: ${t('space-3')};
  border: 1px solid ${t('color-border')};
  border-radius: ${t('radius-md')};
  background: ${t('color-surface-sunken')};
  color: ${t('color-text-muted')};
  font: inherit;
  font-size: ${t('text-sm')};
  cursor: pointer;
  &:hover { border-color: ${t('color-border-strong')}; color: ${t('color-text')}; }
  &:focus-visible { ${focusRing} }
  & > kbd { padding-inline: ${t('space-1')}; border: 1px solid ${t('color-border')}; border-radius: ${t('radius-sm')}; background: ${t('color-surface')}; font: inherit; font-size: ${t('text-xs')}; white-space: nowrap; }
  & > span { min-inline-size: 6rem; text-align: start; }
  @media (max-width: 64rem) {
    position: relative;
    justify-content: center;
    inline-size: 36px;
    padding: 0;
    border-color: transparent;
    background: none;
    /* Hidden only visually, because it is the accessible name of the button. */
    & > span { position: absolute; inline-size: 1px; block-size: 1px; min-inline-size: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
    & > kbd { display: none; }
  }
  @media (pointer: coarse) { min-block-size: 44px; min-inline-size: 44px; }
`;

/** Opens the command palette from the top bar. */
export function PaletteButton({ onClick }: { onClick: () => void }): ReactElement {
  return (
    <Root
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K"
      title="Buscar páginas, registros y acciones"
      onClick={onClick}
      type="button"
    >
      <Search aria-hidden size={16} />
      <span>Buscar…</span>
      <kbd aria-hidden>Ctrl K</kbd>
    </Root>
  );
}
