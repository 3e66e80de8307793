import sql from 'sql-template-tag';
import { type Database, systemChange } from '../../platform/database/database.ts';

/** Actions of visitors: loading the form, and giving the first answer. */
export type VisitorEvent = 'views' | 'starts';

/** Counts visitor events in memory, and adds them to the database periodically. Visitors are not distinguished. */
export interface FormCounter {
  /** @param origin origin of the page; empty for pages of this server */
  note(formId: string, origin: string, event: VisitorEvent): void;
  /** Adds the counts to the database. After a failure they are kept for the next attempt. */
  flush(): Promise<void>;
}

interface Count {
  readonly form: string;
  readonly origin: string;
  views: number;
  starts: number;
}

/** Maximum number of distinct counters kept while the database is unavailable. */
const most = 5_000;

export const createFormCounter = (database: Database): FormCounter => {
  let counts = new Map<string, Count>();

  const add = ({ form, origin, views, starts }: Count): void => {
    const key = `${form} ${origin}`;
    const known = counts.get(key);
    if (known) {
      known.views += views;
      known.starts += starts;
    } else if (counts.size < most) counts.set(key, { form, origin, views, starts });
  };

  return {
    note: (form, origin, event) => add({ form, origin, views: 0, starts: 0, [event]: 1 }),
    flush: async () => {
      if (counts.size === 0) return;
      const taken = [...counts.values()];
      counts = new Map();
      try {
        await database.transaction(systemChange('public-forms'), (tx) =>
          tx.query(sql`
            INSERT INTO public_form_days AS d (public_form_id, day, origin, views, starts)
            SELECT form, business_date(), origin, views, starts
            FROM jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) AS c(form uuid, origin text, views integer, starts integer)
            ORDER BY form, origin
            ON CONFLICT (public_form_id, day, origin) DO UPDATE SET
              views = d.views + excluded.views, starts = d.starts + excluded.starts`),
        );
      } catch (error) {
        for (const count of taken) add(count);
        throw error;
      }
    },
  };
};
