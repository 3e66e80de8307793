import { tileOrigin } from '@pauta/domain/admin/settings/map.ts';
import { administratorsOnly, settings as definitions } from '@pauta/domain/admin/settings/setting.ts';
import { setCompanyZone } from '@pauta/domain/calendar/company-clock.ts';
import { formatField } from '@pauta/domain/kinds/kind.ts';
import { setCompanyCurrency } from '@pauta/domain/money/company-currency.ts';
import { setHomeCountry } from '@pauta/domain/phone/home-country.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { type Answer, command, etagOf } from '../../platform/command.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { forbidden, invalid, malformed, notFound, Problem } from '../../platform/http/problem.ts';
import type { SettingValues } from '../../resource/engine.ts';
import { nullable } from '../../resource/schemas.ts';
import { checkSettings } from './check.ts';
import {
  changedSince,
  defaultOf,
  lockSettings,
  publicSettings,
  readSettings,
  settingProperties,
  settingsVersion,
  writeSettings,
} from './store.ts';

const answerSchema = {
  type: 'object',
  required: ['settings'],
  properties: { settings: { type: 'object', properties: settingProperties() } },
};

const anything = { type: 'object', additionalProperties: true };
const dataOf = (data: object) => ({ type: 'object', required: ['data'], properties: { data } });
const change = {
  type: 'object',
  properties: {
    key: { type: 'string' },
    label: { type: 'string' },
    before: {},
    after: {},
    before_text: { type: 'string' },
    after_text: { type: 'string' },
  },
};
const keyParams = { type: 'object', properties: { key: { type: 'string', maxLength: 100 } } };
const ifMatch = {
  type: 'object',
  properties: {
    'if-match': {
      type: 'string',
      description: 'El `ETag` de la configuración que se leyó; sin él, gana quien guarda último',
    },
  },
};

/** The version that the caller read; null if none was sent, as the specification allows. */
const seenVersion = (request: FastifyRequest): number | null => {
  const header = request.headers['if-match'];
  if (header === undefined || header === '' || header === '*') return null;
  const version = /^(?:W\/)?"(\d{1,15})"$/.exec(header)?.[1];
  if (version === undefined) throw malformed('La cabecera If-Match no es la versión de la configuración.');
  return Number(version);
};

/** Keys in the body that only administrators may change, if the caller is not one. */
const closedKeys = (request: FastifyRequest, values: SettingValues, current: SettingValues): string[] =>
  actorOf(request).roles.includes('admin')
    ? []
    : Object.keys(values).filter(
        (key) =>
          definitions[key]?.isForAdministrators &&
          JSON.stringify(values[key] ?? defaultOf(key)) !== JSON.stringify(current[key]),
      );

/** @throws Problem 412 with the keys that were changed meanwhile and their authors */
const refuseOverwriting = async (
  tx: Transaction,
  keys: readonly string[],
  seen: number | null,
): Promise<void> => {
  if (seen === null) return;
  const changed = await changedSince(tx, keys, seen);
  if (changed.length === 0) return;
  throw new Problem(
    412,
    'stale',
    'Otra persona cambió estos valores mientras usted los editaba. Revise los cambios y guarde de nuevo.',
    { extra: { changed, settings: await readSettings(tx), version: await settingsVersion(tx) } },
  );
};

const textOf = (key: string, value: unknown): string => {
  const definition = definitions[key];
  return definition ? formatField(definition.field, value) : '';
};

const knownKey = (key: string): string => {
  if (!Object.hasOwn(definitions, key)) throw notFound('Ese valor de la configuración no existe.');
  return key;
};

const answerWith = async (tx: Queryable): Promise<Answer> => ({
  status: 200,
  body: { settings: await readSettings(tx) },
  headers: { etag: etagOf(await settingsVersion(tx)) },
});

