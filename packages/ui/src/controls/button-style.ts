import { token as t } from '@pauta/layout/theme';
import { focusRing, forcedColors } from './style.ts';

export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger';

/** Styles of buttons, and of links that look like buttons; `data-tone` sets the tone. */
export const buttonStyle = `
  appearance: none;
  position: relative;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: ${t('space-2')};
  min-block-size: ${t('control-height')};
  padding-inline: ${t('space-3')};
  border: 1px solid transparent;
  border-radius: ${t('radius-md')};
  background: none;
  color: ${t('color-text')};
  font-size: ${t('text-md')};
  font-weight: ${t('weight-medium')};
  line-height: 1.2;
  text-decoration: none;
  white-space: nowrap;
  cursor: pointer;
  user-select: none;
  transition: background-color ${t('duration')} ${t('ease')}, border-color ${t('duration')} ${t('ease')};
  & svg { flex: none; }
  &:focus-visible { ${focusRing} }
  &[data-tone='primary'] { background: ${t('color-accent')}; color: ${t('color-accent-contrast')}; box-shadow: ${t('shadow-sm')}; }
  &[data-tone='primary']:hover { background: ${t('color-accent-hover')}; }
  &[data-tone='secondary'] { background: ${t('color-surface')}; border-color: ${t('color-border-strong')}; }
  &[data-tone='secondary']:hover { background: ${t('color-hover')}; border-color: ${t('color-text-muted')}; }
  &[data-tone='quiet'] { color: ${t('color-text-muted')}; }
  &[data-tone='quiet']:hover, &[data-tone='quiet'][aria-expanded='true'] { background: ${t('color-hover')}; color: ${t('color-text')}; }
  &[data-tone='danger'] { background: ${t('color-danger')}; color: ${t('color-danger-contrast')}; }
  &[data-tone='danger']:hover { filter: brightness(0.92); }
  &[aria-disabled='true'] {
    background: ${t('color-surface-sunken')};
    border-color: ${t('color-border')};
    color: ${t('color-text-muted')};
    box-shadow: none;
    filter: none;
    cursor: not-allowed;
  }
  &[data-tone='quiet'][aria-disabled='true'] { background: none; border-color: transparent; }
  &[data-size='small'] { min-block-size: ${t('target-size')}; padding-inline: ${t('space-2')}; font-size: ${t('text-sm')}; }
  &[data-shape='icon'] { inline-size: ${t('control-height')}; padding: 0; }
  &[data-shape='icon'][data-size='small'] { inline-size: ${t('target-size')}; }
  &[aria-busy='true'] > [data-face] { opacity: 0; }
  & > [data-face] { display: inherit; align-items: inherit; gap: inherit; }
  & > [data-spinner] { position: absolute; }
  ${forcedColors} { border-color: ButtonText; &[aria-disabled='true'] { color: GrayText; border-color: GrayText; } }
`;
