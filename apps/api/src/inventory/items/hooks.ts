import { type DateRange, rangeToSql } from '@pauta/domain/kinds/date-range.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { invalid } from '../../platform/http/problem.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { addBreaks, changeDays, copyItem, retire, setPrice } from './commands.ts';
import { whoIsInTheWay } from './who-is-in-the-way.ts';

/** The fields that decide how much can be sold of a space on a day. */
const limits = ['capacity', 'days', 'month_days', 'active', 'permit_until'] as const;

const changesOf = (values: Values): string =>
  JSON.stringify(
    Object.fromEntries(
      limits
        .filter((name) => name in values)
        .map((name) => [
          name,
          name === 'active' && values.active
            ? rangeToSql(values.active as DateRange)
            : (values[name] ?? null),
        ]),
    ),
  );

/** A space never gets smaller than what is held or sold of it. */
export const inventoryItemHooks: ResourceHooks = {
  beforeUpdate: async ({ tx, actor }, current, values) => {
    const changed = limits.find((name) => name in values);
    if (!changed) return;
    const why = await whoIsInTheWay(
      tx,
      actor,
      current.id,
      sql`jsonb_populate_record(i, ${changesOf(values)}::jsonb)`,
    );
    if (why) throw invalid({ [changed]: [why] });
  },
  commands: {
    retire,
    change_days: changeDays as CommandHandler,
    set_price: setPrice as CommandHandler,
    add_breaks: addBreaks as CommandHandler,
    copy: copyItem as CommandHandler,
  },
};
