import { randomBytes } from 'node:crypto';

const shape = /^[A-Za-z0-9_-]{43}$/;

/** The token of a public link: 32 random bytes in base64url. The database stores its `tokenHash`. */
export const newLinkToken = (): string => randomBytes(32).toString('base64url');

/** Whether the text has the form of a token; others are not looked up. */
export const isLinkToken = (text: string): boolean => shape.test(text);
