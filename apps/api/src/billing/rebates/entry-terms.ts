import sql from 'sql-template-tag';
import { requireOpenPeriod } from '../../finance/open-period.ts';
import { requireRate } from '../../finance/require-rate.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { NewEntry } from '../ledger/post.ts';

/** What every entry of a rebate has, besides its postings. @throws Problem of a closed month, or of a missing rate */
export const entryTerms = async (
  tx: Transaction,
  {
    id,
    companyId,
    currency,
    postedOn,
    description,
  }: { id: string; companyId: string; currency: string; postedOn: string; description: string },
): Promise<Omit<NewEntry, 'postings'>> => {
  await requireOpenPeriod(tx, companyId, postedOn);
  const company = await tx.one<{ currency_code: string }>(
    sql`SELECT currency_code FROM companies WHERE id = ${companyId}::uuid`,
  );
  const fx =
    company && company.currency_code !== currency
      ? await requireRate(tx, currency, company.currency_code, postedOn)
      : null;
  return {
    companyId,
    postedOn,
    description,
    source: { kind: 'rebate', id },
    currency,
    fxRate: fx?.rate ?? null,
  };
};
