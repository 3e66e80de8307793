import { Readable } from 'node:stream';
import { foldHeader, idKey, importFields, importKeys } from '@pauta/domain/resource/import/columns.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { type ControlTotal, missedTotals } from '@pauta/domain/resource/tie-out.ts';
import type { FastifyInstance } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import { etagOf, expectedVersion } from '../../platform/command.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { attachment } from '../../platform/http/headers.ts';
import { conflict, invalid, stale } from '../../platform/http/problem.ts';
import { changeHeaders, creationHeaders, type IdParams, idParams } from '../../resource/route.ts';
import { labelIn } from '../export/columns.ts';
import type { ImportJob } from '../rows/job.ts';
import { errorFile } from './error-file.ts';
import { inErrorGroup } from './error-groups.ts';
import { importAccess, importDesk, requireStatus } from './import-desk.ts';
import { rowColumns } from './row-columns.ts';
import { importView, outcomesOf, readTieOut } from './view.ts';
import { workOnImport } from './work-on-import.ts';

interface MappingBody {
  mapping: (string | null)[];
  key: string | null;
  blanks?: 'keep' | 'clear';
}

const mappingSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['mapping', 'key'],
  properties: {
    mapping: {
      type: 'array',
      maxItems: 200,
      items: { type: ['string', 'null'], maxLength: 80 },
      description: 'El campo de cada columna, en el orden del archivo; null: no se importa',
    },
    key: {
      type: ['string', 'null'],
      maxLength: 80,
      description: 'Campo que dice qué registro es; null: todos son nuevos',
    },
    blanks: {
      type: 'string',
      enum: ['keep', 'clear'],
      description: 'Celdas vacías: dejar el dato como está, o borrarlo',
    },
  },
};

const checkMapping = (resource: Resource, job: ImportJob, { mapping, key }: MappingBody): void => {
  const fields = importFields(resource);
  const known = new Set([idKey, ...fields.map(({ name }) => name)]);
  const used = mapping.filter((name) => name !== null);
  const twice = used.find((name, index) => used.indexOf(name) !== index);
  if (mapping.length !== job.columns.length || used.some((name) => !known.has(name))) {
    throw invalid({ mapping: ['Elija campos que existan, uno para cada columna del archivo.'] });
  }
  if (twice !== undefined) {
    const label = resource.fields[twice]?.label ?? 'Identificador';
    throw invalid({ mapping: [`«${label}» está elegido en dos columnas. Deje solo una.`] });
  }
  if (!used.some((name) => fields.some((one) => one.name === name && !one.onlyKey))) {
    throw invalid({ mapping: ['Elija el campo de al menos una columna.'] });
  }
  if (key !== null && !(importKeys(resource).includes(key) && used.includes(key))) {
    throw invalid({ key: ['Elija un campo que tenga columna y que identifique cada registro.'] });
  }
  if (key === null && !resource.operations.includes('create')) {
    throw invalid({ key: ['Elija el campo que dice de qué registro se trata.'] });
  }
};

interface CommitBody {
  readonly include_duplicates?: boolean;
  readonly control_totals?: readonly ControlTotal[];
}

/** @throws Problem 409 if the sums of the import are not those that the user expects */
const requireTotals = async (
  tx: Transaction,
  job: ImportJob,
  { tieOut }: Resource,
  expected: readonly ControlTotal[],
): Promise<void> => {
  const missed = missedTotals(tieOut ? await readTieOut(tx, job, tieOut) : [], expected);
  if (missed.length === 0) return;
  const named = missed.map(
    ({ group, measure }) => `${tieOut?.measures[measure]?.label ?? measure} (${group})`,
  );
  throw conflict(
    'totals_differ',
    `No coinciden con sus totales de control: ${new Intl.ListFormat('es').format(named)}. Corrija el archivo o los totales.`,
    { extra: { totals: missed } },
  );
};

