import { type Field, formatField } from '@pauta/domain/kinds/kind.ts';
import { isId } from '@pauta/domain/kinds/reference.ts';
import type { Filter } from '@pauta/domain/resource/query/filter.ts';
import type { ListQuery } from '@pauta/domain/resource/query/query.ts';
import { rangeWords } from '@pauta/domain/resource/query/range-words.ts';
import { exportPermission, fieldOf, type VcardFields } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql, { raw, type Sql } from 'sql-template-tag';
import { type Actor, actorOf } from '../../platform/access.ts';
import { changeOf } from '../../platform/command.ts';
import type { Database } from '../../platform/database/database.ts';
import { attachment } from '../../platform/http/headers.ts';
import { forbidden, invalid, tooMany } from '../../platform/http/problem.ts';
import type { SettingValues } from '../../resource/engine.ts';
import { listConditions } from '../../resource/reading/list.ts';
import { scopeCondition, viewPermissions } from '../../resource/reading/row-scope.ts';
import { accessTo, routeOptions } from '../../resource/route.ts';
import { quoted, type ResourceTable, tableOf, targetOf } from '../../resource/table.ts';
import { sheetRows } from '../limits.ts';
import {
  chooseColumns,
  csvCells,
  type ExportColumn,
  exportable,
  labelIn,
  lineExportColumns,
  sheetCells,
  sheetColumns,
} from './columns.ts';
import { byteOrderMark, csvLine } from './csv.ts';
import { exportName } from './name.ts';
import { recordExport } from './record-export.ts';
import {
  countLineRows,
  countRows,
  groupOrder,
  readGroup,
  readListQuery,
  selectionCondition,
  streamRows,
} from './rows.ts';
import { tableTypes } from './table-file.ts';
import { type VcardVersion, writeVcard } from './vcard-writer.ts';
import { xlsxOf } from './xlsx-writer.ts';

interface ExportBody {
  ids?: string[];
  query?: string;
  expected?: number;
  columns?: string[];
  format: 'csv' | 'xlsx' | 'vcf' | 'mailing';
  vcard?: VcardVersion;
  lines?: boolean;
}

const types = {
  ...tableTypes,
  vcf: 'text/vcard; charset=utf-8',
  mailing: tableTypes.csv,
} as const;

const bodySchema = ({ resource: { vcard, mailing }, lines }: ResourceTable) => ({
  type: 'object',
  additionalProperties: false,
  required: ['format'],
  properties: {
    ids: { type: 'array', minItems: 1, maxItems: 1000, items: { type: 'string', format: 'uuid' } },
    query: {
      type: 'string',
      maxLength: 8000,
      description: 'Parámetros de la lista: filtros, búsqueda y orden',
    },
    expected: { type: 'integer', minimum: 0, description: 'Cuántos registros vio quien exporta' },
    columns: { type: 'array', minItems: 1, maxItems: 200, items: { type: 'string', maxLength: 80 } },
    format: {
      type: 'string',
      enum: ['csv', 'xlsx', ...(vcard ? ['vcf'] : []), ...(mailing ? ['mailing'] : [])],
      ...(mailing && {
        description: '`mailing`: solo las personas a las que se puede enviar publicidad, con su correo (CSV)',
      }),
    },
    ...(lines.some(({ line }) => line.mode === 'inBody') && {
      lines: {
        type: 'boolean',
        description: 'Una fila por línea, con los datos de su documento en cada una: así también se importan',
      },
    }),
    ...(vcard && {
      vcard: { type: 'string', enum: ['3.0', '4.0'], description: 'Versión de las vCard; 3.0 si falta' },
    }),
  },
});

/** Maximum number of concurrent exports: each uses a database connection. */
const most = { person: 2, process: 4 };

/** Limits concurrent exports per user and per process. */
class ExportLimit {
  private readonly inside = new Map<string, number>();
  private total = 0;

  /** @throws Problem 429 */
  enter(userId: string): () => void {
    const mine = this.inside.get(userId) ?? 0;
    if (mine >= most.person || this.total >= most.process) {
      throw tooMany(10, 'Hay otras exportaciones en curso. Espere a que terminen e intente de nuevo.');
    }
    this.inside.set(userId, mine + 1);
    this.total += 1;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.total -= 1;
      const now = (this.inside.get(userId) ?? 1) - 1;
      if (now === 0) this.inside.delete(userId);
      else this.inside.set(userId, now);
    };
  }
}

const exportLimit = new ExportLimit();

/** Labels of the values of a filter; names of records only if the actor may see them. */
const namesOf = async (database: Database, field: Field, values: readonly string[], actor: Actor) => {
  if (field.kind.name !== 'reference' && field.kind.name !== 'references') {
    return values.map((value) =>
      formatField(
        field,
        field.kind.name === 'yesNo' ? value === 'true' : field.kind.name === 'choices' ? [value] : value,
      ),
    );
  }
  const to = targetOf(field);
  const seen = tableOf(to).isOpen ? raw('true') : scopeCondition(to, actor);
  const rows = await database.query<{ label: string }>(sql`
    SELECT t.${raw(quoted(to.title))} AS label FROM ${raw(quoted(to.name))} t
    WHERE t.id = ANY(${values.filter(isId)}::uuid[]) AND ${seen} ORDER BY 1 LIMIT 5`);
  return rows.map(({ label }) => label);
};

