import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fileName } from '../../files/file-name.ts';
import { insertFile, type NewFile, storeFile } from '../../files/store-file.ts';
import { changeOf, command } from '../../platform/command.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { dryRun } from '../../platform/database/dry-run.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { creationHeaders } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { importLimits } from '../limits.ts';
import { type GivenFile, importMegabytes, readGivenFile } from '../reading/given-file.ts';
import { inTurn } from '../reading/reading-turn.ts';

/** The rows of an uploaded file, not stored yet. */
export interface ReadRows {
  /** Rows as JSON text, each `[line, cells]`, batch by batch. */
  readonly batches: readonly string[];
  readonly count: number;
  readonly type: { readonly ext: string; readonly mime: string };
}

/** An uploaded file while it is stored or previewed. */
export interface Taken<R> {
  readonly given: GivenFile;
  readonly sha256: Buffer;
  readonly read: R;
}

/**
 * A kind of file whose columns the user names: a statement of a bank account, the log of a station.
 *
 * @template Q parameters of the upload, for example whose file it is
 * @template R what reading the file answers
 */
export interface ColumnFileKind<Q extends object, R extends ReadRows> {
  readonly resource: Resource;
  /** JSON schema of `Q`. */
  readonly querystring: object;
  readonly texts: {
    readonly take: string;
    readonly takeDescription: string;
    readonly taken: string;
    readonly preview: string;
    readonly previewDescription: string;
    readonly previewed: string;
  };
  /** Number of rows that a preview reads. */
  readonly previewRows: number;
  /** Reads the rows. @throws Problem 422 */
  read(app: FastifyInstance, query: Q, given: GivenFile): Promise<R>;
  /**
   * Inserts the file and its rows as a draft, with what the user says that its columns mean, and nothing matched yet.
   *
   * @param store inserts the row of the stored file and returns its id
   * @throws Problem 409 if the same file was uploaded before
   */
  insertDraft(tx: Transaction, query: Q, taken: Taken<R>, store: () => Promise<string>): Promise<string>;
  /** How the rows of a draft would be read and matched, in a transaction that is rolled back. */
  preview(tx: Transaction, draft: AnyRecord): Promise<object>;
}

const storedAs = ({ given, sha256, read: { type } }: Taken<ReadRows>): NewFile => ({
  name: fileName(given.name, type.ext),
  mime: type.mime,
  bytes: given.size,
  sha256,
});

/**
 * `POST /api/<path>/read`: stores an uploaded file and its rows as a draft; `POST /api/<path>/read/preview` answers how
 * it would be read, without storing anything.
 */
export const columnFileRoutes = <Q extends object, R extends ReadRows>(
  app: FastifyInstance,
  kind: ColumnFileKind<Q, R>,
): void => {
  const { resource, texts } = kind;

  const take = async (request: FastifyRequest, query: Q, taken: Taken<R>) => {
    const { given, read } = taken;
    const bytes = Buffer.alloc(given.size);
    await given.file.read(bytes, 0, given.size, 0);
    // The Idempotency-Key applies to these bytes with this name and these columns.
    request.body = { ...query, name: given.name, sha256: given.hash, columns: given.columns };
    return command(request, (tx) =>
      storeFile(app.storage, bytes, read.type.ext, async (path) => {
        const id = await kind.insertDraft(
          tx,
          query,
          taken,
          async () => (await insertFile(tx, storedAs(taken), path)).id,
        );
        return {
          status: 201,
          body: { data: { id, rows: read.count } },
          headers: { location: `/api/${resource.path}/${id}` },
        };
      }),
    );
  };

  const preview = (request: FastifyRequest, query: Q, taken: Taken<R>) =>
    dryRun(app.database, changeOf(request), async (tx) => {
      const [first = '[]'] = taken.read.batches;
      const rows = JSON.stringify((JSON.parse(first) as unknown[]).slice(0, kind.previewRows));
      const id = await kind.insertDraft(
        tx,
        query,
        { ...taken, read: { ...taken.read, batches: [rows] } },
        async () => (await insertFile(tx, storedAs(taken), `preview/${taken.given.hash}`)).id,
      );
      const draft = parseRecord(await readRecord(tx, tableOf(resource), id, 'system'));
      return { count: taken.read.count, columns: draft.columns, ...(await kind.preview(tx, draft)) };
    });

  const withFile = async <T>(
    request: FastifyRequest,
    work: (query: Q, taken: Taken<R>) => Promise<T>,
  ): Promise<T> => {
    const query = request.query as Q;
    const given = await readGivenFile(request);
    try {
      return await inTurn(async () =>
        work(query, {
          given,
          sha256: Buffer.from(given.hash, 'hex'),
          read: await kind.read(app, query, given),
        }),
      );
    } finally {
      await given.file.close();
    }
  };

  const about = { consumes: ['multipart/form-data', 'application/json'], querystring: kind.querystring };
  const options = {
    config: {
      access: { permission: resource.permissions.create },
      files: true,
      problems: { 413: `El archivo supera ${importMegabytes} MB` },
    },
    bodyLimit: importLimits.pasted,
  };
  app.post(
    `/api/${resource.path}/read`,
    {
      ...options,
      schema: {
        ...about,
        summary: texts.take,
        description: texts.takeDescription,
        headers: creationHeaders,
        response: { 201: { description: texts.taken } },
      },
    },
    (request) => withFile(request, (query, taken) => take(request, query, taken)),
  );
  app.post(
    `/api/${resource.path}/read/preview`,
    {
      ...options,
      schema: {
        ...about,
        summary: texts.preview,
        description: texts.previewDescription,
        response: { 200: { description: texts.previewed } },
      },
    },
    async (request) => ({
      data: await withFile(request, (query, taken) => preview(request, query, taken)),
    }),
  );
};
