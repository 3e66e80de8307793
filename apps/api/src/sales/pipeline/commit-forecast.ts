import sql from 'sql-template-tag';
import type { CommandHandler } from '../../resource/commands/handler.ts';

/** Saves the commitment of the caller for the current week; within the week it replaces the former one. */
export const commitForecast: CommandHandler<undefined, null> = {
  run: async ({ tx, actor }, _record, { amount, currency_code, notes }) => {
    // The trigger of the table sets week, month, label and what the pipeline holds.
    const row = await tx.one<{ id: string; label: string }>(sql`
      INSERT INTO forecast_snapshots (user_id, amount, currency_code, notes)
      VALUES (${actor.userId}::uuid, ${amount}::numeric, ${currency_code}, ${notes ?? null})
      ON CONFLICT ON CONSTRAINT forecast_snapshots_once DO UPDATE
      SET amount = excluded.amount, currency_code = excluded.currency_code, notes = excluded.notes
      RETURNING id, label`);
    return { id: row?.id, label: row?.label };
  },
};
