import { formatCount } from '@pauta/domain/text/locale.ts';
import sql from 'sql-template-tag';
import { type Database, systemChange } from '../platform/database/database.ts';
import type { StartTask } from '../platform/run.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { demoClients } from './demo-clients.ts';

/** Whether the database was copied from the snapshot. */
const isLoaded = async (database: Database): Promise<boolean> =>
  (await database.one(sql`SELECT 1 AS one FROM clients LIMIT 1`)) !== undefined;

/** Loads demonstration data at the first start of the embedded database; never into an external one. */
export const demoStart: StartTask = async ({ config, database, isNew }) => {
  if (!isNew || !config.demo || config.databaseUrl !== undefined) return undefined;
  try {
    if (!(await isLoaded(database))) {
      const { loadDemo } = await import('./load-demo.ts');
      const storage = await openStorage(config);
      await database.transaction(systemChange('demo', 'Datos de demostración'), (tx) =>
        loadDemo(tx, {
          clients: demoClients,
          now: new Date(),
          storage,
        }),
      );
    }
  } catch (error) {
    // The product also works without the demonstration data.
    return { notice: `No se pudieron cargar los datos de demostración: ${(error as Error).message}` };
  }
  return {
    notice: `Se cargaron datos de demostración (${formatCount(demoClients)} clientes). Para empezar vacío, un administrador deja la demostración en Gestión › Configuración General.`,
  };
};
