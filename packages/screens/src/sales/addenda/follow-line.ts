import { isEmpty } from '@pauta/domain/kinds/kind.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { saleLineFields } from '@pauta/domain/sales/lines/sale-line.ts';
import { soldRecords } from '@pauta/domain/sales/lines/sold-records.ts';
import type { Follow } from '@pauta/ui/document/form/follow.ts';
import { followLine } from '../quotes/follow-line.ts';
import type { AddendumTables } from './addendum-tables.ts';

/** What people enter in a sold line. */
const inputs = Object.entries(saleLineFields(soldRecords))
  .filter(([, { options }]) => !options.readOnly)
  .map(([name]) => name);

/**
 * What follows from a change of a line of an addendum: a chosen line of the contract brings its values, a changed one
 * that stayed as it was now changes, and a line that is added starts on the effective day.
 */
export const followAddendumLine: Follow = (change) => {
  const { name, line, header } = change;
  const tables = change.tables as AddendumTables | undefined;
  if (name === 'order_line_id') {
    const id = (line.order_line_id as Reference | null | undefined)?.id;
    if (!id) return {};
    if (!tables) return null;
    const before = tables.before[id] ?? {};
    return Object.fromEntries(inputs.map((input) => [input, before[input] ?? null]));
  }
  if (line.op === 'keep' && name !== '' && name !== 'op') return { op: 'change' };
  if (line.op !== 'add') return {};
  const effective = header.effective_on;
  const flight =
    name === '' && isEmpty(line.flight) && typeof effective === 'string'
      ? { flight: { from: effective, to: effective } }
      : {};
  const others = followLine(change);
  return others && { ...flight, ...others };
};
