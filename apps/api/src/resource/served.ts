import type { FastifyInstance } from 'fastify';
import type { Served } from './change-record.ts';
import type { Link } from './table.ts';

/** A table of the audit log: that of a resource, or a link table whose rows belong to its records. */
export interface ServedEntity extends Served {
  readonly link?: Link;
}

const registries = new WeakMap<object, Map<string, ServedEntity>>();

/** Every table whose rows are records of a resource of this server, by its name. */
export const servedEntities = (app: FastifyInstance): ReadonlyMap<string, ServedEntity> =>
  registries.get(app.server) ?? new Map();

/** Notes that the server serves this resource, for what works across resources: undo. */
export const noteServed = (app: FastifyInstance, served: Served): void => {
  const entities = registries.get(app.server) ?? new Map<string, ServedEntity>();
  entities.set(served.table.name, served);
  for (const link of served.table.links) entities.set(link.table, { ...served, link });
  registries.set(app.server, entities);
};