const remember = async (
  tx: Transaction,
  job: ImportJob,
  userId: string,
  mapping: readonly (string | null)[],
) => {
  const entries = new Map(
    job.columns.flatMap(({ header }, index): [string, string][] => {
      const folded = foldHeader(header).slice(0, 200);
      return folded === '' ? [] : [[folded, mapping[index] ?? '']];
    }),
  );
  await tx.query(sql`
    INSERT INTO import_mappings (user_id, resource, header, field)
    SELECT ${userId}::uuid, ${job.resource}, * FROM unnest(${[...entries.keys()]}::text[], ${[...entries.values()]}::text[])
    ON CONFLICT (user_id, resource, header) DO UPDATE SET field = excluded.field, used_at = now()`);
};

const answer = { 200: { description: 'La importación' } };
const one = {
  params: idParams,
  headers: creationHeaders,
  response: answer,
};

const rowsQuery = {
  type: 'object',
  additionalProperties: false,
  properties: {
    verdict: { type: 'string', enum: ['new', 'update', 'unchanged', 'duplicate', 'error'] },
    group: { type: 'string', pattern: '^[0-9a-f]{32}$', description: 'Con este error: `id` de su grupo' },
    outcome: { type: 'string', enum: ['created', 'updated', 'unchanged', 'skipped', 'failed'] },
    cursor: { type: 'string', pattern: '^\\d{1,9}$' },
    limit: { type: 'string', pattern: '^([1-9]\\d?|100)$' },
  },
};

interface RowsQuery {
  verdict?: string;
  group?: string;
  outcome?: string;
  cursor?: string;
  limit?: string;
}

