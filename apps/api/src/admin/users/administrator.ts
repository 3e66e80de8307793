import { randomInt } from 'node:crypto';
import sql from 'sql-template-tag';
import { type Database, systemChange } from '../../platform/database/database.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { passwordFault } from '../passwords/policy.ts';
import { recordUserEvent } from '../user-event.ts';

/** The first administrator, as the environment configures it. */
export interface AdministratorConfig {
  email: string | undefined;
  password: string | undefined;
}

// Without characters that are easily confused in a terminal: no 0 O 1 l I.
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

const generatePassword = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 5 }, () => alphabet.charAt(randomInt(alphabet.length))).join(''),
  ).join('-');

const exists = sql`SELECT 1 AS one FROM user_roles l JOIN roles r ON r.id = l.role_id WHERE r.name = 'admin' LIMIT 1`;

/**
 * Creates the administrator if there has never been one; later starts change nothing, even with other environment
 * values. Requires the roles to exist.
 *
 * @returns the credentials to print once, when the password was generated
 */
export const ensureAdministrator = async (
  database: Database,
  config: AdministratorConfig,
  passwords: Passwords,
): Promise<{ email: string; password: string } | undefined> => {
  if (await database.one(exists)) return undefined;
  const email = (config.email ?? 'admin@pauta.local').trim().toLowerCase();
  const owner = { full_name: 'Administrador', email };
  const password = config.password ?? generatePassword();
  const passwordHash = await passwords.hash(password);
  // A weak password is accepted once and has to be changed at the first sign-in.
  const mustChange = config.password === undefined || passwordFault(password, owner) !== null;

  const isCreated = await database.transaction(systemChange('first-start'), async (tx) => {
    await tx.query(sql`SELECT pg_advisory_xact_lock(hashtext('pauta.seed'))`);
    if (await tx.one(exists)) return false;
    const user = await tx.one<{ id: string }>(sql`
      INSERT INTO users (full_name, email, status, must_change_password)
      VALUES (${owner.full_name}, ${email}, 'active', ${mustChange})
      ON CONFLICT (email) DO UPDATE SET status = 'active', must_change_password = excluded.must_change_password
      RETURNING id`);
    if (!user) throw new Error('the administrator was not written');
    await tx.query(
      sql`INSERT INTO user_roles (user_id, role_id) SELECT ${user.id}, id FROM roles WHERE name = 'admin'`,
    );
    await tx.query(sql`
      INSERT INTO credentials (user_id, password_hash) VALUES (${user.id}, ${passwordHash})
      ON CONFLICT (user_id) DO UPDATE SET password_hash = excluded.password_hash, changed_at = now()`);
    await recordUserEvent(tx, { action: 'administrator_created', userId: user.id });
    return true;
  });
  return isCreated && config.password === undefined ? { email, password } : undefined;
};
