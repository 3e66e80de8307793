import { expect, test } from 'vitest';
import { type DatedTaxRate, type TaxedSale, taxRateFor } from './applicable-tax-rate.ts';

const rate = (id: string, pct: string, values: Partial<DatedTaxRate> = {}): DatedTaxRate => ({
  id,
  code: id,
  pct,
  is_exempt: false,
  is_default: false,
  valid: null,
  ...values,
});
const rates: readonly DatedTaxRate[] = [
  rate('general', '18.0000', { is_default: true, valid: { from: null, to: '2026-12-31' } }),
  rate('general-2027', '20.0000', {
    code: 'general',
    is_default: true,
    valid: { from: '2027-01-01', to: null },
  }),
  rate('reduced', '16.0000', { valid: { from: '2026-01-01', to: '2026-06-30' } }),
  rate('zero', '0.0000'),
  rate('exempt', '0.0000', { is_exempt: true }),
];
const taxable = { tax_exempt: false, tax_exempt_doc: null, tax_exempt_until: null };
const exempt = { tax_exempt: true, tax_exempt_doc: 'carta', tax_exempt_until: '2026-03-31' };
const sale = (values: Partial<TaxedSale> = {}): TaxedSale => ({
  article: null,
  company: { tax_rate_id: null },
  client: taxable,
  ...values,
});
const idOf = (one: TaxedSale, day = '2026-03-31', of = rates) => taxRateFor(one, of, day)?.id ?? null;

test('the article’s rate precedes the company’s, and that the default of the day', () => {
  const company = { tax_rate_id: 'zero' };
  expect(taxRateFor(sale(), rates, '2026-03-31')).toEqual({ id: 'general', pct: '18.0000' });
  expect(idOf(sale(), '2027-01-01')).toBe('general-2027');
  expect(idOf(sale({ company }))).toBe('zero');
  expect(idOf(sale({ company, article: { tax_rate_id: 'reduced' } }))).toBe('reduced');
  expect(idOf(sale({ company, article: { tax_rate_id: null } }))).toBe('zero');
});

test('a rate that is no longer valid is followed by that of the same code, or passed over', () => {
  expect(idOf(sale({ article: { tax_rate_id: 'reduced' } }), '2026-07-01')).toBe('general');
  expect(idOf(sale({ article: { tax_rate_id: 'general' } }), '2027-01-01')).toBe('general-2027');
  expect(idOf(sale({ article: { tax_rate_id: 'archived' } }))).toBe('general');
});

test('a client is exempt with a document and until its last day', () => {
  const article = { tax_rate_id: 'reduced' };
  expect(idOf(sale({ client: exempt, article }))).toBe('exempt');
  expect(idOf(sale({ client: exempt, article }), '2026-04-01')).toBe('reduced');
  expect(idOf(sale({ client: { ...exempt, tax_exempt_doc: null } }))).toBe('general');
  expect(idOf(sale({ client: { ...exempt, tax_exempt_until: null } }))).toBe('general');
  expect(idOf(sale({ client: { ...exempt, tax_exempt: false } }))).toBe('general');
});

test('without a valid rate there is none; an exempt client is never charged another rate', () => {
  expect(idOf(sale(), '2026-03-31', [])).toBeNull();
  expect(idOf(sale({ client: exempt }), '2026-03-31', rates.slice(0, 4))).toBeNull();
});
