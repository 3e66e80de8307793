import { type Body, defineDocument, defineLines } from '../../document/document.ts';
import { choice } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { decimal, integer, money } from '../../kinds/number.ts';
import { text } from '../../kinds/text.ts';
import { allocate } from '../../money/allocate.ts';
import { multiply, subtract, sum } from '../../money/arithmetic.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import { roundTo } from '../../money/minor-unit.ts';
import { linesIn } from '../../resource/lines.ts';
import { borrowedPermissions } from './proposals.ts';

const amount = money('Importe', {
  currency: 'currency',
  readOnly: true,
  required: true,
  derived: true,
  initial: '0.00',
});

const instalments = defineLines({
  name: 'booking_instalments',
  label: { one: 'Cuota', many: 'Cuotas', gender: 'f' },
  title: 'due_on',
  search: [],
  fields: {
    due_on: date('Vence', { required: true }),
    weight: integer('Parte', { required: true, initial: 1, min: 1, max: 1000 }),
    amount,
  },
});

const spaces = defineLines({
  name: 'booking_spaces',
  label: { one: 'Espacio', many: 'Espacios', gender: 'm' },
  title: 'space',
  fields: {
    space: text('Espacio', { max: 80, required: true }),
    days: integer('Días', { required: true, initial: 1, min: 1, max: 366 }),
    rate: decimal('Tarifa', { scale: 2, required: true, initial: '0', min: 0 }),
    amount,
  },
});

/**
 * The cost of its parts is calculated with rates from the database, and split over instalments without losing a cent.
 */
const totals = (body: Body, { surcharge }: { readonly surcharge: string }) => {
  const currency = String(body.currency);
  const lines = new Map<string, { amount: string }>();
  const own = linesIn(body, 'spaces').map((space) => {
    const cost = roundTo(multiply(multiply(String(space.rate), String(space.days)), surcharge), currency);
    lines.set(space.id, { amount: cost });
    const parts = linesIn(body, 'instalments').filter(({ space_id }) => space_id === space.id);
    const costs =
      parts.length === 0
        ? []
        : allocate(
            cost,
            parts.map(({ weight }) => String(weight)),
          );
    for (const [index, { id }] of parts.entries()) lines.set(id, { amount: costs[index] ?? '0.00' });
    return cost;
  });
  return { header: { amount: sum(own) }, lines };
};

/** Lines with nested lines; numbered on creation, frozen by signing. */
export const bookings = defineDocument({
  name: 'bookings',
  screen: 'pruebas/reservas',
  label: { one: 'Reserva', many: 'Reservas', gender: 'f' },
  title: 'name',
  state: 'status',
  permissions: borrowedPermissions,
  fields: {
    name: text('Nombre', { max: 120, required: true, sortable: true }),
    folio: text('Folio', { max: 40, readOnly: true }),
    currency: choice('Moneda', { DOP: 'Peso', CLP: 'Peso chileno' }, { required: true, initial: 'DOP' }),
    status: choice(
      'Estado',
      { open: 'Abierta', signed: 'Firmada' },
      { readOnly: true, required: true, initial: 'open' },
    ),
    amount,
  },
  commands: {
    sign: {
      label: 'Firmar',
      done: 'Reserva firmada',
      from: ['open'],
      to: 'signed',
      permission: 'clients.update_all',
    },
  },
  lines: {
    spaces: {
      of: () => spaces,
      by: 'booking_id',
      mode: 'inBody',
      max: 40,
      derived: ['amount'],
      nested: {
        instalments: { of: () => instalments, by: 'space_id', mode: 'inBody', max: 100, derived: ['amount'] },
      },
    },
  },
  totals,
  sums: { amount: 'spaces.amount' },
  freeze: { from: ['signed'], except: ['spaces.space'] },
  number: { series: 'hold', at: 'create', per: ['year'], gapless: false, field: 'folio' },
  approval: {
    before: ['sign'],
    permissions: ['clients.credit_limit'],
    reasons: ({ amount: total, currency }) => {
      const most = '1000000.00';
      if (compareDecimals(String(total ?? '0'), most) <= 0) return [];
      const effect = { amount: subtract(String(total), most), currency: String(currency) };
      return [
        {
          code: 'over_limit',
          text: 'El monto pasa del que se firma sin aprobación.',
          effect,
          permission: 'clients.credit_limit',
        },
      ];
    },
  },
});

/** The rates for the totals of bookings; a test may change them. */
export const bookingTables = { surcharge: '1.15' };
