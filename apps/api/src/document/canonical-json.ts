import canonicalize from 'canonicalize';

/**
 * The canonical JSON (RFC 8785) of a value: one text for equal content, regardless of the order of its keys.
 *
 * @throws Error for values without a JSON form (`undefined`, NaN), a programming error
 * @example canonicalJson({ b: 1, a: 'ñ' }) // '{"a":"ñ","b":1}'
 */
export const canonicalJson = (content: unknown): string => {
  const text = canonicalize(content);
  if (text === undefined) throw new Error('Only JSON has a canonical form.');
  return text;
};
