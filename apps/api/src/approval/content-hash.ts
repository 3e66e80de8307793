import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/**
 * SHA-256 of the canonical JSON (RFC 8785) of what is approved, in hexadecimal: the same for the same content,
 * however its keys are ordered.
 *
 * @throws Error for what JSON cannot say (`undefined`, NaN): a fault of the caller
 */
export const contentHash = (content: unknown): string => {
  const text = canonicalize(content);
  if (text === undefined) throw new Error('The content of an approval is JSON.');
  return createHash('sha256').update(text, 'utf8').digest('hex');
};
