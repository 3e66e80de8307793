import { companies } from '../catalogues/organization.ts';
import { choice } from '../kinds/choice.ts';
import { date } from '../kinds/date.ts';
import { reference } from '../kinds/reference.ts';
import { longText, text } from '../kinds/text.ts';
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
  label: { one: 'Período fiscal', many: 'Períodos fiscales', gender: 'm' },
  fields: {
    company_id: reference('Compañía', () => companies, { required: true }),
    month: date('Mes', { required: true, hint: 'Cualquier día del mes.' }),
    status: choice(
      'Estado',
      { open: ['Abierto', 'success'], closed: ['Cerrado', 'neutral'] },
      { required: true, readOnly: true, initial: 'open', width: 'short' },
    ),
    name: text('Período', { max: 40, required: true, readOnly: true, derived: true }),
  },
  title: 'name',
  likeness: { by: {} },
  search: ['name'],
  order: '-month',
  columns: ['name', 'company_id', 'status', 'updated_at'],
  filters: ['company_id', 'status', 'month'],
  sections: [{ label: 'Período', fields: ['company_id', 'month'] }],
  operations: ['create'],
  permissions: { ...financePermissions, viewAll: 'fiscal_periods.view_all' },
  state: 'status',
  commands: {
    close: {
      label: 'Cerrar',
      done: 'Período cerrado',
      from: ['open'],
      to: 'closed',
      permission: 'fiscal_periods.close',
      tone: 'primary',
      fields: why,
      undo: { by: 'command', name: 'reopen' },
      explanation: 'Desde ahora ningún documento ni asiento de la compañía lleva fecha de ese mes.',
    },
    reopen: {
      label: 'Reabrir',
      done: 'Período reabierto',
      from: ['closed'],
      to: 'open',
      permission: 'fiscal_periods.close',
      tone: 'danger',
      fields: why,
      undo: { by: 'command', name: 'close' },
      explanation: 'El mes admite otra vez documentos y asientos.',
    },
  },
});
