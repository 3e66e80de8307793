import type { ChoiceOptions } from '@pauta/domain/kinds/choice.ts';
import { isId } from '@pauta/domain/kinds/reference.ts';
import { type Cell, isBlank, isNamed } from '@pauta/domain/resource/import/cell.ts';
import { importFields } from '@pauta/domain/resource/import/columns.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { fold } from '@pauta/domain/text/fold.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { invalid, notFound } from '../../platform/http/problem.ts';
import { servedOf } from '../../resource/commands/served-of.ts';
import { creationHeaders, type IdParams, idParams } from '../../resource/route.ts';
import { targetOf } from '../../resource/table.ts';
import { importLimits } from '../limits.ts';
import type { Checked } from '../rows/check-rows.ts';
import { findNames } from '../rows/find-names.ts';
import type { ImportJob } from '../rows/job.ts';
import { isQuick, recheckRows } from '../rows/recheck-rows.ts';
import { readErrorGroups } from './error-groups.ts';
import { importAccess, importDesk, requireStatus } from './import-desk.ts';
import { rowColumns } from './row-columns.ts';
import { workOnImport } from './work-on-import.ts';

interface RowParams extends IdParams {
  line: string;
}

interface Replacement {
  field: string;
  value: string;
  with: string | null;
}

const cellText = { type: ['string', 'null'], maxLength: importLimits.cell };

/** Text typed into a cell, in the form in which a file's cells are parsed. */
const asCell = (text: string | null): Cell => (isBlank(text) ? null : text);

const changeCells = async (
  tx: Transaction,
  job: ImportJob,
  line: number,
  cells: Readonly<Record<string, string | null>>,
): Promise<void> => {
  const outside = Object.keys(cells).find((index) => Number(index) >= job.columns.length);
  if (outside !== undefined) throw invalid({ cells: ['El archivo no tiene esa columna.'] });
  const row = await tx.one<{ cells: Cell[] }>(sql`
    SELECT cells FROM import_rows WHERE import_id = ${job.id}::uuid AND line = ${line}`);
  if (!row) throw notFound('El archivo no tiene esa fila.');
  const given = job.columns.map((_, index) => {
    const text = cells[index];
    return text === undefined ? (row.cells[index] ?? null) : asCell(text);
  });
  await tx.query(sql`
    UPDATE import_rows SET cells = ${JSON.stringify(given)}::jsonb
    WHERE import_id = ${job.id}::uuid AND line = ${line}`);
};

/** @throws Problem 422 if the value is invalid for the cell */
const checkReplacement = async (
  tx: Transaction,
  resource: Resource,
  actor: Actor,
  { field: name, with: chosen }: Replacement,
): Promise<void> => {
  const field = importFields(resource).find((one) => one.name === name && !one.onlyKey)?.field;
  if (!field) throw invalid({ field: ['Este dato no existe.'] });
  if (chosen === null) return;
  const refused = invalid({ with: [`Elija un valor de «${field.label}» que exista y esté disponible.`] });
  if (isNamed(field)) {
    const target = targetOf(field);
    const names = isId(chosen)
      ? await findNames(tx, new Map([[target, new Set([chosen])]]), actor, new Map())
      : undefined;
    if (names?.find(target, chosen).length !== 1) throw refused;
    return;
  }
  const { choices } = field.options as Partial<ChoiceOptions>;
  if (!choices?.some(({ value }) => value === chosen)) throw refused;
};

/** Rows that are refused because of this value. */
const rowsWith = async (
  tx: Transaction,
  job: ImportJob,
  { field, value }: Replacement,
): Promise<number[]> => {
  const rows = await tx.query<{ line: number }>(sql`
    SELECT line FROM import_rows
    WHERE import_id = ${job.id}::uuid AND verdict = 'error' AND EXISTS (
      SELECT FROM jsonb_array_elements(errors) AS e
      WHERE e ->> 'field' = ${field} AND e ? 'value' AND fold(e ->> 'value') = fold(${value}))
    ORDER BY line`);
  return rows.map(({ line }) => line);
};

