import type { ReactElement } from 'react';
import { describeFailure } from '../data/failure.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';

/**
 * Says inside a part of a page why it could not be read, and reads it again where that may help.
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
