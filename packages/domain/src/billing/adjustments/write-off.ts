import { users } from '../../admin/users/user.ts';
import { choice } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { money } from '../../kinds/number.ts';
import { reference, referenceId } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { currencies } from '../../money/currencies.ts';
import type { Guard } from '../../resource/command.ts';
import { defineResource } from '../../resource/resource.ts';
import { invoices } from '../invoices/invoice.ts';

const byAnother: Guard = {
  needs: ['requested_by_id'],
  why: ({ requested_by_id }, { userId }) =>
    referenceId(requested_by_id) === userId ? { text: 'La aprueba otra persona que quien la pidió.' } : null,
};

/**
 * The balance of an invoice that will not be collected. Up to the limit of the settings it is written off at once; beyond
 * it, when another user approves it. A later payment, or a correction, makes the invoice owed again.
 */
export const writeOffs = defineResource({
  name: 'write_offs',
  screen: 'facturacion/registro-cobros/incobrables',
  label: { one: 'Cuenta incobrable', many: 'Cuentas incobrables', gender: 'f' },
  fields: {
    name: text('Incobrable', { max: 100, required: true, readOnly: true, width: 'wide' }),
    invoice_id: reference('Factura', () => invoices, { required: true, readOnly: true }),
    currency_code: choice('Moneda', currencies, { required: true, readOnly: true, width: 'short' }),
    amount: money('Importe', { currency: 'currency_code', required: true, readOnly: true, min: 0.01 }),
    reason: longText('Motivo', { max: 500, required: true, readOnly: true }),
    requested_by_id: reference('Pedida por', () => users, { required: true, readOnly: true }),
    decided_by_id: reference('Decidida por', () => users, { readOnly: true }),
    written_on: date('Cancelada el', { readOnly: true }),
    recovered_on: date('Recuperada el', { readOnly: true }),
    status: choice(
      'Estado',
      {
        requested: ['Por aprobar', 'warning'],
        applied: ['Incobrable', 'danger'],
        rejected: ['Rechazada', 'neutral'],
        recovered: ['Recuperada', 'success'],
      },
      { required: true, readOnly: true, initial: 'requested', width: 'short' },
    ),
  },
  title: 'name',
  search: ['name'],
  searchable: false,
  likeness: { by: {} },
  order: '-created_at',
  columns: ['name', 'invoice_id', 'amount', 'requested_by_id', 'decided_by_id', 'written_on', 'status'],
  filters: ['status', 'invoice_id', 'requested_by_id', 'written_on', 'amount', 'currency_code'],
  sections: [
    {
      label: 'Cuenta incobrable',
      fields: [
        'invoice_id',
        'amount',
        'reason',
        'requested_by_id',
        'decided_by_id',
        'written_on',
        'recovered_on',
        'status',
      ],
    },
  ],
  operations: [],
  finished: ['rejected', 'recovered'],
  permissions: {
    viewAll: 'invoices.view_all',
    create: 'write_offs.request',
    updateAll: 'write_offs.request',
    archive: 'write_offs.request',
    export: 'invoices.export',
  },
  state: 'status',
  commands: {
    approve: {
      label: 'Aprobar',
      done: 'Cuenta incobrable aprobada',
      from: ['requested'],
      to: 'applied',
      permission: 'write_offs.approve',
      tone: 'primary',
      single: true,
      guards: [byAnother],
      explanation: 'La factura deja de estar pendiente y su balance pasa a cuentas incobrables.',
      undo: { by: 'command', name: 'recover' },
    },
    reject: {
      label: 'Rechazar',
      done: 'Cuenta incobrable rechazada',
      from: ['requested'],
      to: 'rejected',
      permission: 'write_offs.approve',
      single: true,
      explanation: 'La factura sigue pendiente.',
      undo: { never: 'Pídala otra vez en su factura.' },
    },
    recover: {
      label: 'Reabrir factura',
      done: 'Factura reabierta',
      from: ['applied'],
      to: 'recovered',
      permission: 'write_offs.request',
      rare: true,
      single: true,
      explanation: 'La factura vuelve a estar pendiente. Un cobro que se le aplique la reabre también.',
      undo: { never: 'Pida otra vez en su factura que se cancele.' },
    },
  },
});
