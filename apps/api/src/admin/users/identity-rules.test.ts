import { permissions } from '@pauta/domain/admin/roles/permissions.ts';
import { seedRoles } from '@pauta/domain/admin/roles/roles.ts';
import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChangeContext, systemChange } from '../../platform/database/database.ts';
import { problemOf } from '../../platform/http/problem-handler.ts';
import { createUser, ensureRoles, type TestUser } from '../../testing/sign-in.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { identityConstraints } from '../constraints.ts';
import { seedRolesAndPermissions } from '../roles/seed-roles.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase({ pool: 30 });
  db.database.explainConstraints(identityConstraints);
  await ensureRoles(db);
});
afterAll(() => db.drop());

const by = (user: TestUser): ChangeContext => ({ actorId: user.id, requestId: 'test', ip: null });

/** Runs the statements in one transaction; returns `done`, or status and message of the refusal. */
const attempt = (change: ChangeContext, ...statements: Sql[]): Promise<string> =>
  db.database
    .transaction(change, async (tx) => {
      for (const statement of statements) await tx.query(statement);
      return 'done';
    })
    .catch((error: unknown) => {
      const { status, message } = problemOf(error);
      return `${status} ${message}`;
    });

const system = systemChange('test');
const roleId = (name: string) => sql`(SELECT id FROM roles WHERE name = ${name})`;
const administrators = async () => {
  const row = await db.database.one<{ count: number }>(sql`
    SELECT count(*)::integer AS count FROM users u JOIN user_roles l ON l.user_id = u.id
    WHERE l.role_id = ${roleId('admin')} AND u.status = 'active'`);
  return row!.count;
};

const lastOne = '422 Es el último administrador activo: dé antes el rol de administrador a otra persona.';

test('the last administrator keeps the role and stays active', async () => {
  const one = await createUser(db);
  const other = await createUser(db);
  expect(await attempt(system, sql`UPDATE users SET status = 'suspended' WHERE id = ${other.id}`)).toBe(
    'done',
  );
  for (const status of ['suspended', 'inactive', 'pending']) {
    expect(await attempt(system, sql`UPDATE users SET status = ${status} WHERE id = ${one.id}`)).toBe(
      lastOne,
    );
  }
  expect(await attempt(system, sql`DELETE FROM user_roles WHERE user_id = ${one.id}`)).toBe(lastOne);
  expect(
    await attempt(
      system,
      sql`UPDATE user_roles SET role_id = ${roleId('finance')} WHERE user_id = ${one.id}`,
    ),
  ).toBe(lastOne);
  // Transferring the role in one step is allowed, and so is replacing a user's roles by the same ones.
  expect(
    await attempt(
      system,
      sql`UPDATE users SET status = 'suspended' WHERE id = ${one.id}`,
      sql`UPDATE users SET status = 'active' WHERE id = ${other.id}`,
    ),
  ).toBe('done');
  expect(
    await attempt(
      by(other),
      sql`DELETE FROM user_roles WHERE user_id = ${other.id}`,
      sql`INSERT INTO user_roles VALUES (${other.id}, ${roleId('admin')}), (${other.id}, ${roleId('finance')})`,
    ),
  ).toBe('done');
  expect(await attempt(system, sql`UPDATE users SET status = 'active' WHERE id = ${one.id}`)).toBe('done');
  expect(await administrators()).toBe(2);
});

test('of many administrators removed concurrently one always remains', async () => {
  for (let round = 0; round < 10; round += 1) {
    const users = await Promise.all(Array.from({ length: 6 }, () => createUser(db)));
    const rest = await db.database.query<{ id: string }>(sql`
      SELECT user_id AS id FROM user_roles WHERE role_id = ${roleId('admin')} AND user_id <> ALL (${users.map(({ id }) => id)})`);
    for (const { id } of rest) await attempt(system, sql`DELETE FROM user_roles WHERE user_id = ${id}`);
    expect(await administrators()).toBe(6);
    const results = await Promise.all(
      users.map(({ id }, index) =>
        attempt(
          system,
          index % 2
            ? sql`UPDATE users SET status = 'suspended' WHERE id = ${id}`
            : sql`DELETE FROM user_roles WHERE user_id = ${id}`,
          // All checks run before any commit; at the end of their transactions the order would be random.
          sql`SET CONSTRAINTS ALL IMMEDIATE`,
          sql`SELECT pg_sleep(0.01)`,
        ),
      ),
    );
    expect(await administrators()).toBe(1);
    expect(results.toSorted()).toEqual([lastOne, 'done', 'done', 'done', 'done', 'done']);
  }
});

