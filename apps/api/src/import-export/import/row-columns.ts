import { raw } from 'sql-template-tag';

/** A row of an import as answers carry it. */
export const rowColumns =
  raw(`line, cells, title, verdict, outcome, record_id, coalesce(errors, '[]') AS errors,
  coalesce(changes, '[]') AS changes, coalesce(duplicates, '[]') AS duplicates`);
