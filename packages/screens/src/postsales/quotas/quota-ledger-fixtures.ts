import type { LedgerPeriod, QuotaLedger } from '@pauta/domain/postsales/quotas/quota-ledger.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';

export const someQuota = { id: uuid(1), row_version: 3, counted_by: 'month' } as unknown as AnyRecord;

const period = (from: string, to: string, changes: Partial<LedgerPeriod>): LedgerPeriod => ({
  from,
  to,
  contracted: 20,
  bonus: 0,
  placed: 20,
  aired: 0,
  missed: 0,
  compensated: 0,
  remaining: 20,
  unplaced: 0,
  is_closed: false,
  ...changes,
});

/** A quota of three months of which the first two are over. */
export const someLedger: QuotaLedger = {
  by: 'month',
  goes_on: true,
  former: 6,
  undated: 0,
  periods: [
    period('2026-10-01', '2026-10-31', { aired: 18, missed: 2, remaining: 0, is_closed: true }),
    period('2026-11-01', '2026-11-30', { placed: 17, aired: 17, unplaced: 3, remaining: 3, is_closed: true }),
    period('2026-12-01', '2026-12-31', { placed: 12, compensated: 2, remaining: 22, unplaced: 8 }),
  ],
};
