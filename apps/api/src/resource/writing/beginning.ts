import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import type { Field, Fields } from '@pauta/domain/kinds/kind.ts';
import { isId, type Reference, type ReferenceOptions } from '@pauta/domain/kinds/reference.ts';
import { hasBeginning } from '@pauta/domain/resource/beginning.ts';
import { permissionsOf, userCommands } from '@pauta/domain/resource/command.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import { taxIdRules } from '@pauta/domain/tax-id/tax-id.ts';
import type { FastifyInstance } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import { type Actor, actorOf } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { forbidden, invalid, Problem } from '../../platform/http/problem.ts';
import type { Engine } from '../engine.ts';
import { parseRecord, readRecord } from '../reading/read-record.ts';
import { accessTo, routeOptions } from '../route.ts';
import { allOf } from '../statement.ts';
import { quoted, type ResourceTable, tableOf, targetOf } from '../table.ts';
import { nextCode } from './next-code.ts';
import { settingDefaults } from './setting-defaults.ts';

/** The author of the new record, and the ids of records it will be part of, by reference field. */
export interface BeginningContext {
  readonly engine: Pick<Engine, 'settings' | 'people'>;
  readonly database: Queryable;
  readonly actor: Actor;
  readonly parents?: Readonly<Record<string, string>>;
}

const me = async (
  { engine, database, actor }: BeginningContext,
  role: { readonly with: string; readonly without: string } | undefined,
): Promise<Reference | undefined> => {
  const { userId, fullName, status } = actor;
  const counts = status === 'active' && (!role || (await engine.people.hasRole(database, userId, role)));
  return counts ? { id: userId, label: fullName, code: null } : undefined;
};

const byCode = async (database: Queryable, field: Field, code: string): Promise<Reference | undefined> => {
  const { resource, offered } = tableOf(targetOf(field));
  return database.one<Reference>(sql`
    SELECT t.id, ${raw(`t.${quoted(resource.title)}`)} AS label, t.code FROM ${raw(quoted(resource.name))} t
    WHERE t.code = ${code} AND ${raw(offered)}`);
};

/** The first record that the field offers, in the order of its resource. */
const firstOffered = async (database: Queryable, field: Field): Promise<Reference | undefined> => {
  const { resource, offered, code } = tableOf(targetOf(field));
  const { only = {} } = field.options as ReferenceOptions;
  const conditions = Object.entries(only).map(([name, value]) => sql`t.${raw(quoted(name))} = ${value}`);
  return database.one<Reference>(sql`
    SELECT t.id, ${raw(`t.${quoted(resource.title)}`)} AS label, ${raw(code === undefined ? 'NULL' : `t.${quoted(code)}`)} AS code
    FROM ${raw(quoted(resource.name))} t WHERE ${allOf([raw(offered), ...conditions])}
    ORDER BY ${raw(`t.${quoted(resource.order)}`)}, t.id LIMIT 1`);
};

/** A record that a field refers to. Undefined for an actor who may not see it. */
const readParent = async (
  { database, actor }: BeginningContext,
  field: Field,
  id: string,
): Promise<AnyRecord | undefined> => {
  try {
    return parseRecord(await readRecord(database, tableOf(targetOf(field)), id, actor));
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return undefined;
    throw error;
  }
};

const referenceTo = (field: Field, record: AnyRecord): Reference => {
  const { resource, code } = tableOf(targetOf(field));
  return {
    id: record.id,
    label: String(record[resource.title]),
    code: code === undefined ? null : String(record[code] ?? ''),
  };
};

/**
 * Initial values of the fields of a new record that are not constants: from settings, from the author, from the company
 * and from its parents, which are the given records and those that other initial values refer to. Values have the form of an answer; a field without an initial value is left out.
 * Used by forms, by the fields of a command and by the rows of an import.
 *
 * @example await beginningOf({ engine, database, actor }, clients.fields) // { client_code: 'CLI-0013', country_id: { …
 * }, … }
 */
