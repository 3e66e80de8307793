import { json } from '../../kinds/json.ts';
import { integer, percent } from '../../kinds/number.ts';
import { longText, text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import type { SettingGroup } from './setting.ts';

/** Quotes, holds, capacity and commissions. Some take effect only once their areas exist. */
export const sales: SettingGroup = {
  label: 'Ventas y reservas',
  scopes: { discount_limits: 'role' },
  fields: {
    default_agency_commission_pct: percent('Comisión de agencia', {
      max: 30,
      required: true,
      initial: '15.0000',
      hint: 'Rige la comisión de una agencia nueva; cada agencia puede tener otra.',
    }),
    quote_valid_days: integer('Vigencia de un presupuesto', {
      min: 1,
      max: 180,
      required: true,
      initial: 15,
      hint: 'Días. Rige la fecha de vencimiento que propone un presupuesto nuevo.',
    }),
    renewal_days: integer('Propuesta de renovación', {
      min: 0,
      max: 365,
      required: true,
      initial: 60,
      hint: 'Días antes de que termine un plan contratado. Rige cuándo aparece su renovación como borrador de su vendedor; con 0 no se propone.',
    }),
    quote_terms: longText('Condiciones de los presupuestos', {
      max: 6000,
      initial: '',
      width: 'full',
      hint: 'Se imprimen al final de cada presupuesto. Rigen los que se envíen desde ahora; los enviados conservan las suyas.',
    }),
    discount_limits: json('Descuento máximo por rol', {
      row: 'Límite',
      max: 50,
      initial: [],
      fields: {
        role: text('Rol (nombre interno)', {
          max: 40,
          required: true,
          pattern: /^[a-z][a-z0-9_]*$/,
          patternMessage: 'Escriba el nombre interno del rol, por ejemplo sales_rep.',
        }),
        pct: percent('Descuento', { required: true }),
      },
      check: (rows) =>
        new Set(rows.map(({ role }) => role)).size < rows.length
          ? 'Cada rol puede aparecer una sola vez.'
          : null,
      formatRow: ({ role, pct }) => `${String(role)}: ${Number(pct)} %`,
      hint: 'Rige cuánto descuento puede dar cada rol en un presupuesto sin aprobación. Un rol sin límite no puede dar ninguno.',
    }),
    bonus_limit_pct: percent('Bonificación sin aprobación', {
      required: true,
      initial: '10.0000',
      hint: 'Del neto de la venta. Rige desde cuándo lo bonificado de un presupuesto, un contrato o una adenda necesita aprobación.',
    }),
    price_fall_limit_pct: percent('Bajada de precios sin aprobación', {
      required: true,
      initial: '10.0000',
      hint: 'Frente a la lista anterior. Rige desde cuándo una lista de precios necesita aprobación para publicarse.',
    }),
    hold_days: integer('Duración de una reserva', {
      min: 1,
      max: 84,
      required: true,
      initial: 3,
      hint: 'Días. Rige cuándo vence una reserva de espacios.',
    }),
    hold_max_renewals: integer('Renovaciones de una reserva', {
      min: 0,
      max: 10,
      required: true,
      initial: 1,
      hint: 'Rige cuántas veces se puede prolongar una reserva.',
    }),
    hold_limit: integer('Reservas abiertas por vendedor', {
      min: 1,
      max: 1000,
      required: true,
      initial: 10,
      hint: 'Las de un presupuesto cuentan como una. Rige desde cuántas necesita aprobación otra reserva.',
    }),
    hold_approval: yesNo('Toda reserva necesita aprobación', {
      initial: false,
      hint: 'Encendido, una reserva no toma el espacio hasta que otra persona la apruebe.',
    }),
    hold_queue_days: integer('Espera en la cola', {
      min: 1,
      max: 180,
      required: true,
      initial: 14,
      hint: 'Días. Rige cuánto espera una segunda opción, como mucho hasta el primer día de su periodo.',
    }),
    hold_challenge_hours: integer('Plazo de un desafío', {
      min: 1,
      max: 240,
      required: true,
      initial: 24,
      hint: 'Horas hábiles. Rige cuánto tiene la primera opción para convertirse en venta cuando la segunda la desafía.',
    }),
    hold_reminder_mail: yesNo('Avisar por correo antes de que venza una reserva', {
      initial: true,
      hint: '48, 24 y 2 horas antes, a su responsable. Apagado, lo que vence hoy se ve solo en el inicio.',
    }),
    overbook_limit_pct: percent('Sobrecapacidad máxima', {
      required: true,
      initial: '10.0000',
      hint: 'De la capacidad de un espacio cada día. Rige hasta cuánto se puede aprobar por encima de ella.',
    }),
    separation_minutes: integer('Separación entre competidores', {
      min: 0,
      max: 240,
      required: true,
      initial: 15,
      hint: 'Minutos. Rige la distancia entre anuncios de la misma industria en una emisora o canal; con 0 no se pide.',
    }),
    client_separation_minutes: integer('Separación entre anuncios de un cliente', {
      min: 0,
      max: 240,
      required: true,
      initial: 10,
      hint: 'Minutos. Rige la distancia entre los anuncios de un mismo cliente en una emisora o canal; con 0 no se pide.',
    }),
  },
};
