import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import { seedRolesAndPermissions } from '../admin/roles/seed-roles.ts';
import { openSession } from '../admin/sessions/sessions.ts';
import { type Database, systemChange } from '../platform/database/database.ts';

/** Password of every user that `createUser` creates. */
export const testPassword = 'ventisca jarrón ópalo trineo';

// `testPassword` hashed with the parameters of production, computed once to save time in tests.
const testPasswordHash =
  '$argon2id$v=19$m=47104,t=1,p=1$+XKnnODSgAU1mueTs6QMdA$axVsRhZ4ZT/eSsrzyo7EEfJkbyzhpkhUcjMe1juEO38';

export interface TestUser {
  id: string;
  full_name: string;
  email: string;
}

/** The part of a test API that is needed for creating users. */
export interface HasDatabase {
  readonly database: Database;
}

const seeded = new WeakMap<Database, Promise<void>>();

/** Creates roles and permissions as the start of the API does, once per database. */
export const ensureRoles = ({ database }: HasDatabase): Promise<void> => {
  const running = seeded.get(database) ?? seedRolesAndPermissions(database);
  seeded.set(database, running);
  return running;
};

/**
 * Creates a role with exactly these permissions; returns its name.
 *
 * @example await createUser(api, { role: await createRole(api, ['clients.view_own']) })
 */
export const createRole = async (
  api: HasDatabase,
  permissions: readonly (string | undefined)[],
): Promise<string> => {
  await ensureRoles(api);
  const name = `role_${randomBytes(6).toString('hex')}`;
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`
      WITH made AS (INSERT INTO roles (name, display_name) VALUES (${name}, ${name}) RETURNING id)
      INSERT INTO role_permissions (role_id, permission)
      SELECT made.id, permission FROM made, unnest(${[...new Set(permissions.filter(Boolean))]}::text[]) AS permission`),
  );
  return name;
};

/**
 * A user inserted directly into the database. Active with the role `admin` by default; a pending one has the role
 * `pending`.
 *
 * @example const ana = await createUser(api, { role: 'sales_rep', full_name: 'Ana Peñaló' });
 */
export const createUser = async (
  api: HasDatabase,
  options: { role?: string | readonly string[]; status?: string; full_name?: string; email?: string } = {},
): Promise<TestUser> => {
  await ensureRoles(api);
  const { status = 'active', full_name = 'Persona de Prueba' } = options;
  const email = options.email ?? `persona-${randomBytes(6).toString('hex')}@ejemplo.com`;
  const roles = [options.role ?? (status === 'pending' ? 'pending' : 'admin')].flat();
  return api.database.transaction(systemChange('test'), async (tx) => {
    const user = await tx.one<TestUser>(sql`
      INSERT INTO users (full_name, email, status) VALUES (${full_name}, ${email}, ${status})
      RETURNING id, full_name, email`);
    await tx.query(
      sql`INSERT INTO credentials (user_id, password_hash) VALUES (${user!.id}, ${testPasswordHash})`,
    );
    const given = await tx.query(sql`
      INSERT INTO user_roles (user_id, role_id) SELECT ${user!.id}, id FROM roles WHERE name = ANY (${roles}) RETURNING role_id`);
    if (given.length !== roles.length) throw new Error(`one of the roles ${roles.join(', ')} does not exist`);
    return user!;
  });
};

/** Opens a session of the user, as signing in does; returns the headers of their requests. */
export const signIn = async (
  api: HasDatabase,
  user: Pick<TestUser, 'id'>,
): Promise<{ authorization: string }> => {
  const token = await openSession(api.database, user.id, { ip: '127.0.0.1', userAgent: null });
  return { authorization: `Bearer ${token}` };
};

/**
 * A new user with the role, signed in.
 *
 * @example
 * const headers = await signInAs(api, 'sales_manager');
 * await api.inject({ url: '/api/clients', headers });
 */
export const signInAs = async (api: HasDatabase, role = 'admin'): Promise<{ authorization: string }> =>
  signIn(api, await createUser(api, role === 'pending' ? { status: 'pending' } : { role }));
