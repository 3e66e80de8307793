import { token as t } from '@pauta/layout/theme';
import { CircleAlert } from 'lucide-react';
import type { ReactElement, Ref } from 'react';
import { styled } from 'styled-components';
import { focusField } from './focus.ts';

const Root = styled.div`
  display: grid;
  grid-template-columns: auto 1fr;
  gap: ${t('space-1')} ${t('space-3')};
  padding: ${t('space-3')} ${t('space-4')};
  border: 1px solid ${t('color-danger')};
  border-radius: ${t('radius-md')};
  background: ${t('color-danger-soft')};
  color: ${t('color-danger-text')};
  &:focus { outline: 2px solid ${t('color-danger')}; outline-offset: 2px; }
  & > h2 { font-size: ${t('text-md')}; }
  & > ul { grid-column: 2; margin: 0; padding: 0; list-style: none; }
  & a { color: inherit; }
  & li { padding-block: 2px; }
`;

export interface FieldMessage {
  /** Name of the field; absent for an error of the whole form. */
  readonly name?: string | undefined;
  readonly label?: string | undefined;
  readonly message: string;
}

/** Errors to correct before saving, each with a link to its field. Focus it after a failed attempt. */
export function ErrorSummary({
  messages,
  ref,
}: {
  messages: readonly FieldMessage[];
  ref?: Ref<HTMLDivElement>;
}): ReactElement | null {
  if (messages.length === 0) return null;
  return (
    <Root data-error-summary ref={ref} role="alert" tabIndex={-1}>
      <CircleAlert aria-hidden size={18} />
      <h2>
        {messages.length === 1 ? 'Hay un dato por corregir' : `Hay ${messages.length} datos por corregir`}
      </h2>
      <ul>
        {messages.map(({ name, label, message }) => (
          <li key={`${name ?? ''}:${message}`}>
            {name ? (
              <a
                href={`#${name}`}
                onClick={(event) => {
                  event.preventDefault();
                  focusField(name, event.currentTarget.closest('form') ?? document);
                }}
              >
                {label ? `${label}: ${message}` : message}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </Root>
  );
}
