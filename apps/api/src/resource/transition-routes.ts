import type { FastifyInstance } from 'fastify';
import type { ResourceHooks } from './hooks.ts';
import { accessTo, changeHeaders, idParams, routeOptions, versionRefusals } from './route.ts';
import { bodySchema } from './schemas.ts';
import type { ResourceTable } from './table.ts';
import { changeHandler } from './writing-routes.ts';

/** `POST …/{id}/<transition>` for each state change of the resource. */
export const transitionRoutes = (
  app: FastifyInstance,
  table: ResourceTable,
  recordRef: object,
  hooks: ResourceHooks,
): void => {
  const { resource } = table;
  if (resource.state === undefined) return;

  for (const [name, transition] of Object.entries(resource.transitions)) {
    app.post(
      `/api/${resource.path}/:id/${name}`,
      routeOptions(accessTo([transition.permission]), {
        summary: transition.label,
        ...(transition.explanation !== undefined && { description: transition.explanation }),
        params: idParams,
        headers: changeHeaders,
        ...(transition.fields && { body: bodySchema(transition.fields) }),
        response: {
          200: { type: 'object', required: ['data'], properties: { data: recordRef } },
          ...versionRefusals,
        },
      }),
      changeHandler({ table, hooks }, name),
    );
  }
};
