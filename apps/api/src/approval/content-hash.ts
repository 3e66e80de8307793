import { createHash } from 'node:crypto';
import { canonicalJson } from '../document/canonical-json.ts';

/**
 * SHA-256 of the canonical JSON (RFC 8785) of the approved content, in hexadecimal: equal content has an equal hash,
 * regardless of the order of its keys.
 *
 * @throws Error for values without a JSON form (`undefined`, NaN), a programming error
 */
export const contentHash = (content: unknown): string =>
  createHash('sha256').update(canonicalJson(content), 'utf8').digest('hex');
