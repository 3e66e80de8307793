import { users } from '../../admin/users/user.ts';
import { companies } from '../../catalogues/organization.ts';
import { choice } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { json } from '../../kinds/json.ts';
import { decimal } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { currencies } from '../../money/currencies.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';
import { agingBuckets } from '../accounts/aging-buckets.ts';
import { otherTotals } from './opening-totals.ts';

const typed = (label: string) => decimal(label, { scale: 2, min: 0, required: true, initial: '0.00' });

/**
 * The opening of a company: what it has open in the system that it used before, on one day. A draft has the files and the
 * totals of the old aging; posting writes the documents and one entry for each currency, at once or not at all. It is
 * undone as a whole until the company issues its first document.
 */
export const openings: Resource = defineResource({
  name: 'openings',
  screen: 'facturacion/facturacion-cobros/apertura',
  label: { one: 'Apertura', many: 'Aperturas', gender: 'f' },
  fields: {
    name: text('Nombre', { max: 120, required: true, sortable: true, width: 'wide', initial: 'Apertura' }),
    company_id: reference('Compañía', () => companies, { required: true, begins: { from: 'first' } }),
    opened_on: date('Día de la apertura', {
      required: true,
      begins: { from: 'now' },
      hint: 'El día del asiento, en un mes abierto. Los balances son los de ese día.',
    }),
    tie_out: json('Cartera del sistema anterior', {
      row: 'Moneda',
      max: 18,
      fields: {
        currency: choice('Moneda', currencies, { required: true, initial: 'DOP' }),
        ...Object.fromEntries(agingBuckets.map(({ name, label }) => [name, typed(label)])),
        ...Object.fromEntries(Object.entries(otherTotals).map(([name, label]) => [name, typed(label)])),
      },
      formatRow: ({ currency }) => String(currency),
      check: (rows) =>
        new Set(rows.map(({ currency }) => currency)).size === rows.length
          ? null
          : 'Cada moneda va en un solo renglón.',
      hint: 'Los totales que dio el sistema anterior ese día, por moneda. Se comparan con los archivos.',
    }),
    status: choice(
      'Estado',
      {
        draft: ['En preparación', 'warning'],
        posted: ['Registrada', 'success'],
        undone: ['Deshecha', 'danger'],
        discarded: ['Descartada', 'neutral'],
      },
      { required: true, readOnly: true, initial: 'draft', sortable: true, width: 'short' },
    ),
    difference_reason: longText('Motivo de la diferencia', { max: 500, readOnly: true }),
    posted_by_id: reference('Registró', () => users, { readOnly: true }),
    undo_reason: longText('Motivo de deshacerla', { max: 500, readOnly: true }),
  },
  title: 'name',
  search: ['name'],
  searchable: false,
  likeness: { by: {} },
  order: '-created_at',
  columns: ['name', 'company_id', 'opened_on', 'posted_by_id', 'status'],
  brief: ['company_id', 'opened_on'],
  filters: ['status', 'company_id', 'opened_on'],
  sections: [
    { label: 'Apertura', fields: ['name', 'company_id', 'opened_on'] },
    { label: 'Cuadre', fields: ['tie_out', 'difference_reason'] },
    { label: 'Registro', fields: ['posted_by_id', 'undo_reason'] },
  ],
  operations: ['create', 'update'],
  finished: ['posted', 'undone', 'discarded'],
  permissions: {
    viewAll: 'journal_entries.view_all',
    create: 'openings.manage',
    updateAll: 'openings.manage',
    archive: 'openings.manage',
    export: 'journal_entries.export',
  },
  state: 'status',
  notes: true,
  commands: {
    post: {
      label: 'Registrar apertura',
      done: 'Apertura registrada',
      from: ['draft'],
      to: 'posted',
      permission: 'openings.manage',
      tone: 'primary',
      single: true,
      atHand: true,
      fields: {
        difference_reason: longText('Motivo de la diferencia', {
          max: 500,
          min: 5,
          hint: 'Solo si la cartera anterior no cuadra con los archivos.',
        }),
      },
      explanation:
        'Escribe las facturas abiertas, los anticipos, las retenciones, las comisiones y un asiento por moneda con la fecha de la apertura, todo o nada.',
      undo: { never: 'Use «Deshacer apertura» antes de emitir el primer comprobante.' },
    },
    undo: {
      label: 'Deshacer apertura',
      done: 'Apertura deshecha',
      from: ['posted'],
      to: 'undone',
      permission: 'openings.manage',
      tone: 'danger',
      rare: true,
      single: true,
      fields: { reason: longText('Motivo', { max: 500, min: 5, required: true }) },
      explanation:
        'Anula sus facturas, anticipos, retenciones y comisiones y reversa su asiento. Solo mientras nada de ella se haya cobrado, acreditado ni liquidado y la compañía no haya emitido después ningún comprobante.',
      undo: { never: 'Prepare otra apertura.' },
    },
    discard: {
      label: 'Descartar',
      done: 'Apertura descartada',
      from: ['draft'],
      to: 'discarded',
      permission: 'openings.manage',
      tone: 'danger',
      rare: true,
      single: true,
      explanation: 'No se registra nada.',
      undo: { never: 'Prepare otra apertura.' },
    },
  },
});
