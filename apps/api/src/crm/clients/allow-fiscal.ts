import { fiscalData } from '@pauta/domain/crm/clients/account-choices.ts';
import { isEmpty } from '@pauta/domain/kinds/kind.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { HandlerContext } from '../../resource/commands/context.ts';

/** Tells the database that the actor may change the data of accounts that fiscal documents contain. */
export const allowFiscal = async ({ tx, actor }: HandlerContext): Promise<void> => {
  if (!actor.permissions.has(fiscalData.permission)) return;
  await tx.query(sql`SELECT set_config('pauta.edit_fiscal', 'on', true)`);
};

const fiscalNames = ['legal_name', 'country_id', 'tax_id_type', 'tax_id'];

/** The same before a change of an account that has fiscal documents, if it concerns that data. */
export const allowFiscalChange = async (
  context: HandlerContext,
  account: AnyRecord,
  values: Values,
): Promise<undefined> => {
  if (!isEmpty(account[fiscalData.by]) && fiscalNames.some((name) => name in values))
    await allowFiscal(context);
};
