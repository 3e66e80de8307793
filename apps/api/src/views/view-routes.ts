import type { SavedView } from '@pauta/domain/views/saved-view.ts';
import { actorOf } from '../platform/access.ts';
import type { Area } from '../platform/area.ts';
import { type Answer, command, etagOf, expectedVersion } from '../platform/command.ts';
import {
  changeHeaders,
  creationHeaders,
  type IdParams,
  idParams,
  versionRefusals,
} from '../resource/route.ts';
import {
  archiveView,
  createView,
  listOf,
  type Preference,
  preferView,
  updateView,
  type ViewBody,
} from './view-commands.ts';
import { changedView, manyViews, newView, oneView, preference } from './view-schemas.ts';
import { readViews } from './view-store.ts';

const answer = (
  { archived_at: _, ...view }: SavedView & { archived_at?: string | null },
  status = 200,
): Answer => ({
  status,
  body: { data: view },
  headers: { etag: etagOf(view.row_version) },
});

/**
 * Saved views of lists.
 *
 * | Call | What it does |
 * |---|---|
 * | `GET /api/views?resource=clients` | views of a list that the caller may see |
 * | `POST /api/views` | saves one; shared only with `views.share` |
 * | `PATCH /api/views/{id}` | name, parameters, visibility, default for everybody |
 * | `PUT /api/views/{id}/preference` | the caller's own default, pin and order |
 * | `DELETE /api/views/{id}`, `POST /api/views/{id}/restore` | archive and restore |
 */
export const viewsArea: Area = (app) => {
  app.database.explainConstraints({
    views_private_name_key: { field: 'name', message: 'Ya tiene una vista con ese nombre.' },
    views_shared_name_key: { field: 'name', message: 'Ya hay una vista compartida con ese nombre.' },
    views_shared_default_key: { message: 'Otra persona acaba de elegir la vista inicial. Intente de nuevo.' },
    view_preferences_default_key: { message: 'Su vista inicial acaba de cambiar. Intente de nuevo.' },
  });
  const config = { access: 'signed-in' } as const;
  // `expectedVersion` checks that `If-Match` is present, with 428.
  const headers = { type: 'object', properties: changeHeaders.properties };
  const change = { params: idParams, headers, response: { 200: oneView } };

  app.get<{ Querystring: { resource: string } }>(
    '/api/views',
    {
      config,
      schema: {
        summary: 'Vistas guardadas de una lista',
        querystring: {
          type: 'object',
          required: ['resource'],
          properties: { resource: { type: 'string', maxLength: 60, description: 'Por ejemplo `clients`' } },
        },
        response: { 200: manyViews },
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const { name } = listOf(app.engine, request.query.resource, actor);
      return { data: await readViews(app.database, name, actor) };
    },
  );

  app.post<{ Body: ViewBody & { resource: string } }>(
    '/api/views',
    {
      config,
      schema: {
        summary: 'Guardar una vista',
        body: newView,
        headers: creationHeaders,
        response: { 201: oneView },
      },
    },
    (request) =>
      command(request, async (tx) =>
        answer(await createView(app.engine, tx, request.body, actorOf(request)), 201),
      ),
  );

  app.patch<{ Params: IdParams; Body: ViewBody }>(
    '/api/views/:id',
    { config, schema: { summary: 'Cambiar una vista', body: changedView, ...change } },
    (request) => {
      const version = expectedVersion(request);
      const { id } = request.params;
      return command(request, async (tx) =>
        answer(await updateView(app.engine, tx, { id, version, body: request.body }, actorOf(request))),
      );
    },
  );

  app.put<{ Params: IdParams; Body: Preference }>(
    '/api/views/:id/preference',
    {
      config,
      schema: {
        summary: 'Vista inicial, fijada y orden propios',
        params: idParams,
        body: preference,
        response: { 200: oneView },
      },
    },
    (request) =>
      command(request, async (tx) =>
        answer(await preferView(app.engine, tx, request.params.id, request.body, actorOf(request))),
      ),
  );

  app.delete<{ Params: IdParams }>(
    '/api/views/:id',
    { config, schema: { summary: 'Eliminar una vista', ...change } },
    (request) => {
      const version = expectedVersion(request);
      const { id } = request.params;
      return command(
        request,
        async (tx) =>
          answer(await archiveView(app.engine, tx, { id, version, archived: true }, actorOf(request))),
        { action: 'archive' },
      );
    },
  );

  app.post<{ Params: IdParams }>(
    '/api/views/:id/restore',
    {
      config,
      // `command` answers text; the schema is for the document.
      serializerCompiler: () => (data: unknown) => JSON.stringify(data),
      schema: {
        summary: 'Recuperar una vista eliminada',
        ...change,
        response: { ...change.response, ...versionRefusals },
      },
    },
    (request) => {
      const version = expectedVersion(request);
      const { id } = request.params;
      return command(
        request,
        async (tx) =>
          answer(await archiveView(app.engine, tx, { id, version, archived: false }, actorOf(request))),
        { action: 'restore' },
      );
    },
  );
};
