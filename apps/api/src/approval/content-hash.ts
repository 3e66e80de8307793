import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/**
 * SHA-256 of the canonical JSON (RFC 8785) of the approved content, in hexadecimal: equal content has an equal hash,
 * regardless of the order of its keys.
 *
 * @throws Error for values without a JSON form (`undefined`, NaN), a programming error
 */
export const contentHash = (content: unknown): string => {
  const text = canonicalize(content);
  if (text === undefined) throw new Error('The content of an approval is JSON.');
  return createHash('sha256').update(text, 'utf8').digest('hex');
};
