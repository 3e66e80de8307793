import { describe, expect, test } from 'vitest';
import { reportFile, reportFileName, type SoldDocument } from './report-file.ts';

const sold: SoldDocument = {
  payer_tax_id: '1-01-00157-2',
  fiscal_number: 'E310000000007',
  modified_number: null,
  income_type: '01',
  issue_date: '2026-10-05',
  withheld_on: null,
  amount: '1000.00',
  tax: '180.00',
  tax_withheld: '0.00',
  income_tax_withheld: '0.00',
  cash: '0.00',
  bank: '500.00',
  card: '0.00',
  credit: '680.00',
  barter: '0.00',
  other: '0.00',
};

describe('the report of sales (607)', () => {
  const lines = (...rows: SoldDocument[]): string[][] =>
    reportFile(607, '130-12345-6', '2026-10', rows)
      .split('\r\n')
      .map((line) => line.split('|'));

  test('has a header with the number of documents, and 23 fields for each', () => {
    const [header, line] = lines(sold);
    expect(header).toEqual(['607', '130123456', '202610', '1']);
    expect(line).toHaveLength(23);
    expect(line?.slice(0, 9)).toEqual([
      '101001572',
      '1',
      'E310000000007',
      '',
      '01',
      '20261005',
      '',
      '1000.00',
      '180.00',
    ]);
    expect(line?.slice(16)).toEqual(['', '500.00', '', '680.00', '', '', '']);
  });

  test('says what was withheld, when, and which document a note modifies', () => {
    const [, line] = lines({
      ...sold,
      payer_tax_id: '00113918205',
      fiscal_number: 'E340000000002',
      modified_number: 'E310000000007',
      withheld_on: '2026-10-31',
      tax_withheld: '54.00',
      income_tax_withheld: '20.00',
    });
    expect(line?.[1]).toBe('2');
    expect(line?.[3]).toBe('E310000000007');
    expect(line?.[6]).toBe('20261031');
    expect([line?.[9], line?.[11]]).toEqual(['54.00', '20.00']);
  });

  test('names the kind of another id, and no id', () => {
    expect(lines({ ...sold, payer_tax_id: 'PA-123456' })[1]?.slice(0, 2)).toEqual(['PA123456', '3']);
    expect(lines({ ...sold, payer_tax_id: null })[1]?.slice(0, 2)).toEqual(['', '']);
  });

  test('of a month without sales is its header', () => {
    expect(lines()).toEqual([['607', '130123456', '202610', '0']]);
  });
});

test('the report of voided documents (608) has three fields', () => {
  expect(
    reportFile(608, '130123456', '2026-10', [
      { fiscal_number: 'B0100000003', issue_date: '2026-10-05', void_code: '04' },
    ]),
  ).toBe('608|130123456|202610|1\r\nB0100000003|20261005|04');
});

test('the report of purchases (606) has 23 fields, and says how they were paid', () => {
  const row = {
    supplier_tax_id: '131-99999-1',
    fiscal_number: 'B0100000044',
    issue_date: '2026-10-05',
    paid_on: '2026-10-20',
    kind: 'supplies' as const,
    supplied: 'services' as const,
    is_barter: false,
    amount: '1500.00',
    tax: '270.00',
  };
  const bartered = { ...row, kind: 'assets', supplied: 'goods', is_barter: true } as const;
  const [, paid, owed, given] = reportFile(606, '130123456', '2026-10', [
    row,
    { ...row, paid_on: null },
    bartered,
  ])
    .split('\r\n')
    .map((line) => line.split('|'));
  expect(paid).toHaveLength(23);
  expect(paid?.slice(0, 11)).toEqual([
    '131999991',
    '1',
    '02',
    'B0100000044',
    '',
    '20261005',
    '20261020',
    '1500.00',
    '',
    '1500.00',
    '270.00',
  ]);
  expect([paid?.[22], owed?.[22], owed?.[6]]).toEqual(['02', '04', '']);
  expect([given?.[2], given?.[7], given?.[8], given?.[22]]).toEqual(['10', '', '1500.00', '05']);
});

test('the file is named as the tools of the authority name it', () => {
  expect(reportFileName(607, '130-12345-6', '2026-10')).toBe('DGII_F_607_130123456_202610.TXT');
});
