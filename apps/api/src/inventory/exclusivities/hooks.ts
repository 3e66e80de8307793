import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { type DateRange, rangeToSql } from '@pauta/domain/kinds/date-range.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { invalid } from '../../platform/http/problem.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { holderName, holderText } from '../items/holder-names.ts';

interface Competitor {
  /** Its number and client; null if the actor may not see it. */
  readonly name: string | null;
  readonly day: string;
  readonly total: number;
}

/**
 * @throws Problem 422 if a competitor is already there, naming it as far as the actor may see. The database checks it
 * again, with the spaces locked.
 */
const requireNoCompetitor = async ({ tx, actor }: HandlerContext, values: Values): Promise<void> => {
  const rows = await tx.query<Competitor>(sql`
    WITH wanted AS (
      SELECT e FROM jsonb_populate_record(NULL::exclusivities, ${JSON.stringify({
        client_id: referenceId(values.client_id),
        industry_id: referenceId(values.industry_id),
        program_id: referenceId(values.program_id),
        subdivision_id: referenceId(values.subdivision_id),
        locality_id: referenceId(values.locality_id),
        dates: rangeToSql(values.dates as DateRange),
      })}::jsonb) AS e
    ), found AS (SELECT f.* FROM wanted w CROSS JOIN LATERAL competitors_within(w.e) f)
    SELECT ${holderName(actor)} AS name, f.day::text, count(*) OVER ()::integer AS total
    FROM found f LEFT JOIN holds h ON h.id = f.hold_id LEFT JOIN clients hk ON hk.id = h.client_id
      LEFT JOIN contracts k ON k.id = f.contract_id LEFT JOIN clients kk ON kk.id = k.client_id
    ORDER BY f.day LIMIT 5`);
  const [first] = rows;
  if (!first) return;
  const names = rows.flatMap(({ name }) => name ?? []);
  throw invalid({
    dates: [
      `Desde el ${formatCivilDate(first.day)} ya hay competidores ahí: ${holderText(names, first.total - names.length)}. ` +
        'Libere o mueva eso primero, o cambie los días.',
    ],
  });
};

/** Exclusivities begin today at the earliest and exclude nobody who is already there. */
export const exclusivityHooks: ResourceHooks = {
  beforeCreate: async (context, values) => {
    if (((values.dates as DateRange).to ?? '') < companyToday())
      throw invalid({ dates: ['Esos días ya pasaron.'] });
    await requireNoCompetitor(context, values);
  },
};
