import pg from 'pg';

/** The account that owns the schema: the role of the API may only add jobs. */
export type OwnerConnection = string | pg.ClientConfig;

/** A pool that outlives a lost connection, as graphile-worker asks for it. */
export const openOwnerPool = (
  connection: OwnerConnection,
  max: number,
  onError: (error: Error) => void,
): pg.Pool => {
  const config = typeof connection === 'string' ? { connectionString: connection } : connection;
  const pool = new pg.Pool({ ...config, max, application_name: 'pauta jobs' });
  pool.on('error', onError);
  // One that is in use tells its own user too; without a listener here it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};
