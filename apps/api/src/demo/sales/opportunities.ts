import sql from 'sql-template-tag';
import { counterOf } from '../../admin/settings/take-number.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { type Account, workingMoment } from '../crm/accounts.ts';
import { insertRows, type Row } from '../insert-rows.ts';
import type { Known } from '../known.ts';
import type { Random } from '../random.ts';

const day = 86_400_000;

const campaigns = [
  'Campaña de Navidad',
  'Lanzamiento de producto',
  'Refuerzo de marca',
  'Plan anual de radio',
  'Vallas en avenidas principales',
  'Promoción de aniversario',
  'Regreso a clases',
  'Temporada de verano',
  'Patrocinio de noticiero',
  'Paquete digital y radio',
];

const steps = [
  'Presentar la propuesta',
  'Confirmar el presupuesto con su gerencia',
  'Enviar las tarifas vigentes',
  'Reunirse con la agencia',
  'Ajustar el plan de medios',
  'Esperar la aprobación de la casa matriz',
];

const open = ['PROSPECTO', 'CALIFICACION', 'PROPUESTA', 'NEGOCIACION', 'CIERRE-VERBAL'] as const;

/** How an opportunity ends: most are still open, in every stage. */
const ends = ['open', 'open', 'open', 'open', 'open', 'won', 'won', 'lost', 'lost', 'paused'] as const;

interface Step {
  readonly stage: string;
  readonly at: Date;
}

interface Made {
  readonly row: Row & { readonly id: string };
  readonly created: Date;
  /** The stages after the first, in order. */
  readonly path: readonly Step[];
  readonly end: (typeof ends)[number];
  readonly amount: string;
}

/** A record that became an opportunity: its client and its seller, and the moment from which it may be one. */
interface Origin {
  readonly client: string;
  readonly seller: unknown;
  readonly name?: string;
  readonly from?: Date;
  readonly referral?: unknown;
  readonly end?: (typeof ends)[number];
  readonly amount?: string;
}

const civil = (at: Date): string => at.toISOString().slice(0, 10);

const make = (random: Random, known: Known, origin: Origin, today: Date): Made => {
  const from = origin.from ?? new Date(today.getTime() - 200 * day);
  const created = workingMoment(random, from, new Date(today.getTime() - 2 * day));
  const end = origin.end ?? random.pick(ends);
  const last = random.integer(0, open.length - 1);
  const length = today.getTime() - created.getTime();
  const moments = last + (end === 'open' ? 0 : 1);
  const path = Array.from({ length: moments }, (_, index): Step => {
    const stage = open[index + 1];
    return {
      stage:
        index < last && stage ? stage : { open: '', won: 'GANADA', lost: 'PERDIDA', paused: 'EN-PAUSA' }[end],
      at: new Date(created.getTime() + (length * (index + 1)) / (moments + 1)),
    };
  });
  const amount = origin.amount ?? String(random.integer(2, 60) * 25_000);
  const isForeign = origin.amount === undefined && random.chance(12);
  const closes = new Date(today.getTime() + random.integer(-12, 75) * day);
  const flight = new Date(closes.getTime() + random.integer(5, 30) * day);
  return {
    created,
    path,
    end,
    amount: isForeign ? String(random.integer(1, 30) * 1_000) : amount,
    row: {
      id: random.id(created),
      name: origin.name ?? random.pick(campaigns),
      client_id: origin.client,
      owner_id: origin.seller,
      stage_id: known.id('closing_probabilities', open[0]),
      expected_amount: isForeign ? String(random.integer(1, 30) * 1_000) : amount,
      currency_code: isForeign ? 'USD' : 'DOP',
      expected_close_date: civil(closes),
      flight: `[${civil(flight)},${civil(new Date(flight.getTime() + random.integer(7, 90) * day))}]`,
      lead_source_id: random.chance(70) ? random.pick(known.ids('lead_sources')) : null,
      referral_id: origin.referral ?? null,
      next_step: random.pick(steps),
      splits_pct: random.chance(15) ? 100 : 0,
      stage_since: created,
      created_at: created,
    },
  };
};

/** Moves the opportunities to their `index`-th next stage, in one statement. */
const insertSteps = async (
  tx: Transaction,
  known: Known,
  random: Random,
  made: readonly Made[],
  index: number,
) => {
  const losses = await tx.query<{ id: string }>(
    sql`SELECT id FROM reasons WHERE kind = 'loss' ORDER BY sort_order, id`,
  );
  const rows = made.flatMap(({ row, path, end, amount }) => {
    const step = path[index];
    if (!step) return [];
    const isEnd = end !== 'open' && index === path.length - 1;
    return [
      {
        id: row.id,
        stage_id: known.id('closing_probabilities', step.stage),
        stage_since: step.at,
        result: isEnd ? end : 'open',
        closed_at: isEnd && end !== 'paused' ? step.at : null,
        won_amount: isEnd && end === 'won' ? amount : null,
        won_currency_code: isEnd && end === 'won' ? row.currency_code : null,
        loss_reason_id: isEnd && end === 'lost' ? random.pick(losses).id : null,
        resume_on: isEnd && end === 'paused' ? civil(new Date(step.at.getTime() + 120 * day)) : null,
      },
    ];
  });
  await tx.query(sql`
    UPDATE opportunities o SET stage_id = r.stage_id, stage_since = r.stage_since, result = r.result, closed_at = r.closed_at,
      won_amount = r.won_amount, won_currency_code = r.won_currency_code, loss_reason_id = r.loss_reason_id,
      resume_on = r.resume_on
    FROM json_populate_recordset(NULL::opportunities, ${JSON.stringify(rows)}::json) r WHERE o.id = r.id`);
};

