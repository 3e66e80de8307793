import { newLineId } from '@pauta/domain/document/line-id.ts';
import { subtract } from '@pauta/domain/money/arithmetic.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import { toWire } from '@pauta/domain/resource/record.ts';
import { type AnyRecord, fieldOf } from '@pauta/domain/resource/resource.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import { opportunitySplits } from '@pauta/domain/sales/opportunities/opportunity-split.ts';
import { forbidden, invalid } from '../../platform/http/problem.ts';
import type { StateChangeHandler } from '../../resource/commands/handler.ts';
import { createRecord } from '../../resource/writing/change-record.ts';

/** Fields of an opportunity that people enter, in the form of a request body. */
const bodyOf = (record: AnyRecord): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(opportunities.fields)
      .filter(([, { options }]) => !options.readOnly)
      .map(([name, field]) => [name, toWire(field, record[name])]),
  );

const sharesOf = (record: AnyRecord): object[] =>
  ((record.splits ?? []) as readonly AnyRecord[]).map((share) => ({
    id: newLineId(),
    ...Object.fromEntries(
      Object.keys(opportunitySplits.fields).map((name) => [
        name,
        toWire(fieldOf(opportunitySplits, name), share[name]),
      ]),
    ),
  }));

/** Moves a part of the amount to a new opportunity with the same data and shares; the sum does not change. */
export const divideOpportunity: StateChangeHandler = async (context, record, { new_name, amount }) => {
  const { actor, server } = context;
  const { create } = opportunities.permissions;
  if (!actor.permissions.has(create)) throw forbidden(create);
  const whole = String(record.expected_amount);
  if (compareDecimals(String(amount), whole) >= 0) {
    throw invalid({ amount: ['Debe ser menor que el monto de la oportunidad: una parte queda en ella.'] });
  }
  const served = server.engine.served.get(opportunities.name);
  if (!served) throw new Error('opportunities are not served');
  await createRecord(context, served, {
    input: {
      ...bodyOf(record),
      name: new_name,
      expected_amount: amount,
      splits: { put: sharesOf(record) },
    },
  });
  return { expected_amount: subtract(whole, String(amount)) };
};
