import type { LiveEvent } from './live-event.ts';

const most = 200;
const requests = new Set<string>();

/** Remembers the id of a request of this tab, so that its change is not announced in this tab. */
export function noteOwnRequest(requestId: string): void {
  requests.add(requestId);
  const [oldest] = requests;
  if (requests.size > most && oldest !== undefined) requests.delete(oldest);
}

/**
 * Whether this tab made the change: it sent the request, or the change is by its user while this tab was visible.
 * Changes that the user makes in another tab are announced.
 */
export function isOwnChange({ request_id, by }: LiveEvent, userId: string | undefined): boolean {
  if (request_id !== null && requests.has(request_id)) return true;
  return by !== null && by.id === userId && document.visibilityState === 'visible';
}
