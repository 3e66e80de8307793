import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import { activityKinds } from '@pauta/domain/crm/follow-up/activity.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { readSetting } from '../../admin/settings/store.ts';
import type { EmailContent } from '../../mail/email.ts';
import type { Mailer } from '../../mail/mail-area.ts';
import { type Database, systemChange } from '../../platform/database/database.ts';
import { workRegularly } from '../../platform/regular-work.ts';
import { thankReferrer } from '../referrals/hooks.ts';

/** Rows per transaction, few enough that locks are short. */
const batch = 50;

interface DueReminder {
  id: string;
  subject: string;
  kind: keyof typeof activityKinds;
  scheduled_at: Date | string;
  about: string | null;
  user_id: string;
  full_name: string;
  email: string;
}

const reminderEmail = (due: DueReminder, url: string): EmailContent => ({
  subject: `Recordatorio: ${due.subject}`,
  name: due.full_name,
  paragraphs: [
    `${activityKinds[due.kind]}${due.about === null ? '' : ` con ${due.about}`}, ${formatInstant(new Date(due.scheduled_at).toISOString())}.`,
  ],
  action: { label: 'Abrir la actividad', url },
  note: 'Le escribimos porque esta actividad está a su nombre y tiene un recordatorio. Puede apagar estos correos en Configuración General.',
});

/**
 * Notifies the owners of activities whose reminder is due: by mail when the setting says so, and always through the
 * audit log, which feeds open screens and the home page. Each activity is taken by one process and notified once: the
 * mark and the mail are one transaction.
 *
 * @returns the number of reminders sent
 */
export const sendDueReminders = async (
  database: Database,
  mailer: Pick<Mailer, 'queue' | 'address'>,
): Promise<number> => {
  for (let reminded = 0; ; ) {
    const found = await database.transaction(systemChange('reminders', 'Recordatorio'), async (tx) => {
      const due = await tx.query<DueReminder>(sql`
        WITH due AS (
          SELECT id FROM activities
          WHERE reminded_at IS NULL AND status IN ('pending', 'in_progress') AND remind_at <= now()
          ORDER BY remind_at LIMIT ${batch} FOR NO KEY UPDATE SKIP LOCKED
        ), reminded AS (
          UPDATE activities a SET reminded_at = now() FROM due WHERE a.id = due.id RETURNING a.*
        )
        SELECT a.id, a.subject, a.kind, a.scheduled_at, u.id AS user_id, u.full_name, u.email,
          coalesce(c.trade_name, g.trade_name, r.referred_name) AS about
        FROM reminded a JOIN users u ON u.id = a.assigned_to_id
        LEFT JOIN clients c ON c.id = a.client_id LEFT JOIN agencies g ON g.id = a.agency_id
        LEFT JOIN referrals r ON r.id = a.referral_id`);
      if (due.length > 0 && (await readSetting(tx, 'activity_reminder_mail')) === true) {
        for (const one of due) {
          const content = reminderEmail(one, await mailer.address(tx, `/crm/seguimiento/${one.id}`));
          await mailer.queue(tx, { userId: one.user_id, to: one.email, content, goodForHours: 12 });
        }
      }
      return due.length;
    });
    reminded += found;
    if (found < batch) return reminded;
  }
};

/** Expires referrals without activity for too long, and notifies the users who recommended them. */
export const expireReferrals = async (database: Database): Promise<number> => {
  for (let expired = 0; ; ) {
    const found = await database.transaction(
      { ...systemChange('referrals', 'Venció sin movimiento'), action: 'expire' },
      async (tx) => {
        const rows = await tx.query<{ id: string }>(sql`
          WITH due AS (
            SELECT id FROM referrals
            WHERE status IN ('received', 'contacted', 'qualified') AND expires_at <= now()
            ORDER BY expires_at LIMIT ${batch} FOR NO KEY UPDATE SKIP LOCKED
          )
          UPDATE referrals r SET status = 'expired' FROM due WHERE r.id = due.id RETURNING r.id`);
        for (const { id } of rows) await thankReferrer(tx, id, 'expired');
        return rows.length;
      },
    );
    expired += found;
    if (found < batch) return expired;
  }
};

/** Every API process looks for due work; work taken by one process is skipped by the others. */
export const followUpInTime = (app: FastifyInstance): void =>
  workRegularly(app, {
    failure: 'due follow-ups could not be handled',
    pause: 20_000,
    work: async () => {
      await sendDueReminders(app.database, app.mailer);
      await expireReferrals(app.database);
      return undefined;
    },
  });
