import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import { openAddendumStates } from '@pauta/domain/sales/addenda/addendum.ts';
import sql from 'sql-template-tag';
import { invalid } from '../../platform/http/problem.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { insertAddendum } from '../addenda/insert-addendum.ts';

/**
 * Drafts an addendum to a signed contract: with its parties and signatories, and every line in force, unchanged. The
 * contract is locked, so that its lines are those in force.
 */
export const draftAddendum: CommandHandler = {
  answer: { addendum_id: { type: 'string', format: 'uuid' } },
  refuse: async ({ tx }, ids) => {
    const rows = await tx.query<{ contract_id: string; id: string; number: string }>(sql`
      SELECT contract_id, id, number FROM addenda
      WHERE contract_id = ANY(${ids}::uuid[]) AND status = ANY(${openAddendumStates}::text[])`);
    return new Map(
      rows.map(({ contract_id, id, number }): [string, Reason[]] => [
        contract_id,
        [
          {
            code: 'open_addendum',
            text: `Ya tiene una adenda abierta, la ${number}: termínela o anúlela antes de hacer otra.`,
            fix: { label: 'Abrir la adenda', path: `/ventas/adendas/${id}` },
          },
        ],
      ]),
    );
  },
  run: async ({ tx, now, server, isDry }, contract, input) => {
    if (!contract) throw new Error('an addendum is to one contract');
    const today = companyDay(now);
    if (String(input.effective_on) < today)
      throw invalid({ effective_on: [`No puede ser antes de hoy, ${formatCivilDate(today)}.`] });
    const number = await server.engine.takeNumber(tx, {
      series: 'addendum',
      company: (contract.company_id as Reference).id,
      contract: String(contract.number),
      isDryRun: isDry,
    });
    const id = await insertAddendum(tx, contract.id, {
      number,
      kinds: input.kinds as readonly string[],
      effectiveOn: String(input.effective_on),
      reason: String(input.reason),
    });
    return { addendum_id: id };
  },
};
