import type { ChoiceOptions } from '@pauta/domain/kinds/choice.ts';
import { isDocument } from '@pauta/domain/resource/lines.ts';
import { type AnyRecord, fieldOf } from '@pauta/domain/resource/resource.ts';
import { thisOne } from '@pauta/domain/text/label.ts';
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

/** Whether the document is in a state in which it cannot be changed. */
export const isFrozen = ({ resource }: ResourceTable, current: AnyRecord | undefined): boolean =>
  isDocument(resource) &&
  resource.state !== undefined &&
  current !== undefined &&
  resource.freeze?.from.includes(String(current[resource.state])) === true;

/**
 * Refuses a change of a frozen document, as the database would.
 *
 * @param paths the changed fields: of the header by name, of lines as `<name>.<field>`
 * @throws Problem 409 `frozen`
 */
export const refuseFrozen = (table: ResourceTable, current: AnyRecord, paths: readonly string[]): void => {
  const { resource } = table;
  if (!isDocument(resource) || !resource.freeze || resource.state === undefined || !isFrozen(table, current))
    return;
  const { except } = resource.freeze;
  const state = String(current[resource.state]);
  if (paths.every((path) => except.includes(path))) return;
  const { choices } = fieldOf(resource, resource.state).options as ChoiceOptions;
  const label = choices.find(({ value }) => value === state)?.label ?? state;
  throw conflict(
    'frozen',
    `No se puede cambiar ${thisOne(resource.label)}: en estado «${label}» ya no se modifica.`,
    { extra: { state } },
  );
};
