import { expect, test } from 'vitest';
import { type CommissionPlan, estimateCommission } from './estimate-commission.ts';

const plan: CommissionPlan = {
  sale: 'direct',
  name: 'Escala',
  base: 'collected',
  accrual: 'payment',
  default_pct: '2.0000',
  tiers: [
    { from: '500.00', pct: '4.0000' },
    { from: '5000.00', pct: '8.0000' },
  ],
};
const sale = {
  sale: 'direct',
  gross: '1200',
  net: '1000',
  taxable: '850',
  worth: '1000',
  share: '50',
} as const;

test('the share of the base, at the rate of the highest volume that the sale reaches', () => {
  expect(estimateCommission(plan, sale)).toEqual({
    base: '425.00',
    pct: '4.0000',
    from: '500.00',
    amount: '17.00',
  });
  expect(estimateCommission(plan, { ...sale, worth: '499.99' })).toMatchObject({
    pct: '2.0000',
    from: null,
    amount: '8.50',
  });
  expect(estimateCommission(plan, { ...sale, worth: '5000' })).toMatchObject({ from: '5000.00' });
});

test('each base has its amount of the sale', () => {
  expect(estimateCommission({ ...plan, base: 'gross' }, sale).base).toBe('600.00');
  expect(estimateCommission({ ...plan, base: 'net' }, sale).base).toBe('500.00');
});
