import type { Reference } from '@pauta/domain/kinds/reference.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
import type { StateChangeHandler } from '../../resource/commands/handler.ts';
import { revokeLinks } from '../passwords/links.ts';
import { revokeSessions } from '../sessions/sessions.ts';
import { recordUserEvent } from '../user-event.ts';

const pendingRole = async (tx: Transaction): Promise<string | undefined> =>
  (await tx.one<{ id: string }>(sql`SELECT id FROM roles WHERE name = 'pending'`))?.id;

/** Approves a pending user with the roles they get. */
const approve: StateChangeHandler = async ({ tx }, record, input) => {
  const roleIds = (input.role_ids as readonly Reference[]).map(({ id }) => id);
  const waiting = await pendingRole(tx);
  if (waiting && roleIds.includes(waiting)) {
    throw invalid({
      role_ids: ['Elija los roles con los que trabajará; «Pendiente de aprobación» no es uno.'],
    });
  }
  await tx.query(
    sql`DELETE FROM user_roles WHERE user_id = ${record.id} AND role_id <> ALL (${roleIds}::uuid[])`,
  );
  await tx.query(sql`
    INSERT INTO user_roles (user_id, role_id) SELECT ${record.id}, id FROM unnest(${roleIds}::uuid[]) AS given(id)
    ON CONFLICT DO NOTHING`);
};

/** Closes the user's sessions; their data stay. The database ensures that an administrator remains. */
const suspend: StateChangeHandler = async ({ tx, actor }, record) => {
  if (actor.userId === record.id) {
    throw conflict('own_account', 'No puede suspender su propia cuenta; pídalo a otro administrador.');
  }
  const revoked = await revokeSessions(tx, record.id);
  await revokeLinks(tx, record.id);
  if (revoked > 0)
    await recordUserEvent(tx, { action: 'sessions_closed', userId: record.id, details: { revoked } });
};

/**
 * A user who was suspended before being approved needs a role to be reactivated; an invited one has to choose a
 * password first.
 */
const reactivate: StateChangeHandler = async ({ tx }, record) => {
  const role = await tx.one(sql`
    SELECT 1 AS one FROM user_roles l JOIN roles r ON r.id = l.role_id
    WHERE l.user_id = ${record.id} AND r.name <> 'pending' LIMIT 1`);
  if (!role) {
    throw conflict('no_role', 'Este usuario todavía no tiene un rol. Dele uno y después reactívelo.');
  }
  if (!(await tx.one(sql`SELECT 1 AS one FROM credentials WHERE user_id = ${record.id}`))) {
    throw conflict(
      'no_password',
      'Este usuario nunca aceptó su invitación y no tiene contraseña. Invítelo de nuevo.',
    );
  }
};

/** Invalidates the sent link. */
const withdraw: StateChangeHandler = async ({ tx }, record) => revokeLinks(tx, record.id);

/** The effects of the state changes of users. */
export const userCommands: Readonly<Record<string, StateChangeHandler>> = {
  approve,
  suspend,
  reactivate,
  withdraw,
};
