import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { readSetting } from '../../admin/settings/store.ts';
import { systemChange } from '../../platform/database/database.ts';
import { jobContext } from '../../resource/commands/context.ts';
import { reminderNews, tellOwners } from './tell-owners.ts';

/** How many hours before the end of a hold its owner is reminded. */
const reminders = [48, 24, 2] as const;

/** Reminders that are due and not given: `hold_id`, `expires_at`, `hours`. */
const due = sql`
  SELECT h.id AS hold_id, h.expires_at, r.hours FROM holds h CROSS JOIN unnest(${reminders}::integer[]) AS r(hours)
  WHERE h.status = 'active' AND h.expires_at > now() AND h.expires_at <= now() + make_interval(hours => r.hours)
    -- A hold that began later than this before its end is not reminded of it.
    AND h.created_at <= h.expires_at - make_interval(hours => r.hours)
    AND NOT EXISTS (SELECT FROM hold_reminders g WHERE g.hold_id = h.id AND g.expires_at = h.expires_at AND g.hours = r.hours)`;

/** Reminds owners of active holds that end soon: once of each time and end, in one mail if several are due at once. */
export const remindOwners = async (server: FastifyInstance): Promise<void> => {
  const isDue = await server.database.one(sql`SELECT FROM (${due}) d LIMIT 1`);
  if (!isDue) return;
  await server.database.transaction(systemChange('reminders', 'Recordatorio'), async (tx) => {
    // Another process may have given them meanwhile.
    const given = await tx.query<{ id: string }>(sql`
      WITH given AS (
        INSERT INTO hold_reminders (hold_id, expires_at, hours) ${due} ON CONFLICT DO NOTHING RETURNING hold_id
      )
      SELECT DISTINCT hold_id AS id FROM given`);
    if (given.length === 0 || (await readSetting(tx, 'hold_reminder_mail')) !== true) return;
    await tellOwners(
      jobContext(server, tx),
      given.map(({ id }) => id),
      reminderNews,
    );
  });
};
