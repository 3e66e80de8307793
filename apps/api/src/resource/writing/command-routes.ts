import { type Command, isStateChange, permissionsOf, userCommands } from '@pauta/domain/resource/command.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Answer, command as answer, changeOf, expectedVersion } from '../../platform/command.ts';
import { dryRun } from '../../platform/database/dry-run.ts';
import { contextOf } from '../commands/context.ts';
import { type CommandHandler, handlerOf } from '../commands/handler.ts';
import { runSchema, runView } from '../commands/run.ts';
import { parseRecord, readRecord } from '../reading/read-record.ts';
import { viewPermissions } from '../reading/row-scope.ts';
import {
  accessTo,
  changeHeaders,
  creationHeaders,
  type IdParams,
  idParams,
  refusal,
  routeOptions,
  versionRefusals,
} from '../route.ts';
import { bodySchema } from '../schemas.ts';
import { selectionProperties } from '../selection.ts';
import { reasonOf, type Served } from './change-record.ts';
import { commandReasons } from './command-reasons.ts';
import { isObject, typeErrors } from './read-body.ts';
import { recordAnswer } from './routes.ts';
import { type Given, type Outcome, runCommand } from './run-command.ts';

const givenIn = (request: FastifyRequest): Given => ({
  input: (request.body ?? {}) as Given['input'],
  wrongTypes: typeErrors(request.validationError?.validation),
});

const bodyOf = ({ fields, selection }: Command): object | undefined => {
  if (!fields && !selection) return undefined;
  const own = bodySchema(fields ?? {}) as { properties: object };
  return selection ? { ...own, properties: { ...own.properties, ...selectionProperties } } : own;
};

const commandAnswerSchema = ({ answer: properties = {} }: Partial<CommandHandler>, isDry: boolean) => ({
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'object',
      additionalProperties: true,
      properties: { ...(!isDry && { request_id: { type: 'string' } }), ...properties },
    },
  },
});

const runAnswer = {
  type: 'object',
  required: ['data'],
  properties: { data: { type: 'object', required: ['run'], properties: { run: runSchema } } },
} as const;

const reasonSchema = {
  type: 'object',
  required: ['text'],
  properties: {
    code: { type: 'string' },
    text: { type: 'string', description: 'Por qué no, en una oración' },
    who: { type: 'string', description: 'Quién puede ayudar' },
    fix: {
      type: 'object',
      description: 'Dónde se resuelve',
      properties: { label: { type: 'string' }, path: { type: 'string' } },
    },
  },
} as const;

/**
 * The routes of a resource's commands: `POST …/{id}/<name>` and, for those with a dry run, `…/<name>/preview`; `GET
 * …/{id}/commands` lists for each the current reasons against it.
 */
export const commandRoutes = (app: FastifyInstance, served: Served, recordRef: object): void => {
  const { table, hooks } = served;
  const { resource } = table;
  const base = `/api/${resource.path}`;
  const recordSchema = { type: 'object', required: ['data'], properties: { data: recordRef } };

  for (const [name, command] of userCommands(resource)) {
    const handler = handlerOf(hooks.commands, name);
    const runs = command.runs === 'job';
    if (runs && (!handler?.runChunk || command.preview === 'rollback'))
      throw new Error(
        `${name} of ${resource.name} runs as a job: it needs runChunk, and a plan for a dry run`,
      );
    const isChange = isStateChange(command) && !runs;
    const isVersioned = isStateChange(command);
    const onRecord = command.on !== 'collection';
    const path = [base, ...(onRecord ? [':id'] : []), ...(command.path === '' ? [] : [command.path ?? name])];
    const body = bodyOf(command);
    const schema = {
      ...(command.explanation !== undefined && { description: command.explanation }),
      ...(onRecord && { params: idParams }),
      ...(body && { body }),
    };
    const idOf = (request: FastifyRequest) => (onRecord ? (request.params as IdParams).id : undefined);

    const answerOf = async (
      context: ReturnType<typeof contextOf>,
      request: FastifyRequest,
      outcome: Outcome,
    ): Promise<Answer> => {
      if ('answer' in outcome)
        return { status: 200, body: { data: { request_id: request.id, ...outcome.answer } } };
      if ('started' in outcome) {
        const headers = { location: `/api/runs/${outcome.started.id}` };
        return { status: 202, body: { data: { run: runView(outcome.started) } }, headers };
      }
      const { tx, actor } = context;
      if ('createdId' in outcome) {
        const made = await recordAnswer(
          tx,
          table,
          await readRecord(tx, table, outcome.createdId, actor),
          actor,
          201,
        );
        return { ...made, headers: { ...made.headers, location: `${base}/${outcome.createdId}` } };
      }
      return recordAnswer(tx, table, outcome.record, actor);
    };

    app.post(
      path.join('/'),
      routeOptions(accessTo(permissionsOf(resource, command)), {
        summary: command.label,
        ...schema,
        headers: isVersioned ? changeHeaders : creationHeaders,
        response: {
          ...(runs
            ? { 202: runAnswer }
            : { 200: isChange ? recordSchema : commandAnswerSchema(handler ?? {}, false) }),
          ...(isVersioned && versionRefusals),
          409: refusal('Algo lo impide; `reasons` dice todo lo que hay en contra'),
        },
      }),
      (request) => {
        const given = { ...givenIn(request), ...(isVersioned && { version: expectedVersion(request) }) };
        return answer(
          request,
          async (tx) => {
            const context = contextOf(request, tx);
            return answerOf(context, request, await runCommand(context, served, name, given, idOf(request)));
          },
          {
            ...(isChange && { action: name }),
            ...(command.secret && { secret: true }),
            reason:
              (isObject(given.input) && handler?.reason?.(given.input)) || reasonOf(command, given.input),
          },
        );
      },
    );

    if (!command.preview) continue;
    app.post(
      [...path, 'preview'].join('/'),
      routeOptions(accessTo(permissionsOf(resource, command)), {
        summary: `${command.label}: qué haría`,
        ...schema,
        response: {
          200:
            isChange && command.preview === 'rollback'
              ? recordSchema
              : commandAnswerSchema(handler ?? {}, true),
        },
      }),
      async (request) => {
        const given = givenIn(request);
        const outcome = await dryRun(app.database, changeOf(request), (tx) =>
          runCommand(contextOf(request, tx, { isDry: true }), served, name, given, idOf(request)),
        );
        return {
          data: 'answer' in outcome ? outcome.answer : 'record' in outcome ? parseRecord(outcome.record) : {},
        };
      },
    );
  }

  if (!userCommands(resource).some(([, { on }]) => on !== 'collection')) return;
  app.get<{ Params: IdParams }>(
    `${base}/:id/commands`,
    routeOptions(accessTo(viewPermissions(resource)), {
      summary: 'Qué puede hacerse con el registro ahora, y qué impide lo demás',
      params: idParams,
      response: {
        200: {
          type: 'object',
          required: ['data'],
          properties: {
            data: {
              type: 'array',
              items: {
                type: 'object',
                required: ['name', 'reasons'],
                properties: { name: { type: 'string' }, reasons: { type: 'array', items: reasonSchema } },
              },
            },
          },
        },
      },
    }),
    async (request) => {
      // Nothing is written; a transaction is used because the context of a command needs one.
      const data = await app.database.transaction(changeOf(request), async (tx) => {
        const context = contextOf(request, tx, { isDry: true });
        const record = parseRecord(await readRecord(tx, table, request.params.id, context.actor));
        return commandReasons(context, served, record);
      });
      return { data };
    },
  );
};
