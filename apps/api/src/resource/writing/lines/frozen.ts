import { frozenReason, isExcepted } from '@pauta/domain/document/frozen.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import type { ConstraintMeanings } from '../../../platform/database/constraints.ts';
import { conflict } from '../../../platform/http/problem.ts';
import type { ResourceTable } from '../../table.ts';

/** Messages for violations of the document rules in the database. */
export const documentConstraints: ConstraintMeanings = {
  document_frozen: { message: 'Este documento ya no se modifica en el estado en que está.' },
  lines_without_header: { message: 'Las líneas se cambian junto con su documento.' },
  line_stays: { message: 'Una línea no pasa de un documento a otro.' },
  totals_agree: { message: 'Los totales no son la suma de las líneas; vuelva a abrir el documento.' },
};

/**
 * Refuses a change of a frozen document, as the database would.
 *
 * @param paths the changed fields: of the header by name, of lines as `<name>.<field>`
 * @throws Problem 409 `frozen`
 */
export const refuseFrozen = (
  { resource }: ResourceTable,
  current: AnyRecord,
  paths: readonly string[],
): void => {
  const reason = frozenReason(resource, current);
  if (reason === null || paths.every((path) => isExcepted(resource, path))) return;
  throw conflict('frozen', reason, { extra: { state: String(current[resource.state ?? '']) } });
};