/** Corrections of a checked import without a new upload, below `/api/imports/{id}`. */
export const importFixRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  const access = importAccess(app.engine);
  const { read, change } = importDesk(app);

  const checkedOf = (job: ImportJob): Checked => ({
    engine: app.engine,
    job,
    served: servedOf(app, job.resource),
  });
  /** Checks rows again, or the whole file in the background if they are many. */
  const recheck = async (tx: Transaction, job: ImportJob, lines: readonly number[]): Promise<void> => {
    if (isQuick(lines.length) && (await recheckRows(tx, checkedOf(job), lines))) return;
    await tx.query(sql`
      UPDATE imports SET status = 'checking', processed = 0, last_line = 0, row_version = row_version + 1
      WHERE id = ${job.id}::uuid`);
    await app.jobs.add(tx, workOnImport, { id: job.id });
  };

  app.get<{ Params: IdParams }>(
    '/api/imports/:id/error-groups',
    {
      config: { access },
      schema: {
        summary: 'Los errores de una importación, los iguales juntos',
        params: idParams,
        response: { 200: { description: 'Grupos de errores, el más frecuente primero' } },
      },
    },
    async (request) => ({ data: await readErrorGroups(database, (await read(request)).job.id) }),
  );

  app.patch<{ Params: RowParams; Body: { cells: Record<string, string | null> } }>(
    '/api/imports/:id/rows/:line',
    {
      config: { access },
      schema: {
        summary: 'Corrige celdas de una fila y la revisa otra vez',
        params: {
          type: 'object',
          properties: { ...idParams.properties, line: { type: 'string', pattern: '^\\d{1,9}$' } },
        },
        headers: creationHeaders,
        body: {
          type: 'object',
          additionalProperties: false,
          required: ['cells'],
          properties: {
            cells: {
              type: 'object',
              additionalProperties: false,
              minProperties: 1,
              patternProperties: { '^\\d{1,3}$': cellText },
              description: 'Texto de cada celda, por el lugar de su columna contando desde 0',
            },
          },
        },
        response: { 200: { description: 'La importación, y la fila en `row`' } },
      },
    },
    (request) =>
      change(request, async (tx, job) => {
        requireStatus(job, ['checked'], 'corregir filas');
        const line = Number(request.params.line);
        await changeCells(tx, job, line, request.body.cells);
        await recheck(tx, job, [line]);
        const row = await tx.one(sql`
          SELECT ${rowColumns} FROM import_rows WHERE import_id = ${job.id}::uuid AND line = ${line}`);
        return { row };
      }),
  );

  app.put<{ Params: IdParams; Body: Replacement }>(
    '/api/imports/:id/replacements',
    {
      config: { access },
      schema: {
        summary: 'Elige qué vale por un valor del archivo, en todas sus filas',
        params: idParams,
        headers: creationHeaders,
        body: {
          type: 'object',
          additionalProperties: false,
          required: ['field', 'value', 'with'],
          properties: {
            field: { type: 'string', maxLength: 80 },
            value: {
              type: 'string',
              maxLength: importLimits.cell,
              description: 'El del archivo; vacío: donde falta',
            },
            with: {
              type: ['string', 'null'],
              maxLength: 80,
              description: 'Identificador del registro, o valor de la opción; null: ya ninguno',
            },
          },
        },
        response: { 200: { description: 'La importación; se revisa otra vez' } },
      },
    },
    (request) =>
      change(request, async (tx, job, resource, actor) => {
        requireStatus(job, ['checked'], 'corregir filas');
        const { body } = request;
        await checkReplacement(tx, resource, actor, body);
        const { [fold(body.value.trim())]: _, ...others } = job.replacements[body.field] ?? {};
        const own = body.with === null ? others : { ...others, [fold(body.value.trim())]: body.with };
        const replacements = { ...job.replacements, [body.field]: own };
        await tx.query(sql`
          UPDATE imports SET replacements = ${JSON.stringify(replacements)}::jsonb WHERE id = ${job.id}::uuid`);
        const lines = body.with === null ? [] : await rowsWith(tx, job, body);
        if (lines.length > 0) await recheck(tx, { ...job, replacements }, lines);
      }),
  );
};
