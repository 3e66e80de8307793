import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { readSetting } from '../../admin/settings/store.ts';
import { systemChange } from '../../platform/database/database.ts';
import { jobContext } from '../../resource/commands/context.ts';
import { reminderNews, tellOwners } from './tell-owners.ts';

/** How many hours before the end of a hold its owner is reminded. */
const reminders = [48, 24, 2] as const;

/** Reminds owners of active holds that end soon: once of each time and end, in one mail if several are due at once. */
export const remindOwners = (server: FastifyInstance): Promise<void> =>
  server.database.transaction(systemChange('reminders', 'Recordatorio'), async (tx) => {
    const due = await tx.query<{ id: string }>(sql`
      WITH due AS (
        INSERT INTO hold_reminders (hold_id, expires_at, hours)
        SELECT h.id, h.expires_at, r.hours FROM holds h CROSS JOIN unnest(${reminders}::integer[]) AS r(hours)
        WHERE h.status = 'active' AND h.expires_at > now() AND h.expires_at <= now() + make_interval(hours => r.hours)
          -- A hold that began later than this before its end is not reminded of it.
          AND h.created_at <= h.expires_at - make_interval(hours => r.hours)
        ON CONFLICT DO NOTHING RETURNING hold_id
      )
      SELECT DISTINCT hold_id AS id FROM due`);
    if (due.length === 0 || (await readSetting(tx, 'hold_reminder_mail')) !== true) return;
    await tellOwners(
      jobContext(server, tx),
      due.map(({ id }) => id),
      reminderNews,
    );
  });
