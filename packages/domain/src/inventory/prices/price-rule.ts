import { weekdayNames } from '../../catalogues/choices.ts';
import { clientTypes } from '../../catalogues/crm.ts';
import { adArticles, inventoryCategories, platforms } from '../../catalogues/inventory.ts';
import { defineLines } from '../../document/document.ts';
import { choice, choices } from '../../kinds/choice.ts';
import { dateRange } from '../../kinds/date-range.ts';
import { isEmpty } from '../../kinds/kind.ts';
import { decimal, integer, percent } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import type { Rule } from '../../resource/resource.ts';

/** What a surcharge or a discount is for (domain §1.7). */
export const ruleReasons = {
  position: 'Posición en el corte',
  break: 'Elección del corte',
  schedule: 'Día u horario',
  season: 'Temporada',
  duration: 'Duración',
  exclusivity: 'Exclusividad',
  creative: 'Creatividad',
  page: 'Página o color',
  urgency: 'Urgencia',
  volume: 'Volumen',
  frequency: 'Frecuencia',
  prompt_payment: 'Pronto pago',
  prepaid: 'Prepago',
  loyalty: 'Fidelidad',
  agency: 'Agencia',
  launch: 'Lanzamiento',
  other: 'Otro',
} as const;

/** Months of the year by their number. */
export const monthChoices = {
  1: 'Enero',
  2: 'Febrero',
  3: 'Marzo',
  4: 'Abril',
  5: 'Mayo',
  6: 'Junio',
  7: 'Julio',
  8: 'Agosto',
  9: 'Septiembre',
  10: 'Octubre',
  11: 'Noviembre',
  12: 'Diciembre',
} as const;

const amountOfSurcharge: Rule = ({ effect, value_kind }) =>
  effect === 'discount' && value_kind === 'amount'
    ? { value_kind: ['Un descuento es un porcentaje. Un monto por unidad solo puede ser un recargo.'] }
    : null;

const volumeOfDiscount: Rule = ({ effect, min_gross }) =>
  effect === 'surcharge' && !isEmpty(min_gross)
    ? { min_gross: ['Solo un descuento puede depender del bruto del documento.'] }
    : null;

const atMostAll: Rule = ({ effect, value_kind, pct }) =>
  effect === 'discount' && value_kind === 'pct' && compareDecimals(String(pct ?? '0'), '100') > 0
    ? { pct: ['Un descuento no puede pasar de 100 %.'] }
    : null;

const durations: Rule = ({ min_duration_sec, max_duration_sec }) =>
  !isEmpty(min_duration_sec) &&
  !isEmpty(max_duration_sec) &&
  Number(min_duration_sec) > Number(max_duration_sec)
    ? { max_duration_sec: ['La duración máxima debe ser igual o mayor que la mínima.'] }
    : null;

/**
 * The surcharges and discounts of a price list, in the order in which they apply (domain §1.7, seeds §6.33). A rule
 * applies by itself where its conditions hold, or where the seller asks for it by its code; its conditions hold if all
 * that are given do.
 */
export const priceRules = defineLines({
  name: 'price_rules',
  label: { one: 'Recargo o descuento', many: 'Recargos y descuentos', gender: 'm' },
  title: 'name',
  columns: ['code', 'name', 'effect', 'reason', 'applies', 'pct', 'amount', 'base', 'only_best_of'],
  fields: {
    code: text('Código', {
      max: 20,
      required: true,
      upperCase: true,
      width: 'short',
      pattern: /^[A-Z0-9_-]+$/,
      patternMessage: 'Use letras sin acento, números, guion y guion bajo.',
    }),
    name: text('Nombre', { max: 120, required: true, width: 'wide' }),
    effect: choice(
      'Efecto',
      { surcharge: ['Recargo', 'warning'], discount: ['Descuento', 'success'] },
      { required: true, initial: 'surcharge', width: 'short' },
    ),
    reason: choice('Por', ruleReasons, { required: true, initial: 'position' }),
    applies: choice(
      'Se aplica',
      { automatic: 'Siempre que se cumpla', chosen: 'Si el vendedor lo elige' },
      { required: true, initial: 'automatic' },
    ),
    value_kind: choice(
      'Valor',
      { pct: 'Porcentaje', amount: 'Monto por unidad' },
      { required: true, initial: 'pct', width: 'short' },
    ),
    pct: percent('Porcentaje', {
      required: true,
      max: 500,
      aggregate: null,
      when: { field: 'value_kind', is: ['pct'] },
    }),
    amount: decimal('Monto', {
      scale: 6,
      min: 0,
      required: true,
      aggregate: null,
      when: { field: 'value_kind', is: ['amount'] },
    }),
    base: choice(
      'Sobre',
      { previous: 'El precio con lo anterior', list: 'El precio de lista' },
      {
        required: true,
        initial: 'previous',
        hint: 'Dos recargos de 20 % suman 44 % sobre lo anterior, y 40 % sobre la lista.',
      },
    ),
    only_best_of: text('Grupo', {
      max: 20,
      upperCase: true,
      width: 'short',
      hint: 'De las reglas de un mismo grupo vale solo la mayor.',
    }),
    platform_id: reference('Plataforma', () => platforms),
    inventory_category_id: reference('Categoría', () => inventoryCategories, {
      filter: { platform_id: 'platform_id' },
    }),
    ad_article_id: reference('Artículo', () => adArticles, { filter: { platform_id: 'platform_id' } }),
    client_type_id: reference('Tipo de cliente', () => clientTypes),
    buyer: choice('Compra', { agency: 'Una agencia', direct: 'El cliente directamente' }, { width: 'short' }),
    days: choices('Días', weekdayNames, { width: 'short' }),
    months: choices('Meses', monthChoices, { width: 'short' }),
    dates: dateRange('Fechas'),
    is_prime: yesNo('Solo en franjas estelares'),
    min_duration_sec: integer('Desde duración (s)', { min: 1, max: 7200, aggregate: null }),
    max_duration_sec: integer('Hasta duración (s)', { min: 1, max: 7200, aggregate: null }),
    min_qty: decimal('Desde cantidad', { scale: 2, min: 0, aggregate: null }),
    min_days: integer('Desde días de vuelo', { min: 1, max: 366, aggregate: null }),
    min_gross: decimal('Desde bruto del documento', {
      scale: 2,
      min: 0,
      aggregate: null,
      hint: 'Suma de los renglones con sus recargos, antes de descuentos.',
    }),
  },
  rules: [amountOfSurcharge, volumeOfDiscount, atMostAll, durations],
});