export const beginningOf = async (context: BeginningContext, fields: Fields): Promise<Values> => {
  const { engine, database } = context;
  const values: Record<string, unknown> = { ...(await settingDefaults(engine.settings, database, fields)) };
  const read = new Map<string, Promise<AnyRecord | undefined>>();
  const parentOf = async (by: string): Promise<AnyRecord | undefined> => {
    const field = fields[by];
    const id = context.parents?.[by] ?? (values[by] as Reference | undefined)?.id;
    if (!field || id === undefined) return undefined;
    const found = read.get(by) ?? readParent(context, field, id);
    read.set(by, found);
    return found;
  };
  for (const [name, field] of Object.entries(fields)) {
    const { begins } = field.options;
    const value = await (async (): Promise<unknown> => {
      switch (begins?.from) {
        case 'me':
          return me(context, begins.role);
        case 'now':
          return field.kind.name === 'date' ? companyToday() : new Date().toISOString();
        case 'setting':
          return byCode(database, field, String(await engine.settings.read(database, begins.setting)));
        case 'first':
          return firstOffered(database, field);
        case 'usualTaxId':
          // Every definition lists the country before the tax id, so its value is already known.
          return taxIdRules((values[begins.country] as Reference | undefined)?.code ?? '')[0]?.name;
        case 'sequence':
          return nextCode(database, begins);
        case 'parent':
          return (await parentOf(begins.by))?.[begins.field];
        default:
          return undefined;
      }
    })();
    const parent = context.parents?.[name] === undefined ? undefined : await parentOf(name);
    if (parent) values[name] = referenceTo(field, parent);
    else if (value !== undefined && value !== null) values[name] = value;
  }
  return values;
};

interface Query {
  readonly command?: string;
  readonly [parent: string]: string | undefined;
}

/**
 * `GET /api/<path>/beginning?command=&<field>=`: initial values of a form of the resource, or of one of its commands;
 * reference fields name the records it will be part of.
 */
export const beginningRoute = (app: FastifyInstance, { resource }: ResourceTable): void => {
  const { fields, operations, permissions } = resource;
  const commands = userCommands(resource).filter(([, { fields: input }]) => input && hasBeginning(input));
  const makes = operations.includes('create') && hasBeginning(fields);
  if (!makes && commands.length === 0) return;
  const allowed = [
    ...(makes ? [permissions.create] : []),
    ...commands.flatMap(([, command]) => permissionsOf(resource, command)),
  ];
  app.get<{ Querystring: Query }>(
    `/api/${resource.path}/beginning`,
    routeOptions(accessTo(allowed), {
      summary: `Valores con que empieza: ${resource.label.one.toLocaleLowerCase('es')}`,
      querystring: {
        type: 'object',
        properties: {
          ...(commands.length > 0 && {
            command: { type: 'string', enum: commands.map(([name]) => name) },
          }),
          ...Object.fromEntries(
            Object.entries(fields)
              .filter(([, field]) => field.kind.name === 'reference' && !field.options.readOnly)
              .map(([name, field]) => [name, { type: 'string', format: 'uuid', description: field.label }]),
          ),
        },
      },
      response: {
        200: {
          type: 'object',
          required: ['data'],
          properties: { data: { type: 'object', additionalProperties: true } },
        },
      },
    }),
    async (request) => {
      const { command: name, ...parents } = request.query;
      const command = commands.find(([one]) => one === name)?.[1];
      if (name !== undefined && !command) throw invalid({ command: ['Esta acción no existe.'] });
      const wrong = Object.entries(parents).filter(
        ([name, id]) => !isId(id) || fields[name]?.kind.name !== 'reference',
      );
      if (wrong.length > 0)
        throw invalid(Object.fromEntries(wrong.map(([name]) => [name, ['Este parámetro no es válido.']])));
      const needed = command ? permissionsOf(resource, command) : [permissions.create];
      const actor = actorOf(request);
      if (!needed.some((one) => actor.permissions.has(one))) throw forbidden(needed);
      const asked = command?.fields ?? fields;
      return {
        data: await beginningOf(
          { engine: app.engine, database: app.database, actor, parents: parents as Record<string, string> },
          asked,
        ),
      };
    },
  );
};