const filterText = async (database: Database, field: Field, label: string, filter: Filter, actor: Actor) => {
  if ('values' in filter) {
    const names =
      field.kind.name === 'tags' ? filter.values : await namesOf(database, field, filter.values, actor);
    return `${label} ${filter.operator === 'notIn' ? 'no ' : ''}${names.join(', ')}`;
  }
  if ('value' in filter) return `${label} ${filter.value}`;
  if ('from' in filter) return `${label} ${rangeWords(field, filter)}`;
  return `${filter.operator === 'empty' ? 'sin' : 'con'} ${label}`;
};

interface Asked {
  readonly query: ListQuery;
  readonly ids: readonly string[] | undefined;
  readonly labelOf: (field: Field) => string;
}

/** A short description of the selection, for the name of the file. */
const summaryOf = async (
  database: Database,
  table: ResourceTable,
  { query, ids, labelOf }: Asked,
  actor: Actor,
) => {
  if (ids) return ids.length === 1 ? 'un registro' : `${ids.length} elegidos`;
  const parts = [...(query.q === '' ? [] : [`«${query.q}»`]), ...(query.archived ? ['archivo'] : [])];
  for (const filter of query.filters.slice(0, 4)) {
    const field = fieldOf(table.resource, filter.field);
    parts.push(await filterText(database, field, labelOf(field), filter, actor));
  }
  return parts.join(', ');
};

/** The content of a file: which rows of which resource, in which order, with which columns. */
interface Content {
  readonly table: ResourceTable;
  readonly query: ListQuery;
  readonly where: Sql;
  readonly columns: readonly ExportColumn[];
  /** Whether there is one row per line of a document. */
  readonly hasLines?: boolean;
  /** Groups by which the rows are ordered before the order of the list. */
  readonly groups?: Sql;
  /** Rows with the same value here are exported once: one per address. */
  readonly people?: Sql;
}

/**
 * The people of a selection who may receive mailings, the first of those with the same address; for people of another
 * resource the actor needs the permission to export that one too.
 *
 * @throws Problem 403
 */
const mailingOf = (
  { table, where }: Pick<Content, 'table' | 'where'>,
  settings: SettingValues,
  actor: Actor,
): Content => {
  const { mailing } = table.resource;
  const people = mailing && 'of' in mailing ? mailing.of() : table.resource;
  const rule = people.mailing;
  if (!mailing || !rule || !('query' in rule)) throw new Error(`${table.name} has no mailing list`);
  const permission = exportPermission(people);
  if (permission !== null && !actor.permissions.has(permission)) throw forbidden(permission);
  const to = tableOf(people);
  const query = readListQuery(to, rule.query);
  const reachable = listConditions(to, query, actor);
  const name = raw(quoted(table.name));
  const chosen =
    'of' in mailing
      ? sql`t.${raw(quoted(mailing.by))} IN (SELECT t.${raw(quoted(mailing.by))} FROM ${name} t WHERE ${where})`
      : where;
  const reached = sql`${reachable} AND ${chosen}`;
  const address = sql`lower(t.${raw(quoted(rule.once))})`;
  return {
    table: to,
    query,
    where: sql`t.id IN (
      SELECT DISTINCT ON (${address}) t.id FROM ${raw(quoted(to.name))} t WHERE ${reached} ORDER BY ${address}, t.id)`,
    people: reached,
    columns: chooseColumns(people, settings, [...rule.columns]),
  };
};

/** The grouping field as the first column of the file. */
const grouped = (columns: readonly ExportColumn[], by: readonly ExportColumn[]): readonly ExportColumn[] => [
  ...by,
  ...columns.filter(({ name }) => by.every((one) => one.name !== name)),
];

async function* csvOf(columns: readonly ExportColumn[], batches: AsyncIterable<Record<string, unknown>[]>) {
  yield byteOrderMark + csvLine(columns.map(({ header }) => header));
  for await (const batch of batches) yield batch.map((row) => csvLine(csvCells(columns, row))).join('');
}

async function* vcardsOf(
  batches: AsyncIterable<Record<string, unknown>[]>,
  fields: VcardFields,
  version?: VcardVersion,
) {
  for await (const batch of batches) yield batch.map((row) => writeVcard(row, fields, version)).join('');
}

async function* rowsOfSheet(
  columns: readonly ExportColumn[],
  batches: AsyncIterable<Record<string, unknown>[]>,
) {
  for await (const batch of batches) yield batch.map((row) => sheetCells(columns, row));
}

