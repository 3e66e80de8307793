import { type ReactNode, useEffect, useRef } from 'react';
import { Navigate, useLocation } from '../router.ts';

/**
 * A list whose address without parameters opens with a filter, which is visible and can be removed.
 *
 * @param query the filter, in the form of the address; also passed to the list as `opensWith`
 * @example <OpensWith query="f.status=%21spam"><ResourceList opensWith="f.status=%21spam" resource={resource} /></OpensWith>
 */
export function OpensWith({ query, children }: { query: string; children: ReactNode }): ReactNode {
  const { search } = useLocation();
  const opened = useRef(false);
  useEffect(() => {
    opened.current = true;
  }, []);
  return !opened.current && search === '' ? (
    // Marked as a remembered filter, over which the reader's own default view takes precedence.
    <Navigate replace state={{ remembered: true }} to={{ search: `?${query}` }} />
  ) : (
    children
  );
}
