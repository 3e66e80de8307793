import { fold } from '@pauta/domain/text/fold.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';

/** Internal name of a role for code and settings: `Jefatura de Tráfico` → `jefatura_de_trafico`. */
const internalName = (displayName: string): string => {
  const words = fold(displayName)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '');
  return words.slice(0, 36).replace(/_+$/, '') || 'rol';
};

/** The internal name of a new role: from its label, numbered if another role has it. */
export const freeName = async (tx: Queryable, displayName: string): Promise<string> => {
  const wanted = internalName(displayName);
  // Serializes the creation of roles with the same label; the second one gets a number or is refused.
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtext('pauta.roles.name'))`);
  const taken = await tx.query<{ name: string }>(
    sql`SELECT name FROM roles WHERE name = ${wanted} OR name LIKE ${`${wanted.replaceAll('_', '\\_')}\\_%`}`,
  );
  const names = new Set(taken.map(({ name }) => name));
  if (!names.has(wanted)) return wanted;
  for (let number = 2; ; number += 1) {
    if (!names.has(`${wanted}_${number}`)) return `${wanted}_${number}`;
  }
};

/** The number of users with a role, for the refusal to archive it. */
const holdersOf = async (tx: Queryable, id: string): Promise<number> =>
  (
    await tx.one<{ count: number }>(
      sql`SELECT count(*)::integer AS count FROM user_roles WHERE role_id = ${id}`,
    )
  )?.count ?? 0;

/** Hooks of roles; the database enforces the same rules (0011). */
export const roleHooks: ResourceHooks = {
  events: { permissions: 'Permisos cambiados' },
  beforeCreate: async ({ tx }, values) => ({ name: await freeName(tx, String(values.display_name)) }),
  beforeArchive: async ({ tx }, current) => {
    if (current.is_system === true) {
      throw conflict(
        'system_role',
        'Este rol es parte del sistema y no se archiva. Puede cambiar sus permisos.',
      );
    }
    const holders = await holdersOf(tx, current.id);
    if (holders === 0) return;
    throw conflict(
      'role_in_use',
      holders === 1
        ? 'Una persona tiene este rol. Dele otro antes de archivarlo.'
        : `${holders} personas tienen este rol. Deles otro antes de archivarlo.`,
    );
  },
};
