import { fold } from '@pauta/domain/text/fold.ts';
import type { Row } from './insert-rows.ts';
import type { Known } from './known.ts';
import { firstNames, surnames } from './names.ts';
import type { Random } from './random.ts';

/** The staff of the media group. */
export interface Staff {
  readonly users: readonly Row[];
  readonly roles: readonly Row[];
  /** Ids of the sellers, busiest first. */
  readonly sellers: readonly string[];
  readonly managers: readonly string[];
  readonly assistants: readonly string[];
}

/** Domain reserved for examples (RFC 2606), so that no mail of the demonstration is delivered. */
export const domainOf = (company: string): string =>
  `${fold(company)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)}.example`;

/** A name that no other user of this run has. */
export const createPeople = (random: Random) => {
  const taken = new Set<string>();
  return (): { first: string; last: string; full: string; mailbox: string } => {
    for (;;) {
      const first = random.pick(firstNames[random.chance(50) ? 'f' : 'm']);
      const last = `${random.pick(surnames)} ${random.pick(surnames)}`;
      const full = `${first} ${last}`;
      // With very many users names repeat.
      if (taken.has(full) && taken.size < 20_000) continue;
      taken.add(full);
      const mailbox = `${fold(first)}.${fold(last).replace(' ', '.')}`;
      return { first, last, full, mailbox };
    }
  };
};

const posts = [
  { role: 'general_manager', position: 'GTE-GENERAL', count: 1 },
  { role: 'sales_manager', position: 'GTE-COMERCIAL', count: 3 },
  { role: 'sales_rep', position: 'EJEC-VENTAS', count: 14 },
  { role: 'sales_assistant', position: 'COORD-COMERCIAL', count: 3 },
  { role: 'planner', position: 'ANALISTA-PAUTA', count: 2 },
  { role: 'inventory', position: 'ANALISTA-PAUTA', count: 1 },
  { role: 'traffic', position: 'TRAFICO', count: 2 },
  { role: 'post_sales', position: 'ANALISTA-PAUTA', count: 1 },
  { role: 'billing', position: 'ANALISTA-FACT', count: 2 },
  { role: 'collections', position: 'GESTOR-COBROS', count: 2 },
  { role: 'finance', position: 'GTE-FINANCIERO', count: 1 },
] as const;

/** Users with their roles; sellers and assistants report to a sales manager, all others to the general manager. */
export const makeStaff = (
  random: Random,
  known: Known,
  person: ReturnType<typeof createPeople>,
  since: Date,
): Staff => {
  const byRole = new Map<string, string[]>();
  const users: Row[] = [];
  const roles: Row[] = [];
  const bossOf = (role: string): string | null => {
    const managers = byRole.get('sales_manager') ?? [];
    if (role === 'general_manager') return null;
    return role === 'sales_rep' || role === 'sales_assistant'
      ? (managers[users.length % managers.length] ?? null)
      : (byRole.get('general_manager')?.[0] ?? null);
  };
  for (const { role, position, count } of posts) {
    for (let index = 0; index < count; index++) {
      const { full, mailbox } = person();
      const id = random.id(since);
      users.push({
        id,
        full_name: full,
        email: `${mailbox}@grupoantillano.example`,
        status: 'active',
        job_position_id: known.id('job_positions', position),
        reports_to_id: bossOf(role),
        created_at: since,
      });
      roles.push({ user_id: id, role_id: known.id('roles', role) });
      byRole.set(role, [...(byRole.get(role) ?? []), id]);
    }
  }
  const of = (role: string): string[] => byRole.get(role) ?? [];
  return {
    users,
    roles,
    sellers: of('sales_rep'),
    managers: of('sales_manager'),
    assistants: of('sales_assistant'),
  };
};
