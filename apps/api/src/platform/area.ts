import type { FastifyInstance } from 'fastify';

/** Registers the routes of one area of the business on the server. */
export type Area = (app: FastifyInstance) => void | Promise<void>;
