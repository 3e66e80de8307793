import type { ChoiceOptions } from '@pauta/domain/kinds/choice.ts';
import { type AnyRecord, fieldOf, type Transition } from '@pauta/domain/resource/resource.ts';
import { thisOne } from '@pauta/domain/text/label.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { actorOf } from '../platform/access.ts';
import { command, expectedVersion } from '../platform/command.ts';
import { conflict, stale } from '../platform/problem.ts';
import type { ResourceHooks } from './hooks.ts';
import { readBody } from './read-body.ts';
import { parseRecord, readRecord } from './read-record.ts';
import { accessTo, changeHeaders, type IdParams, idParams, routeOptions, versionRefusals } from './route.ts';
import { bodySchema } from './schemas.ts';
import type { ResourceTable } from './table.ts';
import { updateRecord } from './write-record.ts';
import { recordAnswer } from './writing-routes.ts';

const stateLabel = ({ resource }: ResourceTable, state: string): string => {
  const { choices } = fieldOf(resource, resource.state ?? '').options as ChoiceOptions;
  return `«${choices.find(({ value }) => value === state)?.label ?? state}»`;
};

const wrongState = (table: ResourceTable, transition: Transition, record: AnyRecord, state: string) => {
  const allowed = transition.from.map((one) => stateLabel(table, one)).join(' o ');
  return conflict(
    'wrong_state',
    `No se puede: ${thisOne(table.resource.label)} está en estado ${stateLabel(table, state)}; ` +
      `esta acción parte de ${allowed}.`,
    { extra: { state, current: record } },
  );
};

/** The reason a person gave, for the audit log. */
const reasonOf = (body: unknown): string | undefined => {
  const { reason, waiver_reason: waiver } = (body ?? {}) as { reason?: unknown; waiver_reason?: unknown };
  const given = typeof reason === 'string' ? reason : typeof waiver === 'string' ? waiver : '';
  return given.trim().slice(0, 4000) || undefined;
};

/** `POST …/{id}/<transition>` for each state change of the resource. */
export const transitionRoutes = (
  app: FastifyInstance,
  table: ResourceTable,
  recordRef: object,
  hooks: ResourceHooks,
): void => {
  const { resource } = table;
  const { state } = resource;
  if (state === undefined) return;

  const run = (name: string, transition: Transition) => async (request: FastifyRequest) => {
    const actor = actorOf(request);
    const version = expectedVersion(request);
    const { id } = request.params as IdParams;
    return command(
      request,
      async (tx) => {
        const record = parseRecord(await readRecord(tx, table, id, actor, { lock: true }));
        const present = String(record[state]);
        if (!transition.from.includes(present)) throw wrongState(table, transition, record, present);
        if (record.row_version !== version) throw stale(record);
        const input = await readBody(tx, { fields: transition.fields ?? {}, actor, request });
        const extra = (await hooks.transitions?.[name]?.({ tx, actor, request }, record, input)) ?? {};
        const changed = await updateRecord(
          tx,
          table,
          { id, version, states: transition.from },
          {},
          { ...extra, [state]: transition.to },
        );
        if (!changed) throw stale(parseRecord(await readRecord(tx, table, id, actor)));
        return recordAnswer(changed);
      },
      { action: name, reason: reasonOf(request.body) },
    );
  };

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
      run(name, transition),
    );
  }
};
