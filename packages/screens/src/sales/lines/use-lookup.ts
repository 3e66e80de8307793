import { useApi } from '@pauta/core/react';
import { useEffect, useState } from 'react';

/**
 * Data that the server looks up for a body: `POST path`, without an effect. The former answer stays until the next one
 * arrives; if the server cannot be reached it stays too.
 *
 * @param body JSON of the request body; null makes no request
 * @param pause milliseconds without a change before the request is made
 */
export function useLookup<T>(path: string, body: string | null, pause = 0): T | undefined {
  const api = useApi();
  const [answer, setAnswer] = useState<{ readonly path: string; readonly data: T }>();
  useEffect(() => {
    if (body === null) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      api.post<{ data: T }>(path, JSON.parse(body)).then(
        ({ data }) => isCurrent && setAnswer({ path, data }),
        () => {},
      );
    }, pause);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [api, path, body, pause]);
  return answer?.path === path ? answer.data : undefined;
}
