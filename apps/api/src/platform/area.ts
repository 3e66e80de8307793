import type { FastifyInstance } from 'fastify';

/** Adds the routes of one area of the business to the server. */
export type Area = (app: FastifyInstance) => void | Promise<void>;
