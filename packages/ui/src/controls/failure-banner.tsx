import type { ReactElement } from 'react';
import { describeFailure } from '../data/failure.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';

/**
 * Shows in a part of a page why its data could not be loaded, with a button to retry if that can help.
 *
 * @example {error && !data && <FailureBanner error={error} onRetry={() => void mutate()} />}
 */
export function FailureBanner({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactElement {
  const { message, retry } = describeFailure(error);
  return (
    <Banner
      actions={
        retry && (
          <Button onClick={onRetry} size="small">
            Reintentar
          </Button>
        )
      }
      live
      tone="danger"
    >
      {message}
    </Banner>
  );
}
