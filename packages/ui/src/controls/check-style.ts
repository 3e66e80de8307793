import { token as t } from '@pauta/layout/theme';
import { focusRing } from './style.ts';

/** Styles of a check box or radio button with its text, for a `<label>` that contains an `<input>` and a `<span>`. */
export const checkRow = `
  display: flex;
  align-items: flex-start;
  gap: ${t('space-2')};
  min-block-size: ${t('target-size')};
  padding-block: 4px;
  cursor: pointer;
  & > input {
    appearance: none;
    flex: none;
    inline-size: 18px;
    block-size: 18px;
    margin: 1px 0;
    border: 1px solid ${t('color-border-strong')};
    border-radius: ${t('radius-sm')};
    background: ${t('color-surface')} center / 12px no-repeat;
    cursor: inherit;
  }
  & > input[type='radio'] { border-radius: ${t('radius-full')}; }
  & > input:hover { border-color: ${t('color-text-muted')}; }
  & > input:focus-visible { ${focusRing} }
  & > input:checked, & > input:indeterminate { background-color: ${t('color-accent')}; border-color: ${t('color-accent')}; }
  & > input:checked { background-image: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 12 12' fill='none' stroke='white' stroke-width='2' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='m2.5 6.5 2.5 2.5 4.5-5.5'/%3E%3C/svg%3E"); }
  & > input[type='radio']:checked { background-image: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 12 12' fill='white'%3E%3Ccircle cx='6' cy='6' r='3.5'/%3E%3C/svg%3E"); }
  & > input:indeterminate { background-image: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 12 12' stroke='white' stroke-width='2' stroke-linecap='round'%3E%3Cpath d='M3 6h6'/%3E%3C/svg%3E"); }
  & > input:disabled { background-color: ${t('color-surface-sunken')}; border-color: ${t('color-border')}; cursor: not-allowed; }
  @media (pointer: coarse) { align-items: center; & > input { inline-size: 22px; block-size: 22px; } }
  @media (forced-colors: active) { & > input { appearance: auto; } }
`;
