import type { PreparedInvoice } from '@pauta/domain/billing/invoices/prepared-invoice.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { BillPlan } from './bill-plan.tsx';

const draft = (client_id: string, total: string): PreparedInvoice => ({
  contracts: [{ id: uuid(1), title: 'CT-2026-00001 · Campaña de Navidad', net: total }],
  bill_to: 'client',
  client_id,
  payer: 'Óptica Ñandú',
  month: null,
  po_number: null,
  currency: 'DOP',
  lines: 1,
  taxable: total,
  tax: '0.00',
  total,
});

test('two payers of one name each keep their draft when the amounts change', () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { rerender } = render(<BillPlan invoices={[draft(uuid(2), '60.00'), draft(uuid(3), '40.00')]} />);
  rerender(<BillPlan invoices={[draft(uuid(3), '41.00')]} />);
  expect(screen.getAllByText('Óptica Ñandú')).toHaveLength(1);
  expect(screen.getAllByText(/41\.00/)).toHaveLength(2);
  expect(complaints).not.toHaveBeenCalled();
  complaints.mockRestore();
});
