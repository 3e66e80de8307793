import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { readSetting } from '../../admin/settings/store.ts';
import { systemChange } from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { workRegularly } from '../../platform/regular-work.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { tableOf } from '../../resource/table.ts';
import { insertRenewal } from '../copies/renew-contract.ts';

interface EndingPlan {
  readonly id: string;
  readonly name: string;
  readonly owner_id: string;
  readonly owner_name: string;
  readonly owner_email: string;
  /** Its last day, and the day after it. */
  readonly last_day: string;
  readonly next_day: string;
  /** The list of the same kind that is in force; null if there is none. */
  readonly price_list_id: string | null;
  readonly is_client_active: boolean;
}

/** Contracts in force that end within these days, began already and were not proposed again. */
const readEndingPlans = ({ database }: FastifyInstance, days: number): Promise<EndingPlan[]> =>
  database.query<EndingPlan>(sql`
    SELECT c.id, c.name, u.id AS owner_id, u.full_name AS owner_name, u.email AS owner_email,
      (upper(f.flight) - 1)::text AS last_day, upper(f.flight)::text AS next_day, (
        SELECT n.id FROM price_lists o JOIN price_lists n ON n.kind = o.kind AND n.currency_code = o.currency_code
          AND n.company_id IS NOT DISTINCT FROM o.company_id AND n.platform_id IS NOT DISTINCT FROM o.platform_id
        WHERE o.id = c.price_list_id AND n.status = 'current' AND n.archived_at IS NULL AND n.valid @> business_date()
        ORDER BY n.id LIMIT 1) AS price_list_id,
      k.status = 'active' AND k.archived_at IS NULL AS is_client_active
    FROM contracts c CROSS JOIN LATERAL (SELECT flight_in_force(c) AS flight) f JOIN users u ON u.id = c.owner_id
      JOIN clients s ON s.id = c.client_id JOIN clients k ON k.id = coalesce(s.merged_into_id, s.id)
    WHERE c.status IN ('signed', 'active') AND f.flight @> business_date()
      AND upper(f.flight) - 1 <= business_date() + ${days}::integer
      AND NOT EXISTS (SELECT FROM quotes r WHERE r.renewal_of_id = c.id)
      AND NOT EXISTS (SELECT FROM activities a WHERE a.subject = left('Renovar: ' || c.name, 160) AND a.client_id = c.client_id)
    ORDER BY f.flight, c.id`);

/** Leaves a task for the seller of a plan that could not be proposed again. */
const remind = (app: FastifyInstance, plan: EndingPlan, reason: string): Promise<void> =>
  app.database.transaction(systemChange(`renewal:${plan.id}`), async (tx) => {
    await tx.query(sql`
      INSERT INTO activities (kind, subject, notes, client_id, assigned_to_id, due_at)
      SELECT 'task', left('Renovar: ' || name, 160),
        ${`El plan termina el ${formatCivilDate(plan.last_day)} y su renovación no se pudo preparar. ${reason}`},
        client_id, ${plan.owner_id}::uuid, now() FROM contracts WHERE id = ${plan.id}::uuid`);
  });

const propose = async (app: FastifyInstance, plan: EndingPlan): Promise<void> => {
  const { price_list_id: priceListId } = plan;
  if (!plan.is_client_active) return remind(app, plan, 'El cliente no está activo.');
  if (priceListId === null) return remind(app, plan, 'No hay una lista de precios vigente como la suya.');
  try {
    await app.database.transaction(
      systemChange(
        `renewal:${plan.id}`,
        `Renovación de un plan que termina el ${formatCivilDate(plan.last_day)}`,
      ),
      async (tx) => {
        const actor = await app.engine.people.loadActor(tx, plan.owner_id);
        if (!actor) throw new Problem(409, 'inactive', 'Su vendedor ya no tiene una cuenta activa.');
        const record = parseRecord(
          await readRecord(tx, tableOf(contracts), plan.id, 'system', { lock: true }),
        );
        // Another process may have proposed it while this one waited for the lock.
        const known = await tx.one(
          sql`SELECT 1 AS one FROM quotes WHERE renewal_of_id = ${plan.id}::uuid LIMIT 1`,
        );
        if (known) return;
        const id = await insertRenewal({ tx, actor, server: app, now: new Date(), isDry: false }, record, {
          name: `Renovación: ${plan.name}`.slice(0, 160),
          from: plan.next_day,
          priceListId,
          keepsAgreed: false,
        });
        await app.mailer.queue(tx, {
          userId: plan.owner_id,
          to: plan.owner_email,
          content: {
            subject: `Renovación por proponer: ${plan.name}`,
            name: plan.owner_name,
            paragraphs: [
              `El plan «${plan.name}» termina el ${formatCivilDate(plan.last_day)}. Su renovación está preparada como borrador, con los precios vigentes: revísela y envíela.`,
            ],
            action: {
              label: 'Ver la propuesta',
              url: await app.mailer.address(tx, `/${quotes.screen}/${id}`),
            },
            note: 'Recibe este correo porque el contrato es suyo.',
          },
          goodForHours: 24 * 7,
        });
      },
    );
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    await remind(app, plan, error.message);
  }
};

/** Proposes every plan that ends soon again; each once. */
export const proposeRenewals = async (
  app: FastifyInstance,
  isStopped: () => boolean = () => false,
): Promise<void> => {
  const days = Number(await readSetting(app.database, 'renewal_days'));
  if (days === 0) return;
  for (const plan of await readEndingPlans(app, days)) {
    if (isStopped()) return;
    await propose(app, plan);
  }
};

/** Plans are proposed again as soon as they end within the days of the setting. */
export const proposeRenewalsInTime = (app: FastifyInstance): void =>
  workRegularly(app, {
    failure: 'renewals were not proposed',
    pause: 60 * 60_000,
    work: async (isStopped) => {
      await proposeRenewals(app, isStopped);
      return undefined;
    },
  });