/** Settings: the two calls of the specification, and those of the settings screen. */
export const settingsRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  const reading = { access: 'signed-in' } as const;
  const changing = { access: { permission: 'settings.update' } } as const;

  app.get(
    '/api/settings',
    {
      config: { access: 'public', isUncounted: true },
      schema: {
        summary: 'Configuración general',
        description: 'Con sesión, toda; sin sesión, solo lo que muestran las páginas de invitados.',
        response: { 200: answerSchema },
      },
    },
    async (request, reply) => {
      if (request.actor?.status !== 'active')
        return { settings: publicSettings(await readSettings(database)) };
      // Read before the values: a concurrent change is then detected when saving, and not missed.
      reply.header('etag', etagOf(await settingsVersion(database)));
      return { settings: await readSettings(database) };
    },
  );

  const save = (request: FastifyRequest, body: SettingValues): Promise<FastifyReply> => {
    const seen = seenVersion(request);
    return command(request, async (tx) => {
      const { values, errors, unknown } = await checkSettings(tx, body);
      for (const key of unknown) errors[key] = ['Este valor no existe.'];
      if (Object.keys(errors).length > 0) throw invalid(errors);
      await lockSettings(tx);
      const [closed] = closedKeys(request, values, await readSettings(tx));
      if (closed !== undefined)
        throw forbidden('settings.update', `«${definitions[closed]?.field.label}»: ${administratorsOnly}`);
      await refuseOverwriting(tx, Object.keys(values), seen);
      await writeSettings(tx, values);
      return answerWith(tx);
    });
  };
  // The change is in effect in this process before the response is sent.
  const inForce = async (): Promise<void> => {
    const { timezone, currency_default, company_country, map_tiles_url } = await readSettings(database);
    setCompanyZone(timezone);
    setCompanyCurrency(currency_default);
    setHomeCountry(company_country);
    app.imageOrigin.current = tileOrigin(map_tiles_url);
  };

  app.put<{ Body: SettingValues }>(
    '/api/settings',
    {
      config: { ...changing, problems: { 412: 'Otra persona cambió alguna de estas claves' } },
      onSend: inForce,
      schema: {
        summary: 'Cambiar la configuración general',
        description:
          'Cambia las claves que se envían y deja las demás; `null` devuelve una clave a su valor inicial. ' +
          'Con `If-Match` se niega si otra persona cambió alguna de esas claves después.',
        headers: ifMatch,
        body: { type: 'object', additionalProperties: false, properties: settingProperties(nullable) },
        response: { 200: answerSchema },
      },
    },
    (request) => save(request, request.body),
  );

  app.delete<{ Params: { key: string } }>(
    '/api/settings/:key',
    {
      config: changing,
      onSend: inForce,
      schema: {
        summary: 'Devolver un valor de la configuración a su valor inicial',
        params: keyParams,
        headers: ifMatch,
        response: { 200: answerSchema },
      },
    },
    (request) => save(request, { [knownKey(request.params.key)]: null }),
  );

  app.get(
    '/api/settings/details',
    {
      config: reading,
      schema: {
        summary: 'Valores de la configuración, con su valor inicial y su último cambio',
        response: { 200: dataOf({ type: 'array', items: anything }) },
      },
    },
    async (_request, reply) => {
      reply.header('etag', etagOf(await settingsVersion(database)));
      const values = await readSettings(database);
      const latest = await changedSince(database, Object.keys(definitions), 0);
      const by = new Map(latest.map((one) => [one.key, one]));
      return {
        data: Object.entries(definitions).map(([key, { field, group }]) => ({
          key,
          group,
          label: field.label,
          value: values[key],
          default: defaultOf(key),
          changed_at: by.get(key)?.at ?? null,
          changed_by: by.get(key)?.by ?? null,
        })),
      };
    },
  );

  app.get<{ Params: { key: string } }>(
    '/api/settings/:key/history',
    {
      config: { access: { anyPermission: ['settings.update', 'audit.view'] } },
      schema: {
        summary: 'Historial de un valor de la configuración',
        params: keyParams,
        response: { 200: dataOf({ type: 'array', items: anything }) },
      },
    },
    async (request) => {
      const key = knownKey(request.params.key);
      const rows = await database.query<{
        id: number;
        at: string;
        by: string;
        before: unknown;
        after: unknown;
      }>(sql`
        SELECT l.id, l.at, coalesce(u.full_name, 'Sistema') AS by, l.before -> 'value' AS before, l.after -> 'value' AS after
        FROM audit_log l LEFT JOIN users u ON u.id = l.actor_id
        WHERE l.entity = 'settings' AND l.entity_id = ${key} ORDER BY l.id DESC LIMIT 200`);
      return {
        data: rows.map(({ before, after, ...row }) => {
          const [was, is] = [before ?? defaultOf(key), after ?? defaultOf(key)];
          return {
            ...row,
            before: was,
            after: is,
            before_text: textOf(key, was),
            after_text: textOf(key, is),
          };
        }),
      };
    },
  );

  app.post(
    '/api/settings/export',
    {
      config: changing,
      schema: {
        summary: 'Exportar la configuración',
        description: 'Todos los valores en un archivo JSON que se puede importar; queda en la auditoría.',
        response: { 200: anything },
      },
    },
    (request) =>
      command(request, async (tx) => {
        const values = await readSettings(tx);
        await tx.query(sql`
          INSERT INTO audit_log (actor_id, ip, request_id, entity, entity_id, action, after)
          VALUES (audit_setting('actor')::uuid, audit_setting('ip')::inet, audit_setting('request'), 'exports', 'settings',
            'export', ${JSON.stringify({ values: Object.keys(values).length })}::jsonb)`);
        return {
          status: 200,
          body: {
            product: 'pauta',
            kind: 'settings',
            exported_at: new Date().toISOString(),
            settings: values,
          },
          headers: { 'content-disposition': 'attachment; filename="configuracion.json"' },
        };
      }),
  );

  app.post<{ Body: { settings: SettingValues } }>(
    '/api/settings/import/preview',
    {
      config: changing,
      schema: {
        summary: 'Ver qué cambiaría al importar una configuración',
        description: 'No guarda nada. Lo que se quiera de ello se guarda con PUT /api/settings.',
        body: {
          type: 'object',
          required: ['settings'],
          properties: { settings: { type: 'object', maxProperties: 500 } },
        },
        response: {
          200: dataOf({
            type: 'object',
            properties: {
              changes: { type: 'array', items: change },
              unchanged: { type: 'integer' },
              unknown: { type: 'array', items: { type: 'string' } },
              errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
            },
          }),
        },
      },
    },
    async (request, reply) => {
      reply.header('etag', etagOf(await settingsVersion(database)));
      const current = await readSettings(database);
      const { values, errors, unknown } = await checkSettings(database, request.body.settings);
      const closed = closedKeys(request, values, current);
      for (const key of closed) errors[key] = [administratorsOnly];
      const changes = Object.entries(values).flatMap(([key, value]) => {
        const [before, after] = [current[key], value ?? defaultOf(key)];
        if (closed.includes(key)) return [];
        if (JSON.stringify(before) === JSON.stringify(after)) return [];
        const label = definitions[key]?.field.label ?? key;
        return [
          { key, label, before, after, before_text: textOf(key, before), after_text: textOf(key, after) },
        ];
      });
      return {
        data: {
          changes,
          unchanged: Object.keys(values).length - changes.length - closed.length,
          unknown,
          errors,
        },
      };
    },
  );

  // Another process may have changed the time zone; this process may use the old one for some seconds.
  const timer = setInterval(() => inForce().catch(() => {}), 10_000);
  timer.unref();
  app.addHook('onReady', async () => inForce().catch(() => {}));
  app.addHook('onClose', async () => clearInterval(timer));
};
