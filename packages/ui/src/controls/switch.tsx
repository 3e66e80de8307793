import { token as t } from '@pauta/layout/theme';
import { type ReactElement, type ReactNode, useId } from 'react';
import { styled } from 'styled-components';
import { focusRing } from './style.ts';

export interface SwitchProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly onBlur?: () => void;
  readonly readOnly?: boolean;
  readonly name?: string;
}

const Root = styled.div`
  & > label { display: inline-flex; align-items: center; gap: ${t('space-2')}; min-block-size: ${t('control-height')}; cursor: pointer; }
  & > label:has(:disabled) { cursor: not-allowed; color: ${t('color-text-muted')}; }
  & input {
    appearance: none;
    flex: none;
    position: relative;
    inline-size: 40px;
    block-size: 24px;
    margin: 0;
    border: 1px solid ${t('color-border-strong')};
    border-radius: ${t('radius-full')};
    background: ${t('color-surface-sunken')};
    cursor: inherit;
    transition: background-color ${t('duration')} ${t('ease')};
  }
  & input::after {
    content: '';
    position: absolute;
    inset-block-start: 2px;
    inset-inline-start: 2px;
    inline-size: 18px;
    block-size: 18px;
    border-radius: ${t('radius-full')};
    background: ${t('color-border-strong')};
    transition: translate ${t('duration')} ${t('ease')};
  }
  & input:checked { background: ${t('color-accent')}; border-color: ${t('color-accent')}; }
  & input:checked::after { translate: 16px 0; background: ${t('color-accent-contrast')}; }
  & [dir='rtl'] input:checked::after { translate: -16px 0; }
  & input:focus-visible { ${focusRing} }
  & > p { margin: 0; font-size: ${t('text-sm')}; color: ${t('color-text-muted')}; }
  & > p[data-error] { color: ${t('color-danger-text')}; }
  @media (forced-colors: active) { & input { appearance: auto; } & input::after { display: none; } }
`;

/** A switch for a setting that is on or off. */
export function Switch({
  label,
  hint,
  error,
  checked,
  onChange,
  onBlur,
  readOnly,
  name,
}: SwitchProps): ReactElement {
  const id = useId();
  return (
    <Root data-field={name}>
      <label>
        <input
          aria-describedby={
            [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
          }
          checked={checked}
          disabled={readOnly}
          name={name}
          onBlur={() => onBlur?.()}
          onChange={(event) => onChange(event.target.checked)}
          aria-checked={checked}
          role="switch"
          type="checkbox"
        />
        <span>{label}</span>
      </label>
      {hint && <p id={`${id}-hint`}>{hint}</p>}
      {error && (
        <p data-error id={`${id}-error`}>
          {error}
        </p>
      )}
    </Root>
  );
}
