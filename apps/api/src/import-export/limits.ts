/** Limits of a file to import. */
export const importLimits = {
  bytes: 20 * 1024 * 1024,
  rows: 50_000,
  columns: 200,
  /** Lines of a sheet, with those that are empty. */
  lines: 100_000,
  /** Cells of a file (rows × columns): all of them must fit in memory while it is parsed. */
  cells: 2_000_000,
  /** Characters of one cell, as spreadsheets limit them. */
  cell: 32_767,
  /** Characters of all cells. */
  characters: 32_000_000,
  /** Bytes of cells that are pasted. */
  pasted: 4 * 1024 * 1024,
  /** Bytes of everything in an XLSX file once it is unpacked. */
  unpacked: 300 * 1024 * 1024,
  entries: 2_000,
  /** Milliseconds to read a file. */
  time: 60_000,
} as const;

/** Maximum rows of an XLSX sheet, without the header. */
export const sheetRows = 1_048_575;

/** Rows read, checked or written at a time. */
export const chunkRows = 500;
