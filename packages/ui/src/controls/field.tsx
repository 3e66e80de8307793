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
  /** Shows the label only to screen readers; for filters and table cells. */
  readonly hideLabel?: boolean | undefined;
  /** Name by which an error summary finds and focuses the field (`focusField`). */
  readonly name?: string | undefined;
  /** Visible but not editable. */
  readonly readOnly?: boolean | undefined;
}

/** The id and `aria` attributes of the element that receives the input. */
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

/** A control with its label, hint and error, connected by `aria` attributes. Every control of this package uses it. */
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
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard goes to the control, not to its label. */}
      <label
        data-label
        htmlFor={id}
        id={`${id}-label`}
        onClick={(event) => {
          // A control of several parts has no element with this id, so `htmlFor` cannot focus it.
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
