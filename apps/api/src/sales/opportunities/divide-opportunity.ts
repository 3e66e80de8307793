import { newLineId } from '@pauta/domain/document/line-id.ts';
import { subtract } from '@pauta/domain/money/arithmetic.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import { writtenValues } from '@pauta/domain/resource/written-values.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import { opportunitySplits } from '@pauta/domain/sales/opportunities/opportunity-split.ts';
import { forbidden, invalid } from '../../platform/http/problem.ts';
import type { StateChangeHandler } from '../../resource/commands/handler.ts';
import { servedOf } from '../../resource/commands/served-of.ts';
import { createRecord } from '../../resource/writing/change-record.ts';

/** Moves a part of the amount to a new opportunity with the same data and shares; the sum does not change. */
export const divideOpportunity: StateChangeHandler = async (context, record, { new_name, amount }) => {
  const { actor, server } = context;
  const { create } = opportunities.permissions;
  if (!actor.permissions.has(create)) throw forbidden(create);
  const whole = String(record.expected_amount);
  if (compareDecimals(String(amount), whole) >= 0) {
    throw invalid({ amount: ['Debe ser menor que el monto de la oportunidad: una parte queda en ella.'] });
  }
  await createRecord(context, servedOf(server, opportunities.name), {
    input: {
      ...writtenValues(opportunities.fields, record),
      name: new_name,
      expected_amount: amount,
      splits: {
        put: linesIn(record, 'splits').map((share) => ({
          id: newLineId(),
          ...writtenValues(opportunitySplits.fields, share),
        })),
      },
    },
  });
  return { expected_amount: subtract(whole, String(amount)) };
};
