import {
  mostSpotRows,
  parseSpotFile,
  readSpotRows,
  type SpotColumn,
  type SpotRow,
  spotColumns,
} from '@pauta/domain/postsales/spot-files/spot-file.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';

const names: Readonly<Record<SpotColumn, string>> = {
  station: 'Emisora',
  contract: 'Contrato',
  line: 'Renglón',
  day: 'Fecha',
  time: 'Hora',
  space: 'Espacio',
  seconds: 'Segundos',
  material: 'Material',
  institution: 'Institución',
  title: 'Título',
};

/** The rows of a file that was read before. @throws Problem 422 for other content, missing columns or too many rows */
export const readSpotFile = (content: string, needed: readonly SpotColumn[]): readonly SpotRow[] => {
  const file = parseSpotFile(content);
  if (!file) throw invalid({ content: ['El contenido no es el de un archivo leído. Súbalo otra vez.'] });
  const columns = spotColumns(file);
  const missing = needed.filter((name) => columns[name] === undefined).map((name) => `«${names[name]}»`);
  if (missing.length > 0)
    throw invalid({
      content: [
        `${missing.length === 1 ? 'Falta la columna' : 'Faltan las columnas'} ${missing.join(', ')}. Agréguelas al archivo con ese encabezado.`,
      ],
    });
  if (file.rows.length === 0)
    throw invalid({ content: ['El archivo no tiene filas debajo de los encabezados.'] });
  if (file.rows.length > mostSpotRows)
    throw invalid({ content: [`El archivo tiene más de ${mostSpotRows} filas. Divídalo en partes.`] });
  return readSpotRows(file);
};

/** The station of this name or code. @throws Problem 422 */
export const stationOf = async (tx: Queryable, name: string | undefined): Promise<string> => {
  if (name === undefined) throw invalid({ station: ['Falta la emisora.'] });
  const found = await tx.query<{ id: string }>(sql`
    SELECT id FROM subdivisions WHERE archived_at IS NULL
      AND (sort_key(name) = sort_key(${name}) OR lower(code) = lower(${name})) LIMIT 2`);
  const [one, other] = found;
  if (!one) throw invalid({ station: [`No hay ninguna emisora o canal «${name}».`] });
  if (other) throw invalid({ station: [`Hay más de una emisora «${name}». Escriba su código.`] });
  return one.id;
};
