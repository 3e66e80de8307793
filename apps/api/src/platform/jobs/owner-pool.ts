import pg from 'pg';

/** The account that owns the schema, because the role of the API may only add jobs. */
export type OwnerConnection = string | pg.ClientConfig;

/** A pool that survives a lost connection, as graphile-worker requires. */
export const openOwnerPool = (
  connection: OwnerConnection,
  max: number,
  onError: (error: Error) => void,
): pg.Pool => {
  const config = typeof connection === 'string' ? { connectionString: connection } : connection;
  const pool = new pg.Pool({ ...config, max, application_name: 'pauta jobs' });
  pool.on('error', onError);
  // The user of a checked-out connection gets its error too; without a listener the process would exit.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};
