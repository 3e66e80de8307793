import { users } from '../../admin/users/user.ts';
import { invoiceReaders } from '../../billing/invoice-readers.ts';
import { brands } from '../../catalogues/crm.ts';
import { platforms } from '../../catalogues/inventory.ts';
import { agencies } from '../../crm/agencies/agency.ts';
import { clients } from '../../crm/clients/client.ts';
import { targetLists } from '../../crm/target-lists/target-list.ts';
import { choice } from '../../kinds/choice.ts';
import { money, percent } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { currencies } from '../../money/currencies.ts';
import { computedFact } from '../../resource/computed-fact.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';
import { actualAmount, contractReaders, reachedPart } from './actual-fields.ts';
import { changeInPercent } from './change-in-percent.ts';
import { monthFields, monthNames } from './months.ts';
import { planYear } from './plan-year.ts';

/**
 * What a client is expected to invest in a year, by month (domain §1.3): declared by the client, or estimated. Each
 * client, brand, agency, platform and source has one row a year, where an empty one counts as a value.
 */
export const clientBudgets = defineResource({
  name: 'client_budgets',
  screen: 'prevanta/presupuesto-cliente',
  label: { one: 'Presupuesto de cliente', many: 'Presupuestos de clientes', gender: 'm' },
  fields: {
    fiscal_year: planYear(),
    client_id: reference('Cliente', () => clients, { required: true }),
    brand_id: reference('Marca', () => brands, { filter: { client_id: 'client_id' } }),
    agency_id: reference('Agencia', () => agencies),
    platform_id: reference('Plataforma', () => platforms),
    source: choice(
      'Fuente',
      {
        declared: ['Declarado por el cliente', 'success'],
        historical: ['Histórico', 'neutral'],
        estimated: ['Estimado', 'info'],
      },
      { required: true, initial: 'declared' },
    ),
    confidence_pct: percent('Confianza', { hint: 'Qué tan seguro es, de 0 a 100 %.' }),
    currency_code: choice('Moneda', currencies, {
      required: true,
      initial: 'DOP',
      width: 'short',
      setting: { initial: 'currency_default' },
    }),
    ...monthFields(),
    total: money('Total', {
      currency: 'currency_code',
      required: true,
      readOnly: true,
      derived: true,
      sortable: true,
    }),
    booked: actualAmount(
      'Vendido',
      contractReaders,
      'Firmado en el año con esta marca, agencia y plataforma, antes de impuestos, menos lo cancelado.',
    ),
    booked_pct: reachedPart(
      'Participación',
      contractReaders,
      'La parte de lo que el cliente espera invertir que ya está firmada.',
    ),
    gap: actualAmount(
      'Brecha',
      contractReaders,
      'Lo que falta por firmar de lo esperado; negativa cuando se firmó más.',
    ),
    has_gap: yesNo('Con brecha', {
      ...computedFact,
      seenBy: contractReaders,
      hint: 'Falta por firmar una parte de lo esperado.',
    }),
    billed: actualAmount(
      'Facturado',
      invoiceReaders,
      'Facturado en el año, antes de impuestos, menos notas de crédito y anuladas. Las facturas no distinguen marca ni plataforma: un presupuesto de una sola no lo muestra.',
    ),
    notes: longText('Notas', { max: 1000 }),
    sales_rep_id: reference('Ejecutivo', () => users, { readOnly: true, derived: true }),
    name: text('Presupuesto', { max: 200, required: true, readOnly: true, derived: true, sortable: true }),
  },
  title: 'name',
  likeness: { by: {} },
  search: ['name'],
  order: '-fiscal_year',
  columns: [
    'name',
    'client_id',
    'brand_id',
    'agency_id',
    'platform_id',
    'sales_rep_id',
    'source',
    ...monthNames,
    'total',
    'booked',
    'booked_pct',
    'gap',
    'billed',
  ],
  brief: ['client_id', 'total'],
  filters: [
    'fiscal_year',
    'client_id',
    'brand_id',
    'agency_id',
    'platform_id',
    'sales_rep_id',
    'source',
    'has_gap',
    'currency_code',
    'total',
  ],
  sections: [
    {
      label: 'Presupuesto',
      fields: ['fiscal_year', 'client_id', 'brand_id', 'agency_id', 'platform_id'],
    },
    { label: 'Fuente', fields: ['source', 'confidence_pct', 'currency_code', 'notes'] },
    { label: 'Inversión por mes', fields: [...monthNames] },
  ],
  partOf: ['client_id'],
  permissions: {
    viewAll: 'client_budgets.view_all',
    viewTeam: 'client_budgets.view_team',
    viewOwn: 'client_budgets.view_own',
    create: 'client_budgets.create',
    updateAll: 'client_budgets.update_all',
    updateOwn: 'client_budgets.update_own',
    archive: 'client_budgets.delete',
    export: 'client_budgets.export',
    import: 'client_budgets.import',
  },
  commands: {
    adjust: {
      label: 'Ajustar en %',
      done: 'Presupuesto ajustado',
      fields: { change_pct: changeInPercent('10 aumenta cada mes un 10 %; -5 lo reduce un 5 %.') },
      undo: { by: 'log' },
      explanation: 'Cambia los doce meses en el mismo porcentaje.',
    },
    generate: {
      label: 'Generar histórico',
      done: 'Presupuestos generados',
      on: 'collection',
      permission: 'client_budgets.create',
      preview: 'plan',
      fields: {
        from_year: { ...planYear(), label: 'Ventas del año' },
        to_year: { ...planYear(), label: 'Presupuestos del año' },
        method: choice(
          'Cómo',
          {
            historical: 'Lo mismo que se vendió (histórico)',
            estimated: 'Según la tendencia (estimado)',
          },
          {
            required: true,
            initial: 'historical',
            hint: 'La tendencia es la variación de un año al otro, entre la mitad y el doble.',
          },
        ),
        confidence_pct: percent('Confianza', {
          required: true,
          initial: '60',
          hint: 'Qué tan seguro es, de 0 a 100 %.',
        }),
      },
      undo: { never: 'Archive los presupuestos que no vaya a usar.' },
      explanation:
        'Crea por cliente un presupuesto con lo firmado cada mes del otro año, en la moneda del cliente. Los que ya existen no cambian.',
    },
    send_gap: {
      label: 'Enviar brecha a Target List',
      done: 'Brecha enviada',
      on: 'collection',
      permission: 'target_list_members.create',
      selection: (): Resource => clientBudgets,
      preview: 'plan',
      fields: {
        target_list_id: reference('Lista objetivo', () => targetLists, {
          required: true,
          hint: 'Escriba un nombre nuevo para crear una lista.',
        }),
      },
      undo: { by: 'log' },
      explanation:
        'Cada cliente con una brecha entra a la lista con ella como monto estimado. De un cliente cuenta su presupuesto más seguro: declarado, estimado, histórico.',
    },
  },
});