test('nobody is their own manager, directly or indirectly, under concurrent changes too', async () => {
  const [a, b, c, d] = (await Promise.all([1, 2, 3, 4].map(() => createUser(db, { role: 'sales_rep' })))) as [
    TestUser,
    TestUser,
    TestUser,
    TestUser,
  ];
  const reports = (who: TestUser, to: TestUser | null) =>
    attempt(system, sql`UPDATE users SET reports_to_id = ${to?.id ?? null} WHERE id = ${who.id}`);
  expect(await reports(a, a)).toBe('422 Una persona no puede reportar a sí misma.');
  expect([await reports(a, b), await reports(b, c), await reports(c, d)]).toEqual(['done', 'done', 'done']);
  const circle = '422 Esa persona ya reporta, directamente o por otros, a este usuario. Elija otra.';
  expect(await reports(d, a)).toBe(circle);
  expect(await reports(c, a)).toBe(circle);
  expect(
    await attempt(
      system,
      sql`
    INSERT INTO users (id, full_name, email, reports_to_id) VALUES (new_id(), 'Persona Nueva', 'nueva@ejemplo.com', ${a.id})`,
    ),
  ).toBe('done');

  for (let round = 0; round < 20; round += 1) {
    await Promise.all([a, b, c, d].map((user) => reports(user, null)));
    const results = await Promise.all([reports(a, b), reports(b, c), reports(c, d), reports(d, a)]);
    expect(results.toSorted()).toEqual([circle, 'done', 'done', 'done']);
  }
});

test('nobody assigns a role with a permission they lack, by any route', async () => {
  const given = '422 No puede dar un rol con permisos que usted no tiene.';
  const manager = await createUser(db, { role: 'sales_manager' });
  const someone = await createUser(db, { role: 'pending' });
  const give = (who: TestUser, to: TestUser, ...names: string[]) =>
    attempt(by(who), sql`INSERT INTO user_roles SELECT ${to.id}, id FROM roles WHERE name = ANY (${names})`);
  expect(await give(manager, someone, 'sales_rep')).toBe(given);
  expect(await give(manager, someone, 'planner')).toBe('done');
  expect(await give(manager, manager, 'admin')).toBe(given);
  expect(await give(manager, manager, 'admin', 'general_manager')).toBe(given);
  expect(
    await attempt(
      by(manager),
      sql`DELETE FROM user_roles WHERE user_id = ${manager.id}`,
      sql`INSERT INTO user_roles VALUES (${manager.id}, ${roleId('admin')})`,
    ),
  ).toBe(given);
  expect(
    await attempt(
      by(manager),
      sql`UPDATE user_roles SET role_id = ${roleId('admin')} WHERE user_id = ${manager.id}`,
    ),
  ).toBe(given);
  expect(await give(await createUser(db), someone, 'admin')).toBe('done');
});

