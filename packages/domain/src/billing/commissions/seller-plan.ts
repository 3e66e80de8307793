import { users } from '../../admin/users/user.ts';
import { commissionTypes } from '../../catalogues/finance.ts';
import { choice } from '../../kinds/choice.ts';
import { dateRange } from '../../kinds/date-range.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';
import { saleWays } from './sale-ways.ts';

/**
 * Which type of commission sellers earn by (domain §1.6): that of the seller, else that of all. A sale keeps the rate of
 * the day of its signature; a plan that changes later is for later sales and for lines that an addendum adds.
 */
export const sellerPlans: Resource = defineResource({
  name: 'seller_plans',
  screen: 'facturacion/comisiones-agencia/planes',
  label: { one: 'Plan de comisiones', many: 'Planes de comisiones', gender: 'm' },
  fields: {
    name: text('Nombre', { max: 120, required: true, unique: true, sortable: true, width: 'wide' }),
    sale: choice('Venta', saleWays, { required: true, initial: 'direct', width: 'short' }),
    seller_id: reference('Ejecutivo', () => users, {
      hint: 'Vacío: el plan de todos los que no tienen uno propio.',
    }),
    commission_type_id: reference('Tipo de comisión', () => commissionTypes, {
      required: true,
      only: { beneficiary: 'sales_rep' },
      hint: 'De él salen la base, el porcentaje o los tramos, y cuándo se gana.',
    }),
    valid: dateRange('Vigencia', { required: true }),
    notes: longText('Notas'),
  },
  title: 'name',
  search: ['name'],
  order: 'name',
  columns: ['name', 'sale', 'seller_id', 'commission_type_id', 'valid'],
  filters: ['sale', 'seller_id', 'commission_type_id', 'valid'],
  sections: [
    { label: 'Plan', fields: ['name', 'sale', 'seller_id', 'commission_type_id', 'valid', 'notes'] },
  ],
  permissions: {
    viewAll: 'agency_commissions.view_all',
    create: 'commissions.edit_rate',
    updateAll: 'commissions.edit_rate',
    archive: 'commissions.edit_rate',
    export: 'agency_commissions.export',
    import: 'commissions.edit_rate',
  },
});
