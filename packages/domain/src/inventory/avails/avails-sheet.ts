import { users } from '../../admin/users/user.ts';
import { choice } from '../../kinds/choice.ts';
import { date, dateTime } from '../../kinds/date.ts';
import { dateRange } from '../../kinds/date-range.ts';
import { integer } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { tags } from '../../kinds/tags.ts';
import { text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import type { Guard } from '../../resource/command.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';

/** The longest period of a sheet, in days. */
export const longestSheet = 92;

/** The most spaces of a sheet: about twenty pages. */
export const mostSheetSpaces = 300;

/** What a column of a sheet is. */
export const availsGrains = { day: 'Por día', week: 'Por semana' } as const;

const isOpen: Guard = {
  needs: ['closed_at', 'expires_on'],
  why: ({ closed_at, expires_on }, { today }) =>
    closed_at !== null && closed_at !== undefined
      ? { code: 'withdrawn', text: 'Esta hoja ya se retiró: nadie la puede abrir.' }
      : typeof expires_on === 'string' && expires_on < today
        ? { code: 'expired', text: 'Esta hoja ya venció: nadie la puede abrir.' }
        : null,
};

/**
 * A sheet of avails for people without an account (domain §1.4): which spaces are free in a period, as a page and as PDF
 * behind a link, without clients, owners or numbers. Only the hash of its link is stored.
 */
export const availsSheets: Resource = defineResource({
  name: 'avails_sheets',
  screen: 'ventas/ocupacion-disponibilidad/hojas',
  label: { one: 'Hoja de disponibilidad', many: 'Hojas de disponibilidad', gender: 'f' },
  fields: {
    name: text('Para qué', {
      max: 120,
      required: true,
      sortable: true,
      width: 'full',
      hint: 'Solo lo ve su equipo, en la lista de hojas: no aparece en la hoja.',
    }),
    period: dateRange('Periodo', { required: true, sortable: true }),
    grain: choice('Columnas', availsGrains, { required: true, initial: 'week', width: 'short' }),
    expires_on: date('Se abre hasta', {
      required: true,
      sortable: true,
      hint: 'El último día en que el enlace abre la hoja.',
    }),
    with_prices: yesNo('Con precios de lista', {
      hint: 'Muestra el precio general vigente de cada espacio.',
    }),
    space_count: integer('Espacios', { required: true, readOnly: true, sortable: false }),
    owner_id: reference('Compartida por', () => users, { required: true, readOnly: true }),
    closed_at: dateTime('Retirada', { readOnly: true }),
    query: text('Filtro', { max: 2000, isInternal: true }),
    space_ids: tags('Espacios elegidos', { longest: 36, most: mostSheetSpaces, isInternal: true }),
  },
  title: 'name',
  search: ['name'],
  searchable: false,
  order: '-created_at',
  columns: [
    'name',
    'period',
    'expires_on',
    'closed_at',
    'space_count',
    'with_prices',
    'owner_id',
    'created_at',
  ],
  brief: ['period', 'expires_on'],
  filters: ['expires_on', 'closed_at', 'with_prices', 'owner_id', 'period'],
  sections: [
    {
      label: 'Hoja',
      fields: [
        'name',
        'period',
        'grain',
        'expires_on',
        'with_prices',
        'space_count',
        'owner_id',
        'closed_at',
      ],
    },
  ],
  operations: [],
  owners: ['owner_id'],
  permissions: {
    viewAll: 'avails_sheets.view_all',
    viewOwn: 'avails_sheets.view_own',
    create: 'avails_sheets.create',
    updateAll: 'avails_sheets.update_all',
    updateOwn: 'avails_sheets.update_own',
    archive: 'avails_sheets.update_all',
  },
  commands: {
    share: {
      label: 'Compartir disponibilidad',
      done: 'Disponibilidad compartida',
      on: 'collection',
      permission: 'avails_sheets.create',
      fields: {
        name: text('Para qué', {
          max: 120,
          required: true,
          width: 'full',
          placeholder: 'Propuesta de temporada alta',
          hint: 'Solo lo ve su equipo, en la lista de hojas: no aparece en la hoja.',
        }),
        period: dateRange('Periodo', { required: true }),
        grain: choice('Columnas', availsGrains, { required: true, initial: 'week', width: 'short' }),
        expires_on: date('Se abre hasta', {
          required: true,
          hint: 'El último día en que el enlace abre la hoja.',
        }),
        with_prices: yesNo('Con precios de lista', {
          hint: 'Muestra el precio general vigente de cada espacio.',
        }),
        query: text('Filtro', { max: 2000, isInternal: true }),
        space_ids: tags('Espacios elegidos', { longest: 36, most: mostSheetSpaces, isInternal: true }),
      },
      secret: true,
      explanation:
        'Cualquiera que tenga el enlace verá qué espacios están libres, con poco o completos, sin clientes, vendedores ni cantidades. La hoja se actualiza sola.',
      undo: { by: 'command', name: 'withdraw' },
    },
    withdraw: {
      label: 'Retirar enlace',
      done: 'Enlace retirado',
      tone: 'danger',
      guards: [isOpen],
      explanation: 'La hoja deja de abrirse desde ahora para todos los que tengan el enlace.',
      undo: { never: 'Comparta la disponibilidad otra vez: tendrá un enlace nuevo.' },
    },
  },
});
