import type { ComponentPropsWithoutRef, ReactElement, ReactNode } from 'react';
import { styled } from 'styled-components';
import { type ButtonTone, buttonStyle } from './button-style.ts';

const Base = styled.a`${buttonStyle}`;

/**
 * A link that looks like a button and leaves the back office: to a telephone, a messenger or a page for guests.
 *
 * @example <OutsideButton href={callLink(row)} icon={<Phone aria-hidden size={16} />}>Llamar</OutsideButton>
 */
export function OutsideButton({
  tone = 'secondary',
  icon,
  children,
  ...rest
}: ComponentPropsWithoutRef<'a'> & { tone?: ButtonTone; icon?: ReactNode }): ReactElement {
  return (
    <Base {...rest} data-tone={tone}>
      <span data-face>
        {icon}
        {children}
      </span>
    </Base>
  );
}

/** What a link to another site has: it opens beside the back office and does not learn where it was. */
export const elsewhere = { rel: 'noreferrer', target: '_blank' } as const;