/**
 * `POST /api/<path>/export`: the rows of a list, or a selection of them, as a file with its columns, order, filters and
 * labels. It is streamed from one snapshot and audited before it starts.
 */
export const exportRoutes = (app: FastifyInstance, table: ResourceTable): void => {
  const { resource } = table;
  const { database } = app;
  const permission = exportPermission(resource);
  // Only rows that the caller may see; for a list without view permissions a session is required.
  const views = viewPermissions(resource);

  const start = async (request: FastifyRequest) => {
    const actor = actorOf(request);
    if (permission !== null && views.length > 0 && !views.some((name) => actor.permissions.has(name))) {
      throw forbidden(views);
    }
    const body = request.body as ExportBody;
    const settings = await app.engine.settings.readAll(database);
    const query = readListQuery(table, body.query ?? '');
    const where = selectionCondition(table, body, query, actor);
    const group = body.format === 'vcf' ? null : readGroup(table, body.query ?? '');
    const content: Content =
      body.format === 'mailing'
        ? mailingOf({ table, where }, settings, actor)
        : {
            table,
            query,
            where,
            ...(body.lines === true && { hasLines: true }),
            columns: [
              ...grouped(
                body.columns
                  ? chooseColumns(resource, settings, body.columns)
                  : exportable(resource, settings),
                group === null ? [] : chooseColumns(resource, settings, [group]),
              ),
              ...(body.lines === true ? lineExportColumns(resource) : []),
            ],
            ...(group !== null && { groups: await groupOrder(database, table, query, group, actor) }),
          };
    const count = await countRows(database, content.table, content.where);
    const people = content.people && (await countRows(database, content.table, content.people));
    if (body.format === 'mailing' && count === 0) {
      throw invalid({
        format: [
          'A nadie de estos se le puede enviar publicidad: hace falta que la acepte y que tenga un correo que no rebote.',
        ],
      });
    }
    const rows =
      body.format === 'xlsx' && content.hasLines ? await countLineRows(database, table, where) : count;
    if (body.format === 'xlsx' && rows > sheetRows) {
      throw invalid({
        format: [`Un libro de Excel admite ${formatCount(sheetRows)} filas. Exporte como CSV.`],
      });
    }
    const summary = await summaryOf(
      database,
      table,
      { query, ids: body.ids, labelOf: labelIn(settings) },
      actor,
    );
    const name =
      body.format === 'mailing'
        ? exportName(resource, ['Lista de envío', summary].filter(Boolean).join(' – '), 'csv')
        : exportName(resource, summary, body.format);
    return { body, content, count, people, name };
  };

  app.post(
    `/api/${resource.path}/export`,
    {
      ...routeOptions(permission === null ? accessTo(views) : { permission }, {
        summary: `Exporta ${resource.label.many.toLocaleLowerCase('es')}`,
        description: `CSV${resource.vcard ? ', vCard' : ''} o XLSX con las columnas, el orden y los filtros de la lista. \`X-Row-Count\`: cuántos registros.${resource.mailing ? ' `X-People-Count`: de cuántas personas son los correos de una lista de envío, en la que cada dirección está una vez.' : ''}`,
        body: bodySchema(table),
        response: { 200: { description: 'El archivo' } },
      }),
      attachValidation: false,
    },
    async (request, reply) => {
      const leave = exportLimit.enter(actorOf(request).userId);
      try {
        const { body, content, count, people, name } = await start(request);
        const { columns } = content;
        const id = await recordExport(request, {
          resource: table.resource.name,
          format: body.format,
          rows: count,
          content: {
            columns: columns.map((column) => column.name),
            ...(body.ids ? { ids: body.ids } : { query: body.query ?? '' }),
          },
        });
        const stream = streamRows(
          database,
          changeOf(request),
          { ...content, reader: actorOf(request) },
          (batches) =>
            body.format === 'vcf' && resource.vcard
              ? vcardsOf(batches, resource.vcard, body.vcard)
              : body.format === 'xlsx'
                ? xlsxOf(resource.label.many, sheetColumns(columns), rowsOfSheet(columns, batches))
                : csvOf(columns, batches),
          async (rows, failure) => {
            leave();
            if (failure !== undefined) request.log.warn({ err: failure, rows }, 'an export ended early');
            await database
              .query(sql`
                UPDATE exports SET finished_at = now(), rows = ${rows}, failure = ${failure === undefined ? null : 'incomplete'}
                WHERE id = ${id}`)
              .catch((error: unknown) =>
                request.log.warn({ err: error }, 'the end of an export was not noted'),
              );
          },
        );
        return reply
          .headers({
            'content-type': types[body.format],
            'content-disposition': attachment(name),
            'x-row-count': String(count),
            ...(people !== undefined && { 'x-people-count': String(people) }),
          })
          .serializer((payload: unknown) => payload as string)
          .send(stream);
      } catch (error) {
        leave();
        throw error;
      }
    },
  );
};
