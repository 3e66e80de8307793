import { type ReactElement, type ReactNode, useEffect } from 'react';
import type { ClientRegistrationError, ClientRegistrationTexts } from '../../client-registration-props.ts';

/** Why there is no form, and what its visitor can do. What passes is tried again by itself, back online. */
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
  // The page forgot its key: a visitor gains nothing from knowing, and keeps the page's own way to register.
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
