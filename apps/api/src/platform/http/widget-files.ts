import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { systemChange } from '../database/database.ts';
import { year } from './static-files.ts';

/** The build of the widget on this server. */
export interface WidgetRelease {
  /** Changes with every change of the content: `1.4.2-3f8a…`. */
  readonly release: string;
  readonly files: readonly { readonly path: string; readonly integrity: string }[];
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * The release whose address is about to be given to a page; from then on any server of this database can serve its
     * files, whichever release is installed later. Undefined when the widget is not built.
     */
    keepWidget: () => Promise<WidgetRelease | undefined>;
  }
}

/** The module that the script imports on the first interaction with the form, requested by the hash of its content. */
const engine = 'engine.js';
const names = ['client-registration.js', 'loader.js', engine, 'visit.js'] as const;
const compress = promisify(brotliCompress);

const headers = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};

const readRelease = (folder: string) => {
  const found = names.filter((name) => existsSync(join(folder, name)));
  if (found.length < names.length) return undefined;
  const files = found.map((name) => ({ name, content: readFileSync(join(folder, name)) }));
  const hash = createHash('sha256');
  for (const { content } of files) hash.update(content);
  const manifest = join(folder, '../../../package.json');
  const version = existsSync(manifest) ? String(JSON.parse(readFileSync(manifest, 'utf8')).version) : '0.0.0';
  return { release: `${version}-${hash.digest('hex').slice(0, 16)}`, files };
};

/** The form in which the build of the script writes it into the address of the engine. */
const versionOf = (content: Buffer): string =>
  createHash('sha384').update(content).digest('hex').slice(0, 16);

/**
 * The widget's scripts for foreign pages at two kinds of address: `/widget/<file>` is the newest, cached for minutes;
 * `/widget/<release>/<file>` never changes, so that a page may name its hash. The newest engine has its version in its
 * address, because a page may be open while another release is installed. Files are compressed at build time.
 */
export const installWidgetFiles = (app: FastifyInstance, folder: string): void => {
  const { database } = app;
  const config = { access: 'public' } as const;
  const schema = { hide: true };
  let current: ReturnType<typeof readRelease> | null = null;
  // Read once, because a rebuild requires a restart.
  const own = () => {
    current ??= readRelease(folder);
    return current;
  };

  const keep = async (
    release: string,
    files: readonly { name: string; content: Buffer }[],
  ): Promise<void> => {
    const kept = await database.one(sql`SELECT FROM widget_files WHERE release = ${release} LIMIT 1`);
    if (kept) return;
    const packed = await Promise.all(files.map(({ content }) => compress(content)));
    await database.transaction(systemChange('widget'), async (tx) => {
      for (const [index, { name, content }] of files.entries()) {
        await tx.query(sql`
          INSERT INTO widget_files (release, name, content, brotli)
          VALUES (${release}, ${name}, ${content}, ${packed[index]}) ON CONFLICT DO NOTHING`);
      }
    });
  };

  app.decorate('keepWidget', async () => {
    const build = own();
    if (!build) return undefined;
    const { release, files } = build;
    await keep(release, files);
    return {
      release,
      files: files.map(({ name, content }) => ({
        path: `/widget/${release}/${name}`,
        integrity: `sha384-${createHash('sha384').update(content).digest('base64')}`,
      })),
    };
  });

  const newestEngine = () => own()?.files.find(({ name }) => name === engine);
  let engineKept: Promise<void> | null = null;
  /** Stored before the first page gets the address of the script; on failure the snippet is still answered. */
  const keepEngine = (): Promise<void> => {
    const file = newestEngine();
    engineKept ??= (file ? keep(versionOf(file.content), [file]) : Promise.resolve()).catch(
      (error: unknown) => {
        engineKept = null;
        app.log.error({ err: error }, 'the engine of the form was not kept');
      },
    );
    return engineKept;
  };

  const sendKept = async (
    request: FastifyRequest,
    reply: FastifyReply,
    release: string,
    name: string,
  ): Promise<FastifyReply> => {
    const brotli = /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(request.headers['accept-encoding'] ?? '');
    const kept = await database.one<{ bytes: Buffer }>(
      brotli
        ? sql`SELECT brotli AS bytes FROM widget_files WHERE release = ${release} AND name = ${name}`
        : sql`SELECT content AS bytes FROM widget_files WHERE release = ${release} AND name = ${name}`,
    );
    if (!kept) {
      reply.callNotFound();
      return reply;
    }
    if (brotli) reply.header('content-encoding', 'br');
    return reply
      .headers({ ...headers, 'cache-control': year, vary: 'accept-encoding' })
      .type('text/javascript; charset=utf-8')
      .send(kept.bytes);
  };

  for (const name of names) {
    app.get(`/widget/${name}`, { config, schema }, async (request, reply): Promise<FastifyReply> => {
      await keepEngine();
      const asked = name === engine ? /\?([0-9a-f]{16})(&\d+)?$/.exec(request.url)?.[1] : undefined;
      const newest = newestEngine();
      if (asked && !(newest && asked === versionOf(newest.content)))
        return sendKept(request, reply, asked, name);
      return reply
        .headers({ ...headers, 'cache-control': asked ? year : 'public, max-age=300' })
        .sendFile(name, folder);
    });
    app.get<{ Params: { release: string } }>(
      `/widget/:release/${name}`,
      { config, schema },
      async (request, reply): Promise<FastifyReply> => {
        const { release } = request.params;
        if (release !== own()?.release) return sendKept(request, reply, release, name);
        return reply.headers({ ...headers, 'cache-control': year }).sendFile(name, folder);
      },
    );
  }
};
