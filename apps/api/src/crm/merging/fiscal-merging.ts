import { fiscalData } from '@pauta/domain/crm/clients/account-choices.ts';
import sql, { raw } from 'sql-template-tag';
import { forbidden } from '../../platform/http/problem.ts';
import { keepFirstCompanies } from './first-companies.ts';
import type { MergeKind } from './merge-kind.ts';

/** What the merging of clients and of agencies have in common: an account with fiscal documents is the one to keep. */
export const fiscalMerging = (
  table: 'clients' | 'agencies',
): Required<Pick<MergeKind, 'check' | 'settle'>> => ({
  check: ({ actor }, { fiscal_locked_at, trade_name }) => {
    if (!fiscal_locked_at || actor.permissions.has(fiscalData.permission)) return;
    throw forbidden(
      fiscalData.permission,
      `«${String(trade_name)}» ya tiene documentos fiscales a su nombre. Fusione al revés, para que quede ` +
        `${table === 'clients' ? 'ese cliente' : 'esa agencia'}, o pídalo a quien puede cambiar datos fiscales.`,
    );
  },
  settle: async (tx, { source, target }) => {
    await tx.query(sql`
      UPDATE ${raw(table)} SET fiscal_locked_at = least(fiscal_locked_at, ${source.fiscal_locked_at ?? null}::timestamptz)
      WHERE id = ${target.id}::uuid`);
    await keepFirstCompanies(tx, table === 'clients' ? 'client_id' : 'agency_id', target.id);
    return 0;
  },
});
