import { formatCount } from '@pauta/domain/text/locale.ts';
import { systemChange } from '../platform/database/database.ts';
import type { StartTask } from '../platform/run.ts';
import { openFolderStorage } from '../platform/storage/storage.ts';

const clients = 300;

/** Loads demonstration data at the first start of the embedded database; never into an external one. */
export const demoStart: StartTask = async ({ config, database, isNew }) => {
  if (!isNew || !config.demo || config.databaseUrl !== undefined) return undefined;
  const { loadDemo } = await import('./load-demo.ts');
  try {
    await database.transaction(systemChange('demo', 'Datos de demostración'), (tx) =>
      loadDemo(tx, { clients, today: new Date(), storage: openFolderStorage(config.storageDir) }),
    );
  } catch (error) {
    // The product also works without the demonstration data.
    return { notice: `No se pudieron cargar los datos de demostración: ${(error as Error).message}` };
  }
  return {
    notice: `Se cargaron datos de demostración (${formatCount(clients)} clientes). Para empezar vacío, borre la carpeta de datos e inicie con PAUTA_DEMO=0.`,
  };
};
