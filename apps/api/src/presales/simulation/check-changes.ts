import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { priceLists } from '@pauta/domain/inventory/prices/price-list.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { isZero } from '@pauta/domain/money/arithmetic.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import type { SimulationChange, WrittenChange } from '@pauta/domain/presales/simulation/simulation.ts';
import type { Errors, Resource } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { forbidden, invalid } from '../../platform/http/problem.ts';
import { scopeCondition } from '../../resource/reading/row-scope.ts';

interface NamedRow extends Reference {
  readonly kind: 'client' | 'user' | 'list';
  /** It can still be used in a new change. */
  readonly usable: boolean;
  readonly currency: string | null;
}

const idsOf = (changes: readonly WrittenChange[], kind: NamedRow['kind']): string[] => [
  ...new Set(
    changes.flatMap((change) => {
      switch (change.kind) {
        case 'rate_card':
          return kind === 'list'
            ? [change.price_list_id, ...(change.new_list_id ? [change.new_list_id] : [])]
            : [];
        case 'lost_client':
          return kind === 'client' ? change.client_ids : [];
        default:
          return kind === 'user' ? [change.seller_id, ...change.recipient_ids] : [];
      }
    }),
  ),
];

/** What changes refer to, by id, as far as the actor may see it; in one statement. */
const readNames = async (
  database: Queryable,
  actor: Actor,
  changes: readonly WrittenChange[],
): Promise<ReadonlyMap<string, NamedRow>> => {
  const rows = await database.query<NamedRow>(sql`
    SELECT 'client' AS kind, t.id, t.trade_name AS label, t.archived_at IS NULL AS usable, NULL AS currency FROM clients t
    WHERE t.id = ANY(${idsOf(changes, 'client')}::uuid[]) AND ${scopeCondition(clients as Resource, actor)}
    UNION ALL
    SELECT 'user', u.id, u.full_name, u.status = 'active', NULL FROM users u
    WHERE u.id = ANY(${idsOf(changes, 'user')}::uuid[])
    UNION ALL
    SELECT 'list', l.id, l.name || ' (' || l.code || ')', l.archived_at IS NULL, l.currency_code FROM price_lists l
    WHERE l.id = ANY(${idsOf(changes, 'list')}::uuid[]) AND ${actor.permissions.has(priceLists.permissions.viewAll ?? '')}`);
  return new Map(rows.map((row) => [row.id, row]));
};

/** The changes of several simulations with the names of what they refer to. */
export const nameChanges = async (
  database: Queryable,
  actor: Actor,
  all: readonly (readonly WrittenChange[])[],
): Promise<readonly (readonly SimulationChange[])[]> => {
  const names = await readNames(database, actor, all.flat());
  const of = (id: string): Reference => {
    const row = names.get(id);
    return row ? { id, label: row.label } : { id, label: 'Fuera de su alcance', hidden: true };
  };
  return all.map((changes) =>
    changes.map((change): SimulationChange => {
      switch (change.kind) {
        case 'rate_card': {
          const { kind, adjust_pct, from, to, price_list_id: list, new_list_id: other } = change;
          return {
            kind,
            price_list: of(list),
            new_list: other === null ? null : of(other),
            adjust_pct,
            from,
            to,
          };
        }
        case 'lost_client':
          return { kind: change.kind, clients: change.client_ids.map(of), from: change.from };
        default:
          return {
            kind: change.kind,
            seller: of(change.seller_id),
            recipients: change.recipient_ids.map(of),
            from: change.from,
          };
      }
    }),
  );
};

/** Why a change cannot be simulated, by its field. */
const faultsOf = (
  change: WrittenChange,
  names: ReadonlyMap<string, NamedRow>,
  { year, today }: { readonly year: number; readonly today: string },
): Errors => {
  const errors: Errors = {};
  const usable = (id: string): boolean => names.get(id)?.usable === true;
  const last = `${year}-12-31`;
  if (change.kind !== 'rate_card' && change.from < today) errors.from = ['Elija hoy o un día que venga.'];
  if (change.from > last) errors.from = [`Elija un día hasta el fin de ${year}.`];
  if (change.kind === 'rate_card') {
    const { price_list_id: list, new_list_id: other } = change;
    if (!usable(list)) errors.price_list_id = ['Esa lista de precios no existe o no está a su alcance.'];
    if (change.to < change.from) errors.to = ['Elija un día posterior al primero.'];
    if (other === null) {
      if (isZero(change.adjust_pct))
        errors.adjust_pct = ['Escriba cuánto cambian los precios, o elija otra lista.'];
      else if (
        compareDecimals(change.adjust_pct, '-100') < 0 ||
        compareDecimals(change.adjust_pct, '1000') > 0
      )
        errors.adjust_pct = ['Escriba un porcentaje de −100 a 1,000.'];
    } else if (!usable(other) || other === list) errors.new_list_id = ['Elija otra lista de precios.'];
    else if (names.get(other)?.currency !== names.get(list)?.currency)
      errors.new_list_id = ['Elija una lista de la misma moneda.'];
  } else if (change.kind === 'lost_client') {
    if (!change.client_ids.every(usable))
      errors.client_ids = ['Uno de esos clientes no existe o no está a su alcance.'];
  } else {
    if (!names.has(change.seller_id)) errors.seller_id = ['Elija a una persona.'];
    if (!change.recipient_ids.every(usable)) errors.recipient_ids = ['Elija a personas activas.'];
    else if (change.recipient_ids.includes(change.seller_id))
      errors.recipient_ids = ['Elija a otras personas que quien entrega su cartera.'];
  }
  return errors;
};

/** @throws Problem 422 with the field of each fault, such as `changes.0.from`; 403 without the prices that a change names */
export const checkChanges = async (
  database: Queryable,
  actor: Actor,
  { year, changes }: { readonly year: number; readonly changes: readonly WrittenChange[] },
): Promise<void> => {
  const prices = priceLists.permissions.viewAll ?? '';
  if (changes.some(({ kind }) => kind === 'rate_card') && !actor.permissions.has(prices))
    throw forbidden(prices);
  const names = await readNames(database, actor, changes);
  const today = companyToday();
  const errors: Errors = {};
  const moved = new Set<string>();
  for (const [at, change] of changes.entries()) {
    const faults = faultsOf(change, names, { year, today });
    if (change.kind === 'moved_seller') {
      if (moved.has(change.seller_id)) faults.seller_id = ['Otro cambio ya mueve la cartera de esa persona.'];
      moved.add(change.seller_id);
    }
    for (const [field, texts] of Object.entries(faults)) errors[`changes.${at}.${field}`] = texts;
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
};
