import type { FastifyRequest } from 'fastify';

/** Whether the caller already has this version (`If-None-Match`). */
export const isFresh = (request: FastifyRequest, etag: string): boolean => {
  const header = request.headers['if-none-match'];
  if (header === undefined) return false;
  return header === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
};
