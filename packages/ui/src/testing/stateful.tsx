import { locale } from '@pauta/domain/text/locale.ts';
import { type ReactElement, type ReactNode, useState } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';

/** Keeps the value of a controlled component in a story. */
export function Stateful<T>({
  initial,
  children,
}: {
  initial: T;
  children: (value: T, onChange: (value: T) => void) => ReactNode;
}): ReactElement {
  const [value, setValue] = useState(initial);
  return (
    <I18nProvider locale={locale}>
      <div style={{ maxInlineSize: '22rem', padding: '1rem' }}>{children(value, setValue)}</div>
    </I18nProvider>
  );
}
