import { ApiError } from '@pauta/core';
import { users } from '@pauta/domain/admin/users/user.ts';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { priceLists } from '@pauta/domain/inventory/prices/price-list.ts';
import { date, formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { Field, Fields } from '@pauta/domain/kinds/kind.ts';
import { decimal } from '@pauta/domain/kinds/number.ts';
import { type Reference, reference, references } from '@pauta/domain/kinds/reference.ts';
import {
  type SimulationChange,
  type WrittenChange,
  writtenChange,
} from '@pauta/domain/presales/simulation/simulation.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { listLabels } from './list-labels.ts';

type Kind = SimulationChange['kind'];

const from = (hint: string): Field =>
  date('Desde', { required: true, initial: companyToday(), hint }) as Field;

/** The fields of a new change of each kind. */
export const changeFields: Readonly<Record<Kind, () => Fields>> = {
  rate_card: () => ({
    price_list_id: reference('Lista de los presupuestos', () => priceLists, {
      required: true,
      width: 'full',
      hint: 'Los presupuestos abiertos que la usan.',
    }) as Field,
    adjust_pct: decimal('Cambio de sus precios (%)', {
      scale: 4,
      min: -100,
      max: 1000,
      initial: '0',
      hint: '10 sube los precios 10 %; −10 los baja.',
    }) as Field,
    new_list_id: reference('O los precios de otra lista', () => priceLists, {
      width: 'full',
      hint: 'Si la elige, el porcentaje no cuenta.',
    }) as Field,
    from: from('El vuelo del presupuesto empieza ese día o después.'),
    to: date('Hasta', { required: true, initial: `${companyToday().slice(0, 4)}-12-31` }) as Field,
  }),
  lost_client: () => ({
    client_ids: references('Clientes', () => clients, { required: true, width: 'full' }) as Field,
    from: from('Lo que se espera de ellos ese día o después se pierde.'),
  }),
  moved_seller: () => ({
    seller_id: reference('Quién entrega su cartera', () => users, { required: true, width: 'full' }) as Field,
    recipient_ids: references('Quién la recibe', () => users, {
      required: true,
      width: 'full',
      hint: 'Entre varios se reparte por turno, del cliente que más compra al que menos.',
    }) as Field,
    from: from('Lo que se cierre ese día o después es de quien la recibe.'),
  }),
};

const idOf = (value: unknown): string => (value as Reference | null)?.id ?? '';
const idsOf = (value: unknown): string[] =>
  ((value as readonly Reference[] | null) ?? []).map(({ id }) => id);

/** The change that a form describes. */
export const changeOf = (kind: Kind, values: Values): WrittenChange => {
  const day = String(values.from);
  switch (kind) {
    case 'rate_card':
      return {
        kind,
        price_list_id: idOf(values.price_list_id),
        new_list_id: values.new_list_id ? idOf(values.new_list_id) : null,
        adjust_pct: String(values.adjust_pct ?? '0'),
        from: day,
        to: String(values.to),
      };
    case 'lost_client':
      return { kind, client_ids: idsOf(values.client_ids), from: day };
    default:
      return {
        kind,
        seller_id: idOf(values.seller_id),
        recipient_ids: idsOf(values.recipient_ids),
        from: day,
      };
  }
};

/** The refusal of a change with its faults at the fields of its form: the server names them with the place of the change. */
export const atFields = (failure: unknown, place: number): unknown => {
  if (!(failure instanceof ApiError)) return failure;
  const { status, code, body, errors } = failure;
  const start = `changes.${place}.`;
  const own = Object.fromEntries(
    Object.entries(errors).map(([name, texts]) => [
      name.startsWith(start) ? name.slice(start.length) : name,
      texts,
    ]),
  );
  return new ApiError(failure.message, { status, code, body, errors: own, cause: failure });
};

/** A change in a sentence. @example describeChange(change) // 'Tarifario: precios +10 %, vuelos del 01/12/2026 al 31/12/2026' */
export const describeChange = (change: SimulationChange): string => {
  const since = `desde el ${formatCivilDate(change.from)}`;
  switch (change.kind) {
    case 'rate_card': {
      const { price_list: list, new_list: other, adjust_pct: pct } = change;
      const prices =
        other === null
          ? `precios ${pct.startsWith('-') ? '' : '+'}${pct} %`
          : `con los precios de ${other.label}`;
      return `${list.label}: ${prices}, vuelos que empiezan del ${formatCivilDate(change.from)} al ${formatCivilDate(change.to)}`;
    }
    case 'lost_client':
      return `Se pierde a ${listLabels(change.clients)} ${since}`;
    default:
      return `La cartera de ${change.seller.label} pasa a ${listLabels(change.recipients)} ${since}`;
  }
};

/** The body of a simulation with these changes. */
export const bodyWith = (
  simulation: {
    readonly name: string;
    readonly company: Reference;
    readonly year: number;
    readonly changes: readonly SimulationChange[];
  },
  changes: readonly WrittenChange[] = simulation.changes.map(writtenChange),
) => ({ name: simulation.name, company_id: simulation.company.id, year: simulation.year, changes });
