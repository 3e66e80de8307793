import { hash, randomBytes } from 'node:crypto';

// The prefix lets secret scanners find a token that leaked into a repository or a chat.
const shape = /^pauta_[A-Za-z0-9_-]{43}$/;

/** A new bearer token: `pauta_` and 32 random bytes in base64url. */
export const newToken = (): string => `pauta_${randomBytes(32).toString('base64url')}`;

/** Whether the text has the form of a token; others are not looked up. */
export const isToken = (text: string): boolean => shape.test(text);

/** The hash of a token that the database stores. It need not be slow: 256 random bits cannot be guessed. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer');
