import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { installAccess } from './access.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import { installHealth } from './health.ts';
import { installHeaders } from './http/headers.ts';
import { lazySchemas } from './http/lazy-schemas.ts';
import { installLimits } from './http/limits.ts';
import { installNotFound } from './http/not-found.ts';
import { installOpenApi } from './http/openapi.ts';
import { malformed, notFound, Problem } from './http/problem.ts';
import { installProblems, sendProblem } from './http/problem-handler.ts';
import { installStaticFiles, readIndex, type StaticFolders } from './http/static-files.ts';
import { checkEncoding, checkText, isStorable } from './http/text-safety.ts';
import { installLongestAddress, longestHead, refuseUnreadable } from './http/unreadable-request.ts';
import { installWidgetFiles } from './http/widget-files.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import type { OwnerConnection } from './jobs/owner-pool.ts';
import { loggerOptions } from './logging.ts';
import { paths } from './paths.ts';
import { imageLimits } from './storage/image-upload.ts';
import { openStorage } from './storage/open-storage.ts';
import { installStorageRoutes } from './storage/routes.ts';
import type { Storage } from './storage/storage.ts';
import './command.ts';

declare module 'fastify' {
  interface FastifyInstance {
    settings: Config;
    database: Database;
    storage: Storage;
    jobs: Jobs;
    /** Whether it executes periodic work, besides answering requests. */
    worksBehind: boolean;
  }
}

export interface ServerOptions {
  config: Config;
  database: Database;
  /** The database account for executing jobs; without it other processes execute them. */
  owner?: OwnerConnection | undefined;
  storage?: Storage | undefined;
  folders?: StaticFolders | undefined;
  /** False in tests, which load the event loop constantly. */
  shedsLoad?: boolean;
  /** False in tests that compare stored data, which periodic work would change. */
  worksBehind?: boolean;
  /** The logger of the process; by default a new one. */
  log?: Logger | undefined;
}

const bodyLimit = 256 * 1024;
const compressible =
  /^(text\/(html|css|plain|csv|javascript)|application\/(json|problem\+json|javascript|manifest\+json)|image\/svg\+xml)\b/;

const installBodies = async (app: FastifyInstance): Promise<void> => {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // Clients of the documented routes send the header without a body too.
    if (body.length === 0) return done(null, undefined);
    if (!isUtf8(body)) return done(malformed('El texto no está en UTF-8.'));
    return parse(request, body.toString('utf8'), done);
  });
  await app.register(multipart, {
    throwFileSizeLimit: true,
    limits: {
      fileSize: imageLimits.bytes,
      files: 1,
      fields: 10,
      fieldSize: 64 * 1024,
      parts: 11,
      headerPairs: 50,
    },
  });
  app.addHook('onRequest', async (request) => {
    checkEncoding(request.url);
    const isMultipart = /^multipart\//i.test(request.headers['content-type'] ?? '');
    const isEncoded = !/^(identity)?$/i.test(request.headers['content-encoding'] ?? '');
    if (isEncoded || (isMultipart && !request.is404 && !request.routeOptions.config.files)) {
      throw new Problem(
        415,
        'unsupported_type',
        'El tipo de contenido no se admite; envíe application/json.',
      );
    }
  });
  app.addHook('preValidation', async (request) => {
    // No record has such an id.
    if (!Object.values(request.params ?? {}).every((value) => isStorable(String(value)))) throw notFound();
    checkText(request.query);
    checkText(request.body);
  });
};

/**
 * The HTTP server without the areas: security headers, limits, problems, OpenAPI, health, files and the back office.
 * Areas are registered on it before `ready`.
 */
export const buildServer = async ({
  config,
  database,
  owner,
  storage,
  folders = paths,
  shedsLoad = true,
  worksBehind = true,
  log = pino(loggerOptions(config.logLevel)),
}: ServerOptions): Promise<FastifyInstance> => {
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    bodyLimit,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    genReqId: () => randomUUID(),
    requestTimeout: 60_000,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 200 },
    http: { maxHeaderSize: longestHead },
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: (error, request, reply) => {
      sendProblem(error, request, reply);
    },
    schemaController: lazySchemas,
    ajv: {
      customOptions: {
        strict: true,
        strictRequired: false,
        allowUnionTypes: true,
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: true,
        allErrors: true,
      },
    },
  });
  app.decorate('settings', config);
  app.decorate('database', database);
  app.decorate('worksBehind', worksBehind);
  const jobs = createJobs({ owner, lease: config.jobLease, log: app.log });
  app.decorate('jobs', jobs);
  app.addHook('onListen', async () => jobs.begin());
  // Before the areas close resources that running jobs need.
  app.addHook('preClose', () => jobs.stop());
  app.decorate('storage', storage ?? (await openStorage(config)));
  app.decorateRequest('reply');
  installProblems(app);
  const index = readIndex(folders, config.port);
  installNotFound(app, index);
  await installHeaders(app, config);
  app.addHook('onRequest', async (request, reply) => {
    request.reply = reply;
  });
  installLongestAddress(app);
  installAccess(app, await installLimits(app, config, shedsLoad));
  await installBodies(app);
  await app.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: 2048,
    customTypes: compressible,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await installOpenApi(app);
  installHealth(app);
  installStorageRoutes(app);
  await installStaticFiles(app, folders, index);
  installWidgetFiles(app, folders.widget);
  return app;
};