/** What opportunities are made of. */
export interface OpportunityOrigins {
  readonly clients: readonly Account[];
  readonly referrals: readonly Row[];
  readonly members: readonly Row[];
  readonly today: Date;
}

/** Referrals and accounts of target lists, with the opportunities that some of them became. */
export interface WithOpportunities {
  readonly referrals: readonly Row[];
  readonly members: readonly Row[];
  readonly opportunities: readonly Made[];
}

/**
 * Opportunities in every stage, of the last half year: some by referral, some from target lists. Qualified referrals
 * with an opportunity are converted.
 */
export const makeOpportunities = (
  random: Random,
  known: Known,
  { clients, referrals, members, today }: OpportunityOrigins,
): WithOpportunities => {
  const recent = new Date(today.getTime() - 200 * day);
  const living = clients.filter(({ status }) => status !== 'blocked');
  const plain = Array.from({ length: Math.ceil(clients.length / 3) }, () => {
    const { id, seller, since } = random.pickEarly(living);
    return make(random, known, { client: id, seller, ...(since > recent && { from: since }) }, today);
  });
  const others: Made[] = [];
  const converted = referrals.map((row): Row => {
    if (row.status !== 'qualified') return { ...row, converted_client_id: null };
    const client = random.pick(living.filter(({ id }) => id !== row.referrer_client_id));
    others.push(
      make(
        random,
        known,
        {
          client: client.id,
          seller: row.assigned_to_id,
          name: `Primera campaña de ${String(row.referred_name)}`,
          from: row.received_at as Date,
          referral: row.id,
        },
        today,
      ),
    );
    return { ...row, status: 'converted', converted_client_id: client.id };
  });
  const worked = members.map((row): Row => {
    const isWon = row.state === 'won';
    if (!isWon && row.state !== 'proposal') return { ...row, opportunity_id: null };
    const one = make(
      random,
      known,
      {
        client: String(row.client_id),
        seller: row.assigned_to_id,
        from: row.created_at as Date,
        end: isWon ? 'won' : 'open',
        amount: String(isWon ? row.won_amount : row.estimated_amount),
      },
      today,
    );
    others.push(one);
    return { ...row, opportunity_id: one.row.id };
  });
  return { referrals: converted, members: worked, opportunities: [...plain, ...others] };
};

/** Inserts opportunities with their numbers, the stages they went through, and who shares their credit. */
export const insertOpportunities = async (
  tx: Transaction,
  random: Random,
  known: Known,
  made: readonly Made[],
  sellers: readonly string[],
): Promise<void> => {
  const counts = new Map<number, number>();
  const numbered = [...made]
    .sort((a, b) => a.created.getTime() - b.created.getTime())
    .map(({ row, created }) => {
      const year = created.getUTCFullYear();
      const count = (counts.get(year) ?? 0) + 1;
      counts.set(year, count);
      return { ...row, number: `OP-${year}-${String(count).padStart(5, '0')}` };
    });
  await insertRows(tx, 'opportunities', numbered);
  await tx.query(sql`
    INSERT INTO given_numbers (series, number, counter, year, count)
    SELECT 'opportunity', number, ${counterOf('opportunity')}, split_part(number, '-', 2)::integer,
      split_part(number, '-', 3)::integer
    FROM opportunities ON CONFLICT DO NOTHING`);
  await insertRows(
    tx,
    'opportunity_splits',
    made
      .filter(({ row }) => row.splits_pct === 100)
      .flatMap(({ row, created }) => {
        const pct = random.pick([50, 60, 70]);
        const other = random.pick(sellers.filter((id) => id !== row.owner_id));
        return [
          { user_id: row.owner_id, role: 'lead', pct, position: 'a0' },
          { user_id: other, role: 'support', pct: 100 - pct, position: 'a1' },
        ].map((line) => ({ id: random.id(created), opportunity_id: row.id, ...line }));
      }),
  );
  await insertRows(
    tx,
    'opportunity_platforms',
    made.flatMap(({ row }) =>
      random.some(known.ids('platforms'), random.integer(0, 2)).map((platform_id) => ({
        opportunity_id: row.id,
        platform_id,
      })),
    ),
  );
  for (let index = 0; index <= open.length; index += 1) await insertSteps(tx, known, random, made, index);
  // What later stages require: a person who decides, a classification and a platform.
  await tx.query(sql`
    UPDATE opportunities o SET contact_id = c.id,
      ad_classification_id = (SELECT id FROM ad_classifications ORDER BY sort_order, id LIMIT 1)
    FROM (
      SELECT DISTINCT ON (client_id) client_id, id FROM contacts WHERE archived_at IS NULL
      ORDER BY client_id, is_main_contact DESC, id) c
    WHERE c.client_id = o.client_id`);
  await tx.query(sql`
    INSERT INTO opportunity_platforms (opportunity_id, platform_id)
    SELECT o.id, p.id FROM opportunities o CROSS JOIN (SELECT id FROM platforms ORDER BY sort_order, id LIMIT 1) p
    WHERE NOT EXISTS (SELECT FROM opportunity_platforms l WHERE l.opportunity_id = o.id)`);
  // Planned activities of a client are about its open opportunity.
  await tx.query(sql`
    UPDATE activities a SET opportunity_id = o.id
    FROM (SELECT DISTINCT ON (client_id) client_id, id FROM opportunities WHERE result = 'open' ORDER BY client_id, id) o
    WHERE a.client_id = o.client_id AND a.status = 'pending'`);
};
