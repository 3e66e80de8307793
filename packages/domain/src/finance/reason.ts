import { choice } from '../kinds/choice.ts';
import { integer } from '../kinds/number.ts';
import { text } from '../kinds/text.ts';
import { yesNo } from '../kinds/yes-no.ts';
import { defineResource } from '../resource/resource.ts';
import { financePermissions } from './finance-permissions.ts';

/** What a reason explains. */
export const reasonKinds = {
  loss: 'Oportunidad perdida',
  non_airing: 'Pauta no emitida',
  credit_note: 'Nota de crédito',
  void: 'Anulación de comprobante',
  dispute: 'Disputa de factura',
} as const;

export type ReasonKind = keyof typeof reasonKinds;

/** Reasons to choose from when something is lost, not aired, credited or voided. */
export const reasons = defineResource({
  name: 'reasons',
  screen: 'gestion/configuracion/motivos',
  label: { one: 'Motivo', many: 'Motivos', gender: 'm' },
  fields: {
    kind: choice('Motivo de', reasonKinds, { required: true, initial: 'loss' }),
    code: text('Código', {
      max: 20,
      required: true,
      upperCase: true,
      sortable: true,
      unique: true,
      width: 'short',
    }),
    name: text('Nombre', { max: 120, required: true, sortable: true, width: 'wide' }),
    fiscal_code: text('Código fiscal', {
      max: 2,
      width: 'short',
      pattern: /^\d{1,2}$/,
      patternMessage: 'Escriba uno o dos números.',
      when: { field: 'kind', is: ['credit_note', 'void'] },
      hint: 'El de la administración tributaria: 01–10 en una anulación (formato 608), 1–5 en una nota de crédito.',
    }),
    is_active: yesNo('Activo', { initial: true, hint: 'Uno inactivo no se ofrece más.' }),
    sort_order: integer('Orden', { min: 0, max: 100_000, initial: 0, required: true, aggregate: null }),
  },
  title: 'name',
  search: ['code', 'name'],
  order: 'sort_order',
  columns: ['kind', 'code', 'name', 'fiscal_code', 'sort_order', 'is_active'],
  filters: ['kind', 'is_active'],
  permissions: { ...financePermissions, viewAll: null },
});
