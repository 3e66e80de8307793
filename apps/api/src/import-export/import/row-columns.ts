import { raw } from 'sql-template-tag';

/** A row of an import, as responses contain it. */
export const rowColumns =
  raw(`line, cells, title, verdict, outcome, record_id, coalesce(errors, '[]') AS errors,
  coalesce(changes, '[]') AS changes, coalesce(duplicates, '[]') AS duplicates`);
