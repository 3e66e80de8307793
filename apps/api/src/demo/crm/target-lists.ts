import type { Row } from '../insert-rows.ts';
import type { Random } from '../random.ts';
import type { Account } from './accounts.ts';

const lists = [
  ['Temporada navideña', 'season', 'active', 24],
  ['Recuperar clientes inactivos', 'win_back', 'active', 18],
  ['Clínicas y laboratorios', 'acquisition', 'active', 15],
  ['Lanzamiento de pantallas Cibao', 'launch', 'draft', 12],
] as const;

/** Target lists of this quarter, each with members assigned to sellers. */
export const makeTargetLists = (
  random: Random,
  { clients, managers, today }: { clients: readonly Account[]; managers: readonly string[]; today: Date },
): { lists: Row[]; members: Row[] } => {
  const year = today.getUTCFullYear();
  const quarter = Math.floor(today.getUTCMonth() / 3) * 3;
  const from = new Date(Date.UTC(year, quarter, 1));
  const until = new Date(Date.UTC(year, quarter + 3, 0));
  const rows: Row[] = [];
  const members: Row[] = [];
  for (const [name, purpose, status, count] of lists) {
    const id = random.id(from);
    rows.push({
      id,
      name,
      purpose,
      period: `[${from.toISOString().slice(0, 10)},${until.toISOString().slice(0, 10)}]`,
      owner_id: random.pick(managers),
      kind: 'static',
      goal_accounts: Math.ceil(count / 2),
      goal_amount: String(count * 400_000),
      currency_code: 'DOP',
      status,
      created_at: from,
    });
    for (const client of random.some(clients, count)) {
      const state =
        status === 'draft' || random.chance(40)
          ? 'pending'
          : random.pick(['contacted', 'contacted', 'meeting', 'proposal', 'won', 'discarded']);
      members.push({
        id: random.id(from),
        target_list_id: id,
        account_name: client.name,
        client_id: client.id,
        assigned_to_id: client.seller,
        priority: random.pick(['A', 'B', 'B', 'C']),
        estimated_amount: String(random.integer(2, 40) * 50_000),
        state,
        won_amount: state === 'won' ? String(random.integer(2, 30) * 50_000) : null,
        discard_reason: state === 'discarded' ? 'Ya contrató con la competencia.' : null,
        created_at: from,
      });
    }
  }
  return { lists: rows, members };
};
