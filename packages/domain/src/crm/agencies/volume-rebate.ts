import { choice } from '../../kinds/choice.ts';
import { dateRange } from '../../kinds/date-range.ts';
import { json } from '../../kinds/json.ts';
import { formatField } from '../../kinds/kind.ts';
import { decimal, percent } from '../../kinds/number.ts';
import { longText, text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { currencies } from '../../money/currencies.ts';
import { defineResource } from '../../resource/resource.ts';

const tierFields = {
  from: decimal('Desde el monto', { scale: 2, min: 0, required: true }),
  pct: percent('Bonificación', { max: 100, required: true }),
};

/** Volume rebate of an agency for its purchases in a period (domain §1.2). */
export const volumeRebates = defineResource({
  name: 'volume_rebates',
  screen: 'crm/agencias/bonificaciones',
  label: { one: 'Bonificación por volumen', many: 'Bonificaciones por volumen', gender: 'f' },
  fields: {
    name: text('Nombre', { max: 120, required: true, unique: true, sortable: true, width: 'wide' }),
    period: choice(
      'Periodo',
      { quarter: 'Trimestre', semester: 'Semestre', year: 'Año' },
      { required: true, initial: 'year', width: 'short' },
    ),
    base: choice(
      'Sobre',
      { gross: 'Bruto', net: 'Neto', collected: 'Cobrado' },
      { required: true, initial: 'net', width: 'short' },
    ),
    currency_code: choice('Moneda', currencies, {
      required: true,
      initial: 'DOP',
      width: 'short',
      setting: { initial: 'currency_default' },
    }),
    tiers: json('Tramos', {
      row: 'Tramo',
      max: 20,
      required: true,
      fields: tierFields,
      hint: 'De menor a mayor: cada tramo empieza en un monto mayor que el anterior.',
      formatRow: ({ from, pct }) =>
        `Desde ${formatField(tierFields.from, String(from))}: ${formatField(tierFields.pct, String(pct))}`,
      check: (rows) => {
        const wrong = rows.findIndex(
          (row, index) => index > 0 && Number(row.from) <= Number(rows[index - 1]?.from),
        );
        return wrong < 0
          ? null
          : `El tramo ${wrong + 1} debe empezar en un monto mayor que el tramo ${wrong}.`;
      },
    }),
    valid: dateRange('Vigencia', { required: true, expiry: true }),
    is_active: yesNo('Activa', { initial: true }),
    notes: longText('Notas'),
  },
  title: 'name',
  search: ['name'],
  order: 'name',
  columns: ['name', 'period', 'base', 'tiers', 'currency_code', 'valid', 'is_active'],
  filters: ['period', 'base', 'currency_code', 'valid', 'is_active'],
  sections: [
    { label: 'Bonificación', fields: ['name', 'period', 'base', 'currency_code', 'valid', 'is_active'] },
    { label: 'Tramos', fields: ['tiers'] },
    { label: 'Notas', fields: ['notes'] },
  ],
  permissions: {
    viewAll: null,
    create: 'commissions.edit_rate',
    updateAll: 'commissions.edit_rate',
    archive: 'commissions.edit_rate',
    import: 'commissions.edit_rate',
  },
});
