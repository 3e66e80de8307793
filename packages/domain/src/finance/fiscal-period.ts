import { users } from '../admin/users/user.ts';
import { companies } from '../catalogues/organization.ts';
import { choice } from '../kinds/choice.ts';
import { date } from '../kinds/date.ts';
import { reference, referenceId } from '../kinds/reference.ts';
import { longText, text } from '../kinds/text.ts';
import { yesNo } from '../kinds/yes-no.ts';
import { defineResource } from '../resource/resource.ts';
import { financePermissions } from './finance-permissions.ts';

const why = { reason: longText('Motivo', { max: 500, min: 5, required: true }) };

/**
 * A month of a company's books. A month without a record is open. In a closed month no document is issued or changed
 * and nothing is posted: the SQL function `fiscal_period_is_open` answers it for triggers, `requireOpenPeriod` for
 * commands (invariant I16, domain §2.3).
 */
export const fiscalPeriods = defineResource({
  name: 'fiscal_periods',
  screen: 'gestion/configuracion/periodos-fiscales',
  label: { one: 'Periodo fiscal', many: 'Periodos fiscales', gender: 'm' },
  fields: {
    company_id: reference('Compañía', () => companies, { required: true }),
    month: date('Mes', { required: true, hint: 'Cualquier día del mes.' }),
    status: choice(
      'Estado',
      { open: ['Abierto', 'success'], closed: ['Cerrado', 'neutral'] },
      { required: true, readOnly: true, initial: 'open', width: 'short' },
    ),
    name: text('Periodo', { max: 40, required: true, readOnly: true, derived: true }),
    closed_by_id: reference('Cerró', () => users, { readOnly: true }),
    left_open: longText('Quedó pendiente al cerrar', { max: 1000, readOnly: true }),
    reopening_by_id: reference('Pidió reabrirlo', () => users, { readOnly: true }),
    reopening_reason: longText('Por qué reabrirlo', { max: 500, readOnly: true }),
    reopened_by_id: reference('Reabrió', () => users, { readOnly: true }),
  },
  title: 'name',
  likeness: { by: {} },
  search: ['name'],
  order: '-month',
  columns: ['name', 'company_id', 'status', 'updated_at'],
  filters: ['company_id', 'status', 'month'],
  sections: [
    { label: 'Periodo', fields: ['company_id', 'month'] },
    { label: 'Cierre', fields: ['closed_by_id', 'left_open'] },
    { label: 'Reapertura', fields: ['reopening_by_id', 'reopening_reason', 'reopened_by_id'] },
  ],
  operations: ['create'],
  permissions: { ...financePermissions, viewAll: 'fiscal_periods.view_all' },
  state: 'status',
  commands: {
    close: {
      label: 'Cerrar',
      done: 'Periodo cerrado',
      from: ['open'],
      to: 'closed',
      permission: 'fiscal_periods.close',
      tone: 'primary',
      single: true,
      fields: {
        ...why,
        with_open: yesNo('Cerrar aunque quede algo pendiente', {
          initial: false,
          hint: 'La pestaña Cierre dice qué falta. Queda anotado en el periodo.',
        }),
      },
      undo: { never: 'Pida reabrirlo: lo decide otra persona.' },
      explanation: 'Desde ahora ningún documento ni asiento de la compañía lleva fecha de ese mes.',
    },
    ask_reopening: {
      label: 'Pedir que se reabra',
      done: 'Reapertura pedida',
      from: ['closed'],
      permission: 'fiscal_periods.close',
      single: true,
      fields: why,
      guards: [
        {
          needs: ['reopening_by_id'],
          why: ({ reopening_by_id }) =>
            referenceId(reopening_by_id) === null ? null : { text: 'Ya se pidió: lo reabre otra persona.' },
        },
      ],
      explanation: 'Otra persona que puede cerrar periodos lo reabre.',
      undo: { by: 'log' },
    },
    reopen: {
      label: 'Reabrir',
      done: 'Periodo reabierto',
      from: ['closed'],
      to: 'open',
      permission: 'fiscal_periods.close',
      tone: 'danger',
      single: true,
      guards: [
        {
          needs: ['reopening_by_id'],
          why: ({ reopening_by_id }, { userId }) => {
            const asked = referenceId(reopening_by_id);
            if (asked === null) return { text: 'Primero alguien pide reabrirlo y dice por qué.' };
            return asked === userId ? { text: 'Usted pidió reabrirlo: lo hace otra persona.' } : null;
          },
        },
      ],
      fields: why,
      undo: { never: 'Ciérrelo otra vez.' },
      explanation: 'El mes admite otra vez documentos y asientos.',
    },
  },
});
