import type { LiveEvent } from './live-event.ts';

const most = 200;
const requests = new Set<string>();

/** Remembers a request of this tab, so that its change is not announced here. */
export function noteOwnRequest(requestId: string): void {
  requests.add(requestId);
  const [oldest] = requests;
  if (requests.size > most && oldest !== undefined) requests.delete(oldest);
}

/**
 * Whether this tab made the change: it knows the request, or its user made it while this tab was visible. A user's
 * changes in one tab are news to their other tabs.
 */
export function isOwnChange({ request_id, by }: LiveEvent, userId: string | undefined): boolean {
  if (request_id !== null && requests.has(request_id)) return true;
  return by !== null && by.id === userId && document.visibilityState === 'visible';
}