/** Routes of an import after its upload, below `/api/imports`. */
export const importRoutes = (app: FastifyInstance): void => {
  const { database, jobs } = app;
  const access = importAccess(app.engine);
  const { read, change } = importDesk(app);

  app.get<{ Params: IdParams }>(
    '/api/imports/:id',
    {
      config: { access },
      schema: { summary: 'Una importación y cuánto lleva', params: idParams, response: answer },
    },
    async (request, reply) => {
      const { job, resource } = await read(request);
      reply.header('etag', etagOf(job.row_version));
      return { data: await importView(database, resource, job) };
    },
  );

  app.put<{ Params: IdParams; Body: MappingBody }>(
    '/api/imports/:id/mapping',
    {
      config: { access },
      schema: {
        summary: 'Indica el campo de cada columna',
        params: idParams,
        headers: changeHeaders,
        body: mappingSchema,
        response: answer,
      },
    },
    (request) =>
      change(request, async (tx, job, resource, actor) => {
        const version = expectedVersion(request);
        if (version !== job.row_version) throw stale(await importView(tx, resource, job));
        requireStatus(job, ['mapping', 'checked'], 'cambiar las columnas');
        const { mapping, key, blanks = 'keep' } = request.body;
        checkMapping(resource, job, request.body);
        await tx.query(sql`
          UPDATE imports SET mapping = ${JSON.stringify(mapping)}::jsonb, key_field = ${key}, blanks = ${blanks},
            status = 'mapping', processed = 0, last_line = 0, row_version = row_version + 1
          WHERE id = ${job.id}::uuid`);
        await remember(tx, job, actor.userId, mapping);
      }),
  );

  app.post<{ Params: IdParams }>(
    '/api/imports/:id/check',
    { config: { access }, schema: { summary: 'Revisa todas las filas sin escribir nada', ...one } },
    (request) =>
      change(request, async (tx, job, resource) => {
        if (job.status === 'checking') return;
        requireStatus(job, ['mapping', 'checked'], 'revisar');
        checkMapping(resource, job, { mapping: [...job.mapping], key: job.key_field });
        await tx.query(sql`
          UPDATE imports SET status = 'checking', processed = 0, last_line = 0, row_version = row_version + 1
          WHERE id = ${job.id}::uuid`);
        await jobs.add(tx, workOnImport, { id: job.id });
      }),
  );

  app.post<{ Params: IdParams; Body: CommitBody | undefined }>(
    '/api/imports/:id/commit',
    {
      config: { access },
      schema: {
        summary: 'Guarda las filas sin errores',
        description: 'Todo lo que escribe lleva `request_id`: deshacer esa solicitud deshace la importación.',
        ...one,
        body: {
          type: 'object',
          additionalProperties: false,
          properties: {
            include_duplicates: { type: 'boolean', description: 'También las que parecen duplicadas' },
            control_totals: {
              type: 'array',
              maxItems: 200,
              description: 'Sumas que deben salir iguales a las de `tie_out`; si no, nada se guarda',
              items: {
                type: 'object',
                additionalProperties: false,
                required: ['group', 'measure', 'value'],
                properties: {
                  group: { type: 'string', maxLength: 80, description: 'Por ejemplo, la moneda' },
                  measure: { type: 'string', maxLength: 80 },
                  value: { type: 'string', pattern: '^\\d{1,15}(\\.\\d{1,6})?$' },
                },
              },
            },
          },
        },
      },
    },
    (request) =>
      change(request, async (tx, job, resource) => {
        if (job.status === 'committing') return;
        requireStatus(job, ['checked'], 'importar');
        await requireTotals(tx, job, resource, request.body?.control_totals ?? []);
        const includes = request.body?.include_duplicates === true;
        await tx.query(sql`
          UPDATE imports SET status = 'committing', include_duplicates = ${includes}, processed = 0, last_line = 0,
            started_at = now(), row_version = row_version + 1
          WHERE id = ${job.id}::uuid`);
        const details = {
          file: job.file_name,
          rows: job.rows,
          mapping: job.mapping,
          key: job.key_field,
          include_duplicates: includes,
          request_id: job.request_id,
        };
        await tx.query(sql`
          INSERT INTO audit_log (actor_id, on_behalf_of, ip, request_id, entity, entity_id, action, after)
          VALUES (audit_setting('actor')::uuid, audit_setting('on_behalf_of')::uuid, audit_setting('ip')::inet,
            audit_setting('request'), ${job.resource}, ${job.id}, 'import', ${JSON.stringify(details)}::jsonb)`);
        await jobs.add(tx, workOnImport, { id: job.id });
      }),
  );

  app.post<{ Params: IdParams }>(
    '/api/imports/:id/cancel',
    {
      config: { access },
      schema: { summary: 'Detiene la importación; lo que ya guardó se conserva', ...one },
    },
    (request) =>
      change(request, async (tx, job) => {
        if (job.status === 'cancelled') return;
        requireStatus(job, ['reading', 'mapping', 'checking', 'checked', 'committing'], 'cancelar');
        await tx.query(sql`
          UPDATE imports SET status = 'cancelled', finished_at = now(), row_version = row_version + 1,
            outcomes = ${outcomesOf(job.id)} WHERE id = ${job.id}::uuid`);
      }),
  );

  app.get<{ Params: IdParams; Querystring: RowsQuery }>(
    '/api/imports/:id/rows',
    {
      config: { access },
      schema: { summary: 'Las filas y su veredicto', params: idParams, querystring: rowsQuery },
    },
    async (request) => {
      const { job } = await read(request);
      const { verdict = null, outcome = null, group, cursor = '0', limit = '50' } = request.query;
      const count = Number(limit);
      const rows = await database.query<{ line: number }>(sql`
        SELECT ${rowColumns} FROM import_rows
        WHERE import_id = ${job.id}::uuid AND line > ${Number(cursor)}
          AND (${verdict}::text IS NULL OR verdict = ${verdict}) AND (${outcome}::text IS NULL OR outcome = ${outcome})
          AND ${group === undefined ? raw('true') : inErrorGroup(group)}
        ORDER BY line LIMIT ${raw(String(count + 1))}`);
      const data = rows.slice(0, count);
      return { data, next_cursor: rows.length > count ? String(data.at(-1)?.line ?? 0) : null };
    },
  );

  app.get<{ Params: IdParams }>(
    '/api/imports/:id/errors',
    {
      config: { access },
      schema: {
        summary: 'Las filas que no se importan, con su motivo (CSV)',
        params: idParams,
        response: { 200: { description: 'El archivo' } },
      },
    },
    async (request, reply) => {
      const { job, resource } = await read(request);
      const labelOf = labelIn(await app.engine.settings.readAll(database));
      const name = (field: string): string => {
        const known = importFields(resource).find((one) => one.name === field);
        return known ? labelOf(known.field) : 'Identificador';
      };
      return reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': attachment(
            `Filas sin importar – ${job.file_name.replace(/\.[^.]+$/, '')}.csv`,
          ),
        })
        .serializer((payload: unknown) => payload as string)
        .send(Readable.from(errorFile(database, job, name)));
    },
  );
};
