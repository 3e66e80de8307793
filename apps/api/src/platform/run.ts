import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { type Config, ConfigError, readConfig } from './config.ts';
import type { Database } from './database/database.ts';
import { MigrationError } from './database/migrate.ts';
import { EmbeddedPostgresError } from './database/postgres-account.ts';
import { DatabaseError, type PreparedDatabase, prepareDatabase } from './database/prepare-database.ts';
import { startHousekeeping } from './housekeeping.ts';
import { loggerOptions } from './logging.ts';
import type { ServerOptions } from './server.ts';

/**
 * A task at each start, after the migrations and before the first request; must be idempotent and safe to run
 * concurrently.
 */
export type StartTask = (context: {
  config: Config;
  database: Database;
  /** Whether this start created the database. */
  isNew: boolean;
}) => Promise<StartResult | undefined>;

export interface StartResult {
  /** Credentials to print once: those of a new administrator with a generated password. */
  administrator?: { email: string; password: string };
  /** A sentence to print. */
  notice?: string;
}

/** The program: the server with its areas, and the tasks before it listens. */
export interface Program {
  buildApp: (options: ServerOptions) => Promise<FastifyInstance>;
  startTasks: readonly StartTask[];
  /** What a new embedded database is copied from; undefined begins with an empty one. */
  findTemplate?: (config: Config) => Promise<((folder: string) => Promise<void>) | undefined>;
}

const drainTime = 10_000;

const say = (text: string) => process.stdout.write(`${text}\n`);

const fail = (message: string): never => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

const readSettings = (): Config => {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) return fail(error.message);
    throw error;
  }
};

const announce = (address: string, results: readonly (StartResult | undefined)[]): void => {
  say(`Pauta está lista en ${address}`);
  for (const result of results) {
    if (result?.notice) say(result.notice);
    if (!result?.administrator) continue;
    const { email, password } = result.administrator;
    say(`\n  Administrador: ${email}\n  Contraseña:    ${password}\n\n  Guárdela: no se vuelve a mostrar.\n`);
  }
};

interface Parts {
  log: Logger;
  app?: FastifyInstance;
  stopHousekeeping?: () => Promise<void>;
  prepared?: PreparedDatabase;
}

// In this order: stop accepting requests, finish responses, finish writes, close connections, stop the database.
const shutDown = async ({ log, app, stopHousekeeping, prepared }: Parts): Promise<void> => {
  const attempt = async (what: string, work: (() => Promise<void>) | undefined) => {
    await work?.().catch((error: unknown) => log.error({ err: error }, `${what} did not stop`));
  };
  // Connections that do not end in time (a stuck request, an open stream) are closed.
  const cut = setTimeout(() => app?.server.closeAllConnections(), drainTime);
  await attempt('the server', app && (() => app.close()));
  clearTimeout(cut);
  await attempt('housekeeping', stopHousekeeping);
  await attempt('the database', prepared?.close);
};

const messageOf = (error: unknown, config: Config): string | undefined => {
  if (
    error instanceof EmbeddedPostgresError ||
    error instanceof MigrationError ||
    error instanceof DatabaseError
  ) {
    return error.message;
  }
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return `El puerto ${config.port} de ${config.host} está en uso. Elija otro con PORT.`;
  if (code === 'EACCES')
    return `No hay permiso para escribir en ${config.dataDir} o para usar el puerto ${config.port}.`;
  return undefined;
};

/**
 * Runs an API process: configuration, database, migrations, start tasks, listening. On SIGTERM or SIGINT it finishes
 * running requests (at most 10 s) and shuts the database down cleanly. It exits with code 1 when it cannot start or on
 * an unhandled error.
 */
export const run = async ({ buildApp, startTasks, findTemplate }: Program): Promise<void> => {
  const config = readSettings();
  const log = pino(loggerOptions(config.logLevel));
  const parts: Parts = { log };

  let isStopping = false;
  const stop = async (reason: string, code: number): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    log.info({ reason }, 'stopping');
    await shutDown(parts);
    process.exit(code);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal, 0));
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event);
      void stop(event, 1);
    });
  }

  try {
    parts.prepared = await prepareDatabase(config, log, await findTemplate?.(config));
    const { database, applied, isNew } = parts.prepared;
    if (applied.length > 0) log.info({ applied }, 'migrations applied');
    const results: (StartResult | undefined)[] = [];
    for (const task of startTasks) results.push(await task({ config, database, isNew }));
    parts.app = await buildApp({ config, database, owner: parts.prepared.owner, log });
    parts.stopHousekeeping = startHousekeeping(database, log);
    const address = await parts.app.listen({ host: config.host, port: config.port });
    announce(config.publicUrl ?? address, results);
  } catch (error) {
    if (isStopping) return;
    isStopping = true;
    await shutDown(parts);
    const message = messageOf(error, config);
    if (message === undefined) log.fatal({ err: error }, 'start failed');
    fail(message ?? 'Pauta no pudo iniciar; el registro anterior dice por qué.');
  }
};
