/** Limits of a file to import. */
export const importLimits = {
  bytes: 20 * 1024 * 1024,
  rows: 50_000,
  columns: 200,
  /** Maximum number of rows of a sheet, including empty ones. */
  lines: 100_000,
  /** Maximum number of cells of a file (rows × columns), all of which must fit in memory while it is parsed. */
  cells: 2_000_000,
  /** Maximum length of one cell, the limit of spreadsheets. */
  cell: 32_767,
  /** Maximum number of characters of all cells. */
  characters: 32_000_000,
  /** Maximum number of bytes of pasted cells. */
  pasted: 4 * 1024 * 1024,
  /** Maximum total size of the decompressed content of an XLSX file, in bytes. */
  unpacked: 300 * 1024 * 1024,
  entries: 2_000,
  /** Time limit for parsing a file, in milliseconds. */
  time: 60_000,
} as const;

/** Limits of an order of an agency, which is read as a whole: a year of days across, and every cell is interpreted. */
export const orderLimits = { sheets: 24, columns: 500, lines: 5_000, cells: 200_000 } as const;

/** Maximum number of rows of an XLSX sheet, without the header. */
export const sheetRows = 1_048_575;

/** Number of rows read, checked or written at a time. */
export const chunkRows = 500;
