import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createPasswords } from '../passwords/passwords.ts';
import { passwordFault } from '../passwords/policy.ts';
import { seedRolesAndPermissions } from '../roles/seed-roles.ts';
import { ensureAdministrator } from './administrator.ts';

let db: TestDatabase;
const passwords = createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 });
const nothing = { email: undefined, password: undefined };

beforeEach(async () => {
  db = await createTestDatabase();
  await seedRolesAndPermissions(db.database);
});
afterEach(() => db.drop());

const administrators = () =>
  db.database.query<{
    email: string;
    status: string;
    must_change_password: boolean;
    password_hash: string;
  }>(sql`
    SELECT u.email, u.status, u.must_change_password, c.password_hash
    FROM users u JOIN user_roles l ON l.user_id = u.id JOIN roles r ON r.id = l.role_id JOIN credentials c ON c.user_id = u.id
    WHERE r.name = 'admin' ORDER BY u.email`);

test('the first start creates an administrator and prints the generated password once', async () => {
  const created = await ensureAdministrator(db.database, nothing, passwords);
  expect(created).toEqual({
    email: 'admin@pauta.local',
    password: expect.stringMatching(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/),
  });
  expect(passwordFault(created!.password, { full_name: 'Administrador', email: created!.email })).toBeNull();
  const [administrator, ...others] = await administrators();
  expect(others).toEqual([]);
  expect(administrator).toMatchObject({
    email: 'admin@pauta.local',
    status: 'active',
    must_change_password: true,
  });
  expect((await passwords.verify(created!.password, administrator!.password_hash)).matches).toBe(true);
  expect(await ensureAdministrator(db.database, nothing, passwords)).toBeUndefined();
  const other = { email: 'otra@ejemplo.com', password: 'once faroles de papel' };
  expect(await ensureAdministrator(db.database, other, passwords)).toBeUndefined();
  expect(await administrators()).toEqual([administrator]);
});

test('the environment sets the administrator and their password', async () => {
  const given = { email: ' Jefa@Ejemplo.com ', password: 'once faroles de papel' };
  expect(await ensureAdministrator(db.database, given, passwords)).toBeUndefined();
  const [administrator] = await administrators();
  expect(administrator).toMatchObject({ email: 'jefa@ejemplo.com', must_change_password: false });
  expect((await passwords.verify('once faroles de papel', administrator!.password_hash)).matches).toBe(true);
});

test('a weak password from the environment is accepted and has to be changed', async () => {
  await ensureAdministrator(db.database, { email: undefined, password: 'admin123' }, passwords);
  expect(await administrators()).toMatchObject([{ email: 'admin@pauta.local', must_change_password: true }]);
});

test('processes that start at once create one administrator, and one of them prints the valid password', async () => {
  const shown = await Promise.all(
    Array.from({ length: 5 }, () => ensureAdministrator(db.database, nothing, passwords)),
  );
  const created = shown.filter((result) => result !== undefined);
  expect(created).toHaveLength(1);
  const [administrator] = await administrators();
  expect((await passwords.verify(created[0]!.password, administrator!.password_hash)).matches).toBe(true);
});

test('renaming the administrator does not create a second one at the next start', async () => {
  await ensureAdministrator(db.database, nothing, passwords);
  await db.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`UPDATE users SET email = 'ana@ejemplo.com'`),
  );
  expect(await ensureAdministrator(db.database, nothing, passwords)).toBeUndefined();
  expect(await administrators()).toHaveLength(1);
});
