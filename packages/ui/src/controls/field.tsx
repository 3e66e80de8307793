import { token as t } from '@pauta/layout/theme';
import { CircleAlert } from 'lucide-react';
import { type ReactElement, type ReactNode, useId } from 'react';
import { styled } from 'styled-components';
import { focusFirst } from './focus.ts';
import { box, visuallyHidden } from './style.ts';

/** Props of every labelled control. */
export interface FieldProps {
  readonly label: string;
  /** One line of help under the control. */
  readonly hint?: ReactNode;
  /** The error, in Spanish; the hint stays visible beside it. */
  readonly error?: string | undefined;
  readonly required?: boolean | undefined;
  /** The label is for screen readers alone: for filters and table cells. */
  readonly hideLabel?: boolean | undefined;
  /** Name that an error summary jumps to (`focusField`). */
  readonly name?: string | undefined;
  /** Shown, not editable. */
  readonly readOnly?: boolean | undefined;
}

/** The `aria` attributes of the element that takes the value. */
export interface ControlAria {
  readonly id: string;
  readonly 'aria-labelledby': string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-required': true | undefined;
}

const Shell = styled.div`
  display: flex;
  flex-direction: column;
  min-inline-size: 0;
  font-size: ${t('text-md')};
  & > [data-label] {
    margin-block-end: ${t('space-1')};
    color: ${t('color-text')};
    font-size: ${t('text-sm')};
    font-weight: ${t('weight-medium')};
    line-height: 1.35;
  }
  &[data-label-hidden] > [data-label] { ${visuallyHidden} }
  & > [data-label] > span { color: ${t('color-danger-text')}; }
  & > [data-hint], & > [data-error] { margin-block-start: ${t('space-1')}; font-size: ${t('text-sm')}; line-height: 1.35; }
  & > [data-hint] { color: ${t('color-text-muted')}; }
  & > [data-error] { display: flex; gap: ${t('space-1')}; color: ${t('color-danger-text')}; }
  & > [data-error] > svg { flex: none; margin-block-start: 1px; }
  ${box}
`;

/** Label, hint and error around one control, wired to it. The building part of every control of this package. */
export function Field({
  label,
  hint,
  error,
  required,
  hideLabel,
  name,
  readOnly,
  children,
}: FieldProps & { readonly children: (aria: ControlAria) => ReactNode }): ReactElement {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <Shell
      data-disabled={readOnly || undefined}
      data-field={name}
      data-invalid={error ? true : undefined}
      data-label-hidden={hideLabel || undefined}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a label takes no keys; its control does. */}
      <label
        data-label
        htmlFor={id}
        id={`${id}-label`}
        onClick={(event) => {
          // Controls made of several parts have no element with the id.
          if (!document.getElementById(id)) focusFirst(event.currentTarget.parentElement);
        }}
      >
        {label}
        {required && <span aria-hidden> *</span>}
      </label>
      {children({
        id,
        'aria-labelledby': `${id}-label`,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      {hint && (
        <div data-hint id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {error && (
        <div data-error id={`${id}-error`}>
          <CircleAlert aria-hidden size={15} />
          <span>{error}</span>
        </div>
      )}
    </Shell>
  );
}
