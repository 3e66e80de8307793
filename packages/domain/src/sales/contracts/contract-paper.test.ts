import { describe, expect, test } from 'vitest';
import type { Values } from '../../resource/resource.ts';
import type { ContractContent } from './contract-content.ts';
import { contractPaper } from './contract-paper.ts';

const line = (values: Values = {}) => ({
  id: 'a',
  line_kind: 'airtime',
  description: 'Cuña de 30 s',
  inventory_item_id: { label: 'Noticiero estelar', code: 'NOT' },
  flight: { from: '2026-11-02', to: '2026-11-15' },
  days: ['1', '3'],
  units_per_day: 5,
  duration_sec: 30,
  list_price: '1500.000000',
  agreed_price: null,
  surcharge_pct: '0.0000',
  discount_pct: '0.0000',
  rules_surcharge_pct: '0.0000',
  rules_discount_pct: '0.0000',
  quantity: '20.0000',
  sale_unit: 'spot',
  tax_rate_id: { label: 'ITBIS 18 %', code: null },
  net: '30000.00',
  ...values,
});

const signed = (contract: Values = {}, more: Partial<ContractContent> = {}): ContractContent => ({
  contract: {
    number: 'CT-2026-00012',
    name: 'Otoño',
    signed_on: '2026-10-30',
    contract_type: 'normal',
    ad_classification_id: null,
    brand_id: null,
    quote_id: { label: 'Otoño', code: 'PR-2026-00031' },
    flight: { from: '2026-11-02', to: '2026-11-15' },
    valid: { from: '2026-11-01', to: '2026-12-31' },
    consumption_type_id: { label: 'Pauta corrida', code: null },
    billing_plan: 'monthly',
    billing_party: 'client',
    credit_term_id: { label: '30 días', code: null },
    cancel_notice_days: 30,
    penalty_pct: '12.5000',
    po_number: 'OC-SECRETA',
    currency_code: 'DOP',
    gross: '30000.00',
    net: '30000.00',
    agency_discount: '0.00',
    taxable: '30000.00',
    tax: '5400.00',
    total: '35400.00',
    ...contract,
  },
  parties: {
    company: { legal_name: 'Canal Uno', tax_id: '101', address: null },
    client: { legal_name: 'Óptica Ñandú', tax_id: '202', address: 'Calle 5' },
    agency: null,
    signatories: [
      { of: 'company', full_name: 'Luis Peña', national_id: '001', capacity: 'attorney' },
      { of: 'client', full_name: 'Ana Núñez', national_id: '002', capacity: 'legal_representative' },
    ],
  },
  lines: [line()],
  instalments: [
    { due_on: '2026-11-30', amount: '20000.00' },
    { due_on: '2026-12-31', amount: '10000.00' },
  ],
  ...more,
});

describe('the paper of a contract', () => {
  test('names the parties, the terms, the instalments and everybody who signs', () => {
    const paper = contractPaper(signed());
    expect([paper.number, paper.title]).toEqual(['CT-2026-00012', 'Otoño']);
    expect(paper.parties).toEqual([
      { role: 'Compañía', name: 'Canal Uno', details: ['Identificación: 101'] },
      { role: 'Cliente', name: 'Óptica Ñandú', details: ['Identificación: 202', 'Calle 5'] },
    ]);
    expect(Object.fromEntries(paper.facts)).toMatchObject({
      Tipo: 'Normal',
      Presupuesto: 'PR-2026-00031',
      'Se factura a': 'Óptica Ñandú',
      'Para cancelar': 'aviso de 30 días, penalidad de 12.5 %',
    });
    expect(JSON.stringify(paper)).not.toContain('OC-SECRETA');
    expect(paper.instalments.map(({ amount }) => amount)).toEqual(['RD$20,000.00', 'RD$10,000.00']);
    expect(paper.totals.at(-1)).toEqual({ label: 'Total', amount: 'RD$35,400.00', isTotal: true });
    expect(paper.lines[0]).toMatchObject({ quantity: '20 × cuña', net: 'RD$30,000.00' });
    expect(paper.signatories).toEqual([
      { name: 'Luis Peña', capacity: 'Apoderado', party: 'Canal Uno', identification: 'Identificación: 001' },
      {
        name: 'Ana Núñez',
        capacity: 'Representante legal',
        party: 'Óptica Ñandú',
        identification: 'Identificación: 002',
      },
    ]);
  });

  test('is called a draft without a number, and leaves out what is not agreed', () => {
    const paper = contractPaper(
      signed({ number: null, signed_on: null, cancel_notice_days: null, penalty_pct: '0.0000' }),
    );
    expect(paper.number).toBe('Borrador');
    const labels = paper.facts.map(([label]) => label);
    for (const label of ['Contrato', 'Firmado el', 'Para cancelar', 'Vuelo en vigor'])
      expect(labels).not.toContain(label);
  });

  test('of a later version has its addenda, and a calendar of the lines in force', () => {
    const paper = contractPaper(
      signed(
        {},
        {
          lines: [line({ flight: { from: '2026-11-02', to: '2026-12-06' } })],
          addenda: [
            {
              number: 'CT-2026-00012-A01',
              kinds: ['extend', 'change_price'],
              reason: 'Lo pidió el cliente',
              effective_on: '2026-11-10',
              signed_on: '2026-11-09',
              signatories: [{ full_name: 'Ana Núñez', capacity: 'legal_representative' }],
            },
          ],
        },
      ),
    );
    expect(paper.addenda[0]).toMatchObject({
      number: 'CT-2026-00012-A01',
      details: [
        'Ampliar plazo, Cambiar precio',
        expect.stringContaining('Efectiva desde el'),
        'Motivo: Lo pidió el cliente',
        'Firma: Ana Núñez (representante legal)',
      ],
    });
    expect(Object.fromEntries(paper.facts)['Vuelo en vigor']).toBeDefined();
    expect(paper.calendars[0]?.columns).toHaveLength(5);
  });
});
