import { type ReactElement, type ReactNode, useEffect } from 'react';
import type { ClientRegistrationError, ClientRegistrationTexts } from '../../client-registration-props.ts';

/**
 * Why the form cannot be shown, and what the visitor can do. Temporary failures are retried when the browser is online
 * again.
 */
export function Unavailable({
  problem: { code },
  texts: { unavailable },
  level,
  icon,
  fallback,
  onRetry,
}: {
  readonly problem: ClientRegistrationError;
  readonly texts: ClientRegistrationTexts;
  readonly level: number;
  readonly icon?: ReactNode;
  readonly fallback: ReactNode;
  onRetry(): void;
}): ReactElement {
  const isPassing = /network|server/.test(code);
  useEffect(() => {
    if (!isPassing) return;
    addEventListener('online', onRetry);
    return () => removeEventListener('online', onRetry);
  });
  // Without a key the page is misconfigured, which does not concern visitors: they see the page's own content.
  if (code === 'no_key' && fallback) return <>{fallback}</>;
  const Heading = `h${level}` as 'h2';
  const reasons: Readonly<Record<string, string>> = unavailable;
  return (
    <div data-card data-plain role="alert">
      {icon && <span data-mark="error">{icon}</span>}
      <Heading data-title>{unavailable.title}</Heading>
      <p data-muted>{reasons[code] ?? unavailable.gone}</p>
      {isPassing && (
        <button type="button" data-primary onClick={onRetry}>
          {unavailable.again}
        </button>
      )}
      {fallback}
    </div>
  );
}
