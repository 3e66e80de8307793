import type { Presence } from '@pauta/domain/live/presence.ts';

/** The inverse of `JSON.stringify` for a presence; null for a text of another version of the program. */
export const readPresence = (text: string): Presence | null => {
  try {
    const presence = JSON.parse(text) as Presence;
    return typeof presence.resource === 'string' && typeof presence.by?.id === 'string' ? presence : null;
  } catch {
    return null;
  }
};
