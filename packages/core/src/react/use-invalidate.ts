import { useCallback } from 'react';
import { useSWRConfig } from 'swr';
import { isQueryBelow } from './query-key.ts';

/**
 * Marks cached data as outdated: every query of one of the paths (with any parameters) and of any path below it is
 * loaded again, immediately if it is on screen.
 *
 * @example
 * const invalidate = useInvalidate();
 * events.onmessage = ({ resource }) => invalidate(`/${resource}`);
 */
export function useInvalidate(): (...paths: string[]) => Promise<void> {
  const { mutate } = useSWRConfig();
  return useCallback(
    async (...paths) => {
      await mutate((key) => paths.some((path) => isQueryBelow(key, path)));
    },
    [mutate],
  );
}
