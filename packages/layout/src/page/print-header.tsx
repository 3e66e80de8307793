import { type ReactElement, useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { token } from '../theme/tokens.ts';
import * as texts from './page-texts.ts';

export interface PrintHeaderProps {
  readonly product: string;
  readonly title: string;
  /** Name of the printing user. */
  readonly user?: string | undefined;
  /** Locale of the date. Default `es`. */
  readonly locale?: string | undefined;
  /** Time zone of the date, such as `America/Santo_Domingo`. By default that of the browser. */
  readonly timeZone?: string | undefined;
}

const Root = styled.div`
  display: none;
  @media print {
    display: flex;
    justify-content: space-between;
    gap: 12pt;
    margin-block-end: 12pt;
    padding-block-end: 6pt;
    border-block-end: 1px solid;
    font-family: ${token('font')};
    font-size: 9pt;
    & > p { margin: 0; }
  }
  @page { margin: 15mm; }
`;

/**
 * Header of a printed page, in place of the shell: product, page, user and time. Invisible on screen.
 *
 * @example
 * <AppShell …><PrintHeader product="Pauta" title={title} user={user.name} /><Outlet /></AppShell>
 */
export function PrintHeader({
  product,
  title,
  user = '',
  locale = 'es',
  timeZone,
}: PrintHeaderProps): ReactElement {
  const stamp = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The time of printing, not the time at which the page was opened.
    const print = (): void => {
      const when = new Date().toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short', timeZone });
      if (stamp.current) stamp.current.textContent = texts.printed(user, when);
    };
    print();
    addEventListener('beforeprint', print);
    return () => removeEventListener('beforeprint', print);
  }, [user, locale, timeZone]);
  return (
    <Root aria-hidden="true">
      <p>
        {product} · {title}
      </p>
      <p ref={stamp} />
    </Root>
  );
}
