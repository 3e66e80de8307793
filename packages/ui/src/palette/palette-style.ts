import { token as t } from '@pauta/layout/theme';
import { ModalOverlay } from 'react-aria-components/Modal';
import { keyframes, styled } from 'styled-components';
import { forcedColors, narrow } from '../controls/style.ts';

const fade = keyframes`from { opacity: 0; }`;

export const Scrim = styled(ModalOverlay)`
  position: fixed;
  inset: 0;
  z-index: ${t('z-overlay')};
  display: grid;
  justify-items: center;
  align-items: start;
  padding: min(12vh, 8rem) ${t('space-4')} ${t('space-4')};
  background: ${t('color-overlay')};
  animation: ${fade} ${t('duration')} ${t('ease')};
  & > div { inline-size: 100%; max-inline-size: 40rem; }
  & [role='dialog'] {
    display: flex;
    flex-direction: column;
    max-block-size: min(34rem, calc(100dvh - min(12vh, 8rem) - 1rem));
    overflow: clip;
    border: 1px solid ${t('color-border')};
    border-radius: ${t('radius-lg')};
    background: ${t('color-surface-raised')};
    color: ${t('color-text')};
    box-shadow: ${t('shadow-lg')};
    outline: none;
  }
  & [data-search] {
    display: flex;
    align-items: center;
    gap: ${t('space-3')};
    padding-inline: ${t('space-4')};
    border-block-end: 1px solid ${t('color-border')};
  }
  & [data-search] > svg { flex: none; color: ${t('color-text-muted')}; }
  & [data-search] > input {
    flex: 1;
    min-inline-size: 0;
    block-size: 52px;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    font-size: ${t('text-lg')};
    outline: none;
  }
  & [data-search] > input::placeholder { color: ${t('color-text-muted')}; opacity: 1; }
  & [data-results] { flex: 1; min-block-size: 0; overflow: auto; overscroll-behavior: contain; padding: ${t('space-2')}; scroll-padding: ${t('space-6')} ${t('space-2')}; }
  & [role='group'] > [role='presentation'] {
    padding: ${t('space-2')} ${t('space-2')} ${t('space-1')};
    color: ${t('color-text-muted')};
    font-size: ${t('text-xs')};
    font-weight: ${t('weight-bold')};
  }
  & [role='option'] {
    display: flex;
    align-items: center;
    gap: ${t('space-3')};
    min-block-size: max(38px, ${t('target-size')});
    padding: ${t('space-1')} ${t('space-2')};
    border-radius: ${t('radius-sm')};
    cursor: pointer;
  }
  & [role='option'] > svg { flex: none; color: ${t('color-text-muted')}; }
  & [role='option'] > span:first-of-type { flex: 1; min-inline-size: 0; overflow-wrap: anywhere; }
  & [role='option'] small { display: block; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  & [role='option'] [data-note] { flex: none; max-inline-size: 12rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  & [role='option'][aria-selected='true'] { background: ${t('color-selected')}; }
  & mark { background: none; color: ${t('color-accent-text')}; font-weight: ${t('weight-bold')}; }
  & [data-state] { display: flex; flex-wrap: wrap; align-items: center; gap: ${t('space-2')}; padding: ${t('space-3')} ${t('space-4')}; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  & footer {
    display: flex;
    flex-wrap: wrap;
    gap: ${t('space-1')} ${t('space-4')};
    padding: ${t('space-2')} ${t('space-4')};
    border-block-start: 1px solid ${t('color-border')};
    color: ${t('color-text-muted')};
    font-size: ${t('text-xs')};
  }
  & kbd { font: inherit; font-weight: ${t('weight-bold')}; }
  ${narrow} {
    padding: 0;
    & [role='dialog'] { max-block-size: 100dvh; border-start-start-radius: 0; border-start-end-radius: 0; }
    & footer { display: none; }
  }
  ${forcedColors} {
    & [role='option'][aria-selected='true'] { outline: 2px solid Highlight; outline-offset: -2px; }
    & mark { color: Highlight; }
  }
`;
