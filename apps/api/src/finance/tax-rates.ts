import type { DatedTaxRate } from '@pauta/domain/finance/applicable-tax-rate.ts';
import { rangeFromSql } from '@pauta/domain/kinds/date-range.ts';
import sql from 'sql-template-tag';
import { preparedStatement, type Queryable } from '../platform/database/database.ts';

/** The tax rates among which `taxRateFor` chooses: all that are not archived. */
export async function readTaxRates(tx: Queryable): Promise<readonly DatedTaxRate[]> {
  const rows = await tx.query<Omit<DatedTaxRate, 'valid'> & { readonly valid: string | null }>(
    preparedStatement(sql`
    SELECT id, code, pct::text AS pct, is_exempt, is_default, valid::text AS valid FROM tax_rates
    WHERE archived_at IS NULL ORDER BY code, id`),
  );
  return rows.map((row) => ({ ...row, valid: row.valid === null ? null : rangeFromSql(row.valid) }));
}
