import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';

/** A text takes the place of the one in use for the same company. */
const use: CommandHandler<void, AnyRecord> = {
  run: async ({ tx, now }, text) => {
    await tx.query(sql`
      UPDATE contract_texts SET status = 'withdrawn'
      WHERE status = 'in_use' AND company_id IS NOT DISTINCT FROM ${referenceId(text.company_id)}::uuid`);
    return { used_on: companyDay(now) };
  },
};

const copy: CommandHandler<void, AnyRecord> = {
  run: async ({ tx }, text) => {
    const made = await tx.one<{ id: string }>(sql`
      INSERT INTO contract_texts (name, company_id, body)
      SELECT left(name, 112) || ' (copia)', company_id, body FROM contract_texts WHERE id = ${text.id}::uuid RETURNING id`);
    if (!made) throw new Error(`text ${text.id} is gone within its own transaction`);
    return { createdId: made.id };
  },
};

/** Hooks of the texts of contracts (domain §1.4). */
export const contractTextHooks: ResourceHooks = {
  commands: { use: use as CommandHandler, copy: copy as CommandHandler },
};
