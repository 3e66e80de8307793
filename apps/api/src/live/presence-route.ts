import type { Field } from '@pauta/domain/kinds/kind.ts';
import { isId } from '@pauta/domain/kinds/reference.ts';
import { mostTyped, type Presence } from '@pauta/domain/live/presence.ts';
import { linesOf } from '@pauta/domain/resource/lines.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import { type Actor, actorOf, holds } from '../platform/access.ts';
import { invalid, notFound } from '../platform/http/problem.ts';
import type { Engine } from '../resource/engine.ts';
import { ownCondition, scopeCondition } from '../resource/reading/row-scope.ts';
import { refusal } from '../resource/route.ts';
import { quoted } from '../resource/table.ts';
import type { EventBus } from './event-bus.ts';

type Told = Omit<Presence, 'by'>;

const body = {
  type: 'object',
  additionalProperties: false,
  required: ['resource', 'id', 'line', 'field', 'text'],
  properties: {
    resource: { type: 'string', maxLength: 60 },
    id: { type: 'string', maxLength: 40 },
    line: { type: ['string', 'null'], maxLength: 40 },
    field: { type: 'string', maxLength: 60 },
    text: { type: ['string', 'null'], maxLength: mostTyped },
  },
} as const;

/** The field that is edited: of the record, or of one of its kinds of lines. */
const fieldsNamed = (resource: Resource, { line, field }: Told): readonly Field[] => {
  const owners = line === null ? [resource] : linesOf(resource).map(({ of }) => of());
  return owners.flatMap(({ fields }) => (Object.hasOwn(fields, field) ? [fields[field] as Field] : []));
};

/** Everybody who sees the record may see the field, and it is one that is written. */
const isTold = ({ options }: Field): boolean => options.seenBy === undefined && options.readOnly !== true;

/** Whether the actor may see and change the record. */
const mayEdit = async (
  app: FastifyInstance,
  resource: Resource,
  id: string,
  actor: Actor,
): Promise<boolean> => {
  const { updateAll, updateOwn } = resource.permissions;
  const isEditor = holds(actor, updateAll);
  if (!isEditor && (updateOwn === undefined || !holds(actor, updateOwn))) return false;
  const changeable = isEditor ? raw('true') : ownCondition(resource, actor);
  const found = await app.database.one(sql`
    SELECT t.id FROM ${raw(quoted(resource.name))} t
    WHERE t.id = ${id}::uuid AND ${scopeCondition(resource, actor)} AND ${changeable}`);
  return found !== undefined;
};

/** `PUT /api/presence`: tells those who see a record which part of it the caller is editing, and what they typed. */
export const presenceRoute = (app: FastifyInstance & { readonly engine: Engine }, bus: EventBus): void => {
  app.put<{ Body: Told }>(
    '/api/presence',
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'Dice qué dato de un registro se está escribiendo',
        description:
          'No se guarda: lo reciben como `presence` en `/api/events` las personas que ven el registro. `text` es lo que se lleva escrito; nulo cuando deja de escribirse. Quien lo dice debe poder cambiar el registro.',
        body,
        response: {
          204: { type: 'null', description: 'Dicho' },
          404: refusal('No hay tal registro o renglón, o no puede cambiarlo'),
        },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request);
      const told = request.body;
      const resource = app.engine.resourceOf(told.resource);
      if (!resource || !isId(told.id) || (told.line !== null && !isId(told.line))) throw notFound();
      if (!fieldsNamed(resource, told).some(isTold)) throw invalid({ field: ['Este dato no se escribe.'] });
      if (!(await mayEdit(app, resource, told.id, actor))) throw notFound();
      const { id, line, field, text } = told;
      const by = { id: actor.userId, name: actor.fullName };
      await bus.tell(JSON.stringify({ resource: resource.name, id, line, field, text, by }));
      return reply.code(204).send();
    },
  );
};
