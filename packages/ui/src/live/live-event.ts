/** Something that happened to a record, told by `GET /events`. */
export interface LiveEvent {
  /** Name of the resource; also `settings`. */
  readonly resource: string;
  readonly id: string;
  /** `noted`: a comment or an attachment came, changed or went. */
  readonly change: 'created' | 'changed' | 'archived' | 'noted';
  /** `row_version` of the record when it was told. */
  readonly version: number | null;
  readonly request_id: string | null;
  /** Null: the system or a visitor. */
  readonly by: { readonly id: string; readonly name: string } | null;
}

/** What a screen hears. */
export type LiveMessage =
  | { readonly type: 'change'; readonly event: LiveEvent }
  /** Too many to be named. */
  | { readonly type: 'many'; readonly resource: string; readonly created: number; readonly changed: number }
  /** What the reader may do is not what it was. */
  | { readonly type: 'rights' }
  /** Nobody knows what was missed: everything shown may be out of date. */
  | { readonly type: 'reset' };

/** A message of the stream as this product knows it; null for what later servers may add. */
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