test.each([
  [
    'users_email_key',
    (taken: string) => sql`INSERT INTO users (full_name, email) VALUES ('Otra Persona', ${taken})`,
  ],
  [
    'users_email_form',
    (taken: string) =>
      sql`INSERT INTO users (full_name, email) VALUES ('Otra Persona', ${taken.toUpperCase()})`,
  ],
  ['users_full_name_length', () => sql`INSERT INTO users (full_name, email) VALUES ('Al', 'al@ejemplo.com')`],
  ['users_status_known', (taken: string) => sql`UPDATE users SET status = 'root' WHERE email = ${taken}`],
  ['users_phone_form', (taken: string) => sql`UPDATE users SET phone = '809' WHERE email = ${taken}`],
  [
    'users_profile_photo_form',
    (taken: string) => sql`UPDATE users SET profile_photo = '../../secreto' WHERE email = ${taken}`,
  ],
  ['roles_system_kept', () => sql`UPDATE roles SET name = 'x' WHERE name = 'finance'`],
])('the database itself enforces %s', async (constraint, statement) => {
  const { email } = await createUser(db, { role: 'planner' });
  const failed = await db.database
    .transaction(system, (tx) => tx.query(statement(email)))
    .catch((error: unknown) => error);
  expect(failed).toMatchObject({ constraint });
});

test('users and roles are never deleted, and no user can revoke permissions of the administrator role', async () => {
  const user = await createUser(db);
  await expect(db.database.query(sql`DELETE FROM users WHERE id = ${user.id}`)).rejects.toMatchObject({
    code: '42501',
  });
  await expect(db.database.query(sql`DELETE FROM roles WHERE name = 'finance'`)).rejects.toMatchObject({
    code: '42501',
  });
  expect(
    await attempt(
      by(user),
      sql`DELETE FROM role_permissions WHERE role_id = ${roleId('admin')} AND permission = 'audit.view'`,
    ),
  ).toBe('422 El rol de administrador conserva todos los permisos.');
});

const matrix = async () => {
  const rows = await db.database.query<{ name: string; permissions: string[] }>(sql`
    SELECT name, ARRAY(SELECT permission FROM role_permissions WHERE role_id = r.id ORDER BY 1) AS permissions FROM roles r ORDER BY name`);
  return Object.fromEntries(rows.map((row) => [row.name, row.permissions]));
};

const defined = Object.fromEntries(
  seedRoles.map((role) => [role.name, [...new Set(role.permissions)].sort()]),
);

test('the fourteen roles, every permission and their grants are those of the definitions', async () => {
  const collate = (list: Record<string, string[]>) =>
    Object.fromEntries(Object.entries(list).map(([name, names]) => [name, names.toSorted()]));
  expect(collate(await matrix())).toEqual(defined);
  expect(seedRoles).toHaveLength(14);
  const stored = await db.database.query<{ name: string }>(sql`SELECT name, module, label FROM permissions`);
  expect(new Set(stored.map(({ name }) => name))).toEqual(new Set(permissions.map(({ name }) => name)));
});

test('a later start adds new permissions and restores none that a customer revoked', async () => {
  const own = await createTestDatabase();
  try {
    await Promise.all(Array.from({ length: 4 }, () => seedRolesAndPermissions(own.database)));
    const holds = async (role: string, permission: string) =>
      (await own.database.one(sql`
        SELECT 1 AS one FROM role_permissions WHERE role_id = ${roleId(role)} AND permission = ${permission}`)) !==
      undefined;
    await own.database.transaction(system, async (tx) => {
      await tx.query(
        sql`DELETE FROM role_permissions WHERE role_id = ${roleId('sales_rep')} AND permission = 'clients.create'`,
      );
      await tx.query(sql`INSERT INTO role_permissions VALUES (${roleId('sales_rep')}, 'audit.view')`);
      await tx.query(sql`UPDATE roles SET display_name = 'Vendedor' WHERE name = 'sales_rep'`);
      await tx.query(sql`DELETE FROM role_permissions WHERE permission = 'settings.update'`);
    });
    await own.runAsSuperuser(sql`DELETE FROM permissions WHERE name = 'settings.update'`);
    await seedRolesAndPermissions(own.database);
    expect(await holds('sales_rep', 'clients.create')).toBe(false);
    expect(await holds('sales_rep', 'audit.view')).toBe(true);
    expect(await holds('admin', 'settings.update')).toBe(true);
    const role = await own.database.one(sql`SELECT display_name FROM roles WHERE name = 'sales_rep'`);
    expect(role).toEqual({ display_name: 'Vendedor' });
  } finally {
    await own.drop();
  }
});
