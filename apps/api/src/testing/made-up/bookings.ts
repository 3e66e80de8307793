import { type Body, defineDocument, defineLines } from '@pauta/domain/document/document.ts';
import { choice } from '@pauta/domain/kinds/choice.ts';
import { date } from '@pauta/domain/kinds/date.ts';
import { decimal, integer, money } from '@pauta/domain/kinds/number.ts';
import { text } from '@pauta/domain/kinds/text.ts';
import { allocate } from '@pauta/domain/money/allocate.ts';
import { multiply, sum } from '@pauta/domain/money/arithmetic.ts';
import { roundTo } from '@pauta/domain/money/minor-unit.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { DocumentUnderTest } from './made-up-document.ts';
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
 * The cost of its parts is calculated with rates that are looked up, and split over instalments without losing a cent.
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

/** Lines with nested lines; frozen by signing. */
export const bookings = defineDocument({
  name: 'bookings',
  screen: 'pruebas/reservas',
  label: { one: 'Reserva', many: 'Reservas', gender: 'f' },
  title: 'name',
  state: 'status',
  permissions: borrowedPermissions,
  fields: {
    name: text('Nombre', { max: 120, required: true, sortable: true }),
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
});

/** The looked-up data of the totals of bookings; a test may change it. */
export const bookingTables = { surcharge: '1.15' };

export const madeUpBookings: DocumentUnderTest = {
  document: bookings,
  tables: bookingTables,
  frozenBy: 'sign',
  isMadeUp: true,
};

const rates = defineLines({
  name: 'tariff_rates',
  label: { one: 'Precio', many: 'Precios', gender: 'm' },
  title: 'slot',
  fields: {
    slot: text('Franja', { max: 80, required: true, sortable: true }),
    price: decimal('Precio', { scale: 2, required: true, min: 0, sortable: true }),
  },
});

/** Many lines that are read separately from their header, and no derived values. */
export const tariffs = defineDocument({
  name: 'tariffs',
  screen: 'pruebas/tarifarios',
  label: { one: 'Tarifario', many: 'Tarifarios', gender: 'm' },
  title: 'name',
  permissions: borrowedPermissions,
  fields: { name: text('Nombre', { max: 120, required: true, sortable: true }) },
  lines: { rates: { of: () => rates, by: 'tariff_id', mode: 'beside', max: 500, derived: [] } },
});

export const madeUpTariffs: DocumentUnderTest = {
  document: tariffs,
  isMadeUp: true,
};
