import type { Cell } from '../../resource/import/cell.ts';
import { readMoment } from '../../resource/import/date.ts';
import { fold } from '../../text/fold.ts';
import { readLogDuration, readLogTime } from '../air-logs/read-log-row.ts';

/** The content of a file with rows about spots, as `POST /api/placements/read-file` answers it. */
export interface SpotFile {
  readonly columns: readonly { readonly header: string; readonly day_first: boolean }[];
  readonly rows: readonly { readonly line: number; readonly cells: readonly Cell[] }[];
}

/** Rows of one file: each is checked by the rules of a change made by hand. */
export const mostSpotRows = 500;

/** What a column of such a file may be. */
export type SpotColumn =
  | 'station'
  | 'contract'
  | 'line'
  | 'day'
  | 'time'
  | 'space'
  | 'seconds'
  | 'material'
  | 'institution'
  | 'title';

const synonyms: Readonly<Record<SpotColumn, readonly string[]>> = {
  station: ['emisora', 'canal', 'estacion', 'canal o emisora', 'emisora o canal'],
  contract: ['contrato', 'numero de contrato', 'no contrato', 'n contrato'],
  line: ['renglon', 'linea', 'cupo', 'descripcion'],
  day: ['fecha', 'dia'],
  time: ['hora', 'franja', 'horario'],
  space: ['espacio', 'corte', 'programa'],
  seconds: ['segundos', 'duracion', 'duracion s', 'seg'],
  material: ['material', 'codigo', 'codigo de material', 'house number'],
  institution: ['institucion', 'dependencia', 'organismo', 'partido'],
  title: ['titulo', 'spot', 'mensaje', 'version', 'promocional'],
};

const plain = (header: string): string =>
  fold(header)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Which column of a file is which; absent ones are not in it. */
export const spotColumns = ({ columns }: Pick<SpotFile, 'columns'>): Partial<Record<SpotColumn, number>> => {
  const headers = columns.map(({ header }) => plain(header));
  const found: Partial<Record<SpotColumn, number>> = {};
  for (const [name, words] of Object.entries(synonyms) as [SpotColumn, readonly string[]][]) {
    const place = words.map((word) => headers.indexOf(word)).find((index) => index >= 0);
    if (place !== undefined) found[name] = place;
  }
  return found;
};

/** A file with only those of its columns that mean something here. */
export const keepSpotColumns = (file: SpotFile): SpotFile => {
  const kept = [...new Set(Object.values(spotColumns(file)))].sort((a, b) => a - b);
  return {
    columns: kept.flatMap((place) => file.columns[place] ?? []),
    rows: file.rows.map(({ line, cells }) => ({ line, cells: kept.map((place) => cells[place] ?? '') })),
  };
};

/** A row of such a file: texts without spaces around, and null for what it lacks. */
export interface SpotRow {
  readonly line: number;
  readonly text: Readonly<Partial<Record<SpotColumn, string>>>;
  /** Civil day; null if it is none. */
  readonly day: string | null;
  /** `HH:MM`; null if it is no time, such as the name of a time slot. */
  readonly time: string | null;
  readonly seconds: number | null;
}

const clockOf = (cell: Cell): string | null => {
  const seconds = readLogTime(cell);
  if (seconds === null || seconds >= 86_400) return null;
  const minutes = Math.floor(seconds / 60);
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
};

/** The rows of a file. */
export const readSpotRows = (file: SpotFile): readonly SpotRow[] => {
  const columns = spotColumns(file);
  return file.rows.map(({ line, cells }) => {
    const cellOf = (name: SpotColumn): Cell => cells[columns[name] ?? -1] ?? '';
    const text = Object.fromEntries(
      (Object.keys(columns) as SpotColumn[]).flatMap((name) => {
        const value = String(cellOf(name)).trim();
        return value === '' ? [] : [[name, value]];
      }),
    );
    const dated = cellOf('day');
    const day =
      dated === ''
        ? null
        : (readMoment(
            typeof dated === 'number' ? dated : String(dated),
            file.columns[columns.day ?? -1]?.day_first ?? true,
          )?.day ?? null);
    return { line, text, day, time: clockOf(cellOf('time')), seconds: readLogDuration(cellOf('seconds')) };
  });
};

const isCell = (value: unknown): value is Cell =>
  value === null || typeof value === 'string' || typeof value === 'number';

/** Reads the content of a file from JSON text. @returns null for anything else */
export const parseSpotFile = (text: string): SpotFile | null => {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return null;
  }
  const { columns, rows } = (given ?? {}) as { columns?: unknown; rows?: unknown };
  if (!Array.isArray(columns) || !Array.isArray(rows) || columns.length > 200) return null;
  const isRow = (row: unknown): boolean => {
    const { line, cells } = (row ?? {}) as { line?: unknown; cells?: unknown };
    return Number.isSafeInteger(line) && Array.isArray(cells) && cells.length <= 200 && cells.every(isCell);
  };
  const isColumn = (column: unknown): boolean => {
    const { header, day_first } = (column ?? {}) as { header?: unknown; day_first?: unknown };
    return typeof header === 'string' && typeof day_first === 'boolean';
  };
  return columns.every(isColumn) && rows.every(isRow) ? (given as SpotFile) : null;
};

/** What became of a row. */
export interface SpotVerdict {
  readonly line: number;
  /** The row in words: "15/05/2026 · 19:10 · Instituto Electoral". */
  readonly text: string;
  /** Where it goes; null with `problem`. */
  readonly place: string | null;
  readonly problem: string | null;
}

/** A spot that had to leave its break. */
export interface DisplacedSpot {
  readonly placement_id: string;
  readonly description: string;
  readonly from: string;
  /** Null: no equal place was free, so that its unit is to be placed again. */
  readonly to: string | null;
}
