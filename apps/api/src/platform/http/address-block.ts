import { isIPv6 } from 'node:net';

/**
 * The part of an IP address that identifies one subscriber, for limits: an IPv4 address, or the /64 of an IPv6 address
 * (whose last half a subscriber chooses freely).
 *
 * @example addressBlock('::ffff:192.0.2.7') // '192.0.2.7'
 * @example addressBlock('2001:db8::1') // '2001:db8:0:0'
 */
export const addressBlock = (ip: string): string => {
  const plain = ip.replace(/%.*$/, '').toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
};

/**
 * The network of an address, which a company or the customers of one provider share: the /24 of an IPv4 address, the
 * /48 of an IPv6 one.
 *
 * @example addressNetwork('192.0.2.7') // '192.0.2'
 * @example addressNetwork('2001:db8::1') // '2001:db8:0'
 */
export const addressNetwork = (ip: string): string => addressBlock(ip).replace(/[.:][^.:]*$/, '');
