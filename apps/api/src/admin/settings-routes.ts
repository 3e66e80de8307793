import { settings as definitions } from '@pauta/domain/admin/setting.ts';
import { type JsonSchema, parseField } from '@pauta/domain/kinds/kind.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { command } from '../platform/command.ts';
import type { Transaction } from '../platform/database.ts';
import { type FieldErrors, invalid } from '../platform/problem.ts';
import { publicSettings, readSettings, type SettingValues, settingProperties } from './settings-store.ts';

const nullable = (schema: JsonSchema): JsonSchema => ({ ...schema, type: [schema.type, 'null'].flat() });

const answerSchema = {
  type: 'object',
  required: ['settings'],
  properties: { settings: { type: 'object', properties: settingProperties() } },
};

const check = (body: SettingValues): SettingValues => {
  const values: Record<string, unknown> = {};
  const errors: FieldErrors = {};
  for (const [key, input] of Object.entries(body)) {
    const setting = definitions[key];
    if (!setting) continue;
    const checked = input === null ? { ok: true as const, value: null } : parseField(setting.field, input);
    if (checked.ok) values[key] = checked.value;
    else errors[key] = [checked.message];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return values;
};

const write = async (tx: Transaction, values: SettingValues): Promise<void> => {
  // In order of their keys, so that two people saving at once cannot block each other.
  for (const [key, value] of Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (value === null) await tx.query(sql`DELETE FROM settings WHERE key = ${key}`);
    else {
      await tx.query(sql`
        INSERT INTO settings AS s (key, value) VALUES (${key}, ${JSON.stringify(value)}::jsonb)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE s.value <> excluded.value`);
    }
  }
};

export const settingsRoutes = (app: FastifyInstance): void => {
  const { database } = app;

  app.get(
    '/api/settings',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Configuración general',
        description: 'Con sesión, toda; sin sesión, solo lo que muestran las páginas de invitados.',
        response: { 200: answerSchema },
      },
    },
    async (request) => {
      const values = await readSettings(database);
      return { settings: request.actor?.status === 'active' ? values : publicSettings(values) };
    },
  );

  app.put<{ Body: SettingValues }>(
    '/api/settings',
    {
      config: { access: { permission: 'settings.update' } },
      schema: {
        summary: 'Cambiar la configuración general',
        description:
          'Cambia las claves que se envían y deja las demás; `null` devuelve una clave a su valor inicial.',
        body: {
          type: 'object',
          additionalProperties: false,
          properties: settingProperties(nullable),
        },
        response: { 200: answerSchema },
      },
    },
    async (request) => {
      const values = check(request.body);
      return command(request, async (tx) => {
        await write(tx, values);
        return { status: 200, body: { settings: await readSettings(tx) } };
      });
    },
  );
};
