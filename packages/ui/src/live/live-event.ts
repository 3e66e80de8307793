/** A change of a record, sent by `GET /events`. */
export interface LiveEvent {
  /** Name of the resource, or `settings`. */
  readonly resource: string;
  readonly id: string;
  /** `noted`: a comment or an attachment was added, changed or deleted. */
  readonly change: 'created' | 'changed' | 'archived' | 'noted';
  /** `row_version` of the record after the change. */
  readonly version: number | null;
  readonly request_id: string | null;
  /** The author; null for the system and for visitors without an account. */
  readonly by: { readonly id: string; readonly name: string } | null;
}

/** A message delivered to a screen. */
export type LiveMessage =
  | { readonly type: 'change'; readonly event: LiveEvent }
  /** A change of many records, sent as numbers without their ids. */
  | { readonly type: 'many'; readonly resource: string; readonly created: number; readonly changed: number }
  /** The permissions of the user changed. */
  | { readonly type: 'rights' }
  /** Messages were lost: everything displayed may be outdated. */
  | { readonly type: 'reset' };

/** Parses a message of the stream; null for types that later servers may add. */
export function readMessage(event: string | undefined, data: string): LiveMessage | null {
  if (event === 'reset' || event === 'rights') return { type: event };
  if (event !== 'change' && event !== 'many') return null;
  try {
    const body = JSON.parse(data) as LiveEvent & { created: number; changed: number };
    if (typeof body.resource !== 'string') return null;
    if (event === 'change') return { type: 'change', event: body };
    return { type: 'many', resource: body.resource, created: body.created, changed: body.changed };
  } catch {
    return null;
  }
}
