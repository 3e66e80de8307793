import { Readable } from 'node:stream';
import {
  foldHeader,
  importFields,
  matchColumns,
  proposedKey,
} from '@pauta/domain/resource/import/columns.ts';
import { importPermission } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { command, etagOf } from '../../platform/command.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { attachment } from '../../platform/http/headers.ts';
import { creationHeaders } from '../../resource/route.ts';
import type { ResourceTable } from '../../resource/table.ts';
import { isShownIn, labelIn } from '../export/columns.ts';
import { tableTypes } from '../export/table-file.ts';
import { xlsxOf } from '../export/xlsx-writer.ts';
import { importLimits } from '../limits.ts';
import { type GivenFile, importMegabytes, readGivenFile } from '../reading/given-file.ts';
import { parseFile } from '../reading/parse-file.ts';
import { inTurn } from '../reading/reading-turn.ts';
import { vcardsOf } from '../reading/vcard-head.ts';
import type { ImportJob } from '../rows/job.ts';
import { importView } from './view.ts';

type Matches = Readonly<Record<string, string>>;

/** The latest header matches of this user and their colleagues. */
const readMatches = async (
  tx: Queryable,
  resource: string,
  userId: string,
): Promise<{ remembered: Matches; learnt: Matches }> => {
  const rows = await tx.query<{ header: string; field: string; own: boolean }>(sql`
    SELECT DISTINCT ON (header, own) header, field, own
    FROM (SELECT *, user_id = ${userId}::uuid AS own FROM import_mappings WHERE resource = ${resource}) known
    -- A column that a user left out is not suggested to others.
    WHERE own OR field <> '' ORDER BY header, own, used_at DESC`);
  const of = (isOwn: boolean): Matches =>
    Object.fromEntries(rows.filter(({ own }) => own === isOwn).map(({ header, field }) => [header, field]));
  return { remembered: of(true), learnt: of(false) };
};

const stage = (tx: Queryable, id: string, batch: string) =>
  tx.query(sql`
    INSERT INTO import_rows (import_id, line, cells)
    SELECT ${id}::uuid, (row ->> 0)::integer, row -> 1 FROM jsonb_array_elements(${batch}::jsonb) AS row`);

/** `POST /api/<path>/imports`: takes a file, stages its rows and proposes which column fills which field. */
export const importStartRoutes = (app: FastifyInstance, table: ResourceTable): void => {
  const { resource } = table;
  const permission = importPermission(resource);
  if (permission === null) return;

  const start = async (request: FastifyRequest, { name, hash, pasted, ...upload }: GivenFile) => {
    const batches: string[] = [];
    const file = await parseFile(
      upload,
      { pasted, vcards: vcardsOf(resource, app.engine.resources) },
      async (rows) => {
        batches.push(rows);
      },
    );
    // An idempotency key applies to these bytes with this name.
    request.body = { name, sha256: hash };
    const actor = actorOf(request);
    return command(request, async (tx) => {
      const settings = await app.engine.settings.readAll(tx);
      const { remembered, learnt } = await readMatches(tx, resource.name, actor.userId);
      const headers = file.columns.map(({ header }) => header);
      const hidden = new Set(
        importFields(resource)
          .filter(({ field }) => !isShownIn(settings)(field))
          .map((one) => one.name),
      );
      const labelOf = labelIn(settings);
      const mapping = matchColumns(resource, headers, { labelOf, remembered, learnt }).map((field) =>
        field !== null && hidden.has(field) ? null : field,
      );
      const known = headers.filter((header, index) =>
        [remembered, learnt].some((matches) => matches[foldHeader(header)] === (mapping[index] ?? '')),
      ).length;
      // A column without values identifies no record: drafts have no number yet.
      const filled = mapping.map((name, index) => (file.columns[index]?.samples.length ? name : null));
      const key = proposedKey(resource, filled) ?? proposedKey(resource, mapping);
      const job = await tx.one<ImportJob>(sql`
        INSERT INTO imports (resource, user_id, file_name, format, rows, columns, mapping, remembered, key_field, status)
        VALUES (${resource.name}, ${actor.userId}, ${name}, ${file.format}, ${file.count},
          ${JSON.stringify(file.columns)}::jsonb, ${JSON.stringify(mapping)}::jsonb, ${known},
          ${key}, 'mapping')
        RETURNING *`);
      if (!job) throw new Error('an insert answers its row');
      for (const batch of batches) await stage(tx, job.id, batch);
      return {
        status: 201,
        body: { data: await importView(tx, resource, job) },
        headers: { etag: etagOf(job.row_version), location: `/api/imports/${job.id}` },
      };
    });
  };

  app.post(
    `/api/${resource.path}/imports`,
    {
      config: {
        access: { permission },
        files: true,
        problems: { 413: `El archivo supera ${importMegabytes} MB` },
      },
      // Limit for pasted cells; a file is streamed to disk instead.
      bodyLimit: importLimits.pasted,
      schema: {
        summary: `Importa ${resource.label.many.toLocaleLowerCase('es')}: sube el archivo`,
        description: `CSV${resource.vcard ? ', vCard' : ''} o XLSX en el campo \`file\` (multipart/form-data), o \`{ "text": "…" }\` con celdas pegadas. Nada se escribe hasta confirmarlo.`,
        consumes: ['multipart/form-data', 'application/json'],
        headers: creationHeaders,
        response: {
          201: { description: 'La importación, con las columnas y los campos propuestos' },
        },
      },
    },
    async (request) => {
      const given = await readGivenFile(request);
      try {
        return await inTurn(() => start(request, given));
      } finally {
        await given.file.close();
      }
    },
  );

  app.get(
    `/api/${resource.path}/import-template`,
    {
      config: { access: { permission } },
      schema: {
        summary: `Plantilla para importar ${resource.label.many.toLocaleLowerCase('es')}`,
        response: { 200: { description: 'Un libro con los encabezados que se reconocen; * es obligatorio' } },
      },
    },
    async (_request, reply) => {
      const settings = await app.engine.settings.readAll(app.database);
      const labelOf = labelIn(settings);
      const columns = importFields(resource)
        .filter(({ field }) => isShownIn(settings)(field))
        .map(({ field }) => {
          const { required, initial, begins, when } = field.options;
          const header = `${labelOf(field)}${required && initial === undefined && !begins && !when ? ' *' : ''}`;
          return { header, width: Math.max(14, header.length + 4) };
        });
      return reply
        .headers({
          'content-type': tableTypes.xlsx,
          'content-disposition': attachment(`Plantilla – ${resource.label.many}.xlsx`),
        })
        .serializer((payload: unknown) => payload as string)
        .send(Readable.from(xlsxOf(resource.label.many, columns, Readable.from([]))));
    },
  );
};
