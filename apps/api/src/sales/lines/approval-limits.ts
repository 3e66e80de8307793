import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { min } from '@pauta/domain/money/arithmetic.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { readSetting } from '../../admin/settings/store.ts';
import { type AnyActor, isUser } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';

/** What may be given without an approval, in percent. */
export interface GivenFreely {
  readonly allowed_discount_pct: string;
  readonly allowed_bonus_pct: string;
}

/**
 * What may be given in sales without an approval: the discount that both the seller and the actor may give, so that
 * naming another seller raises no limit, and the share of bonuses of the setting.
 *
 * @returns a function of the largest discount of the seller
 */
export const readLimits = async (
  database: Queryable,
  actor: AnyActor,
): Promise<(ofSeller: string) => GivenFreely> => {
  const allowed_bonus_pct = String(await readSetting(database, 'bonus_limit_pct'));
  const own = isUser(actor)
    ? await database.one<{ pct: string }>(sql`SELECT discount_limit(${actor.userId}::uuid)::text AS pct`)
    : undefined;
  return (ofSeller) => ({
    allowed_discount_pct: own ? min(ofSeller, own.pct) : ofSeller,
    allowed_bonus_pct,
  });
};

/** What is sold to whom; ids. */
interface SoldTo {
  readonly clientId: string | null;
  readonly brandId: string | null;
}

/**
 * The names of the industries that require an approval, of the brand or else of the client; null where neither does. In
 * the order of the parties.
 */
export const regulatedIndustries = async (
  database: Queryable,
  parties: readonly SoldTo[],
): Promise<readonly (string | null)[]> => {
  const rows = await database.query<{ name: string | null }>(sql`
    SELECT i.name
    FROM unnest(${parties.map(({ clientId }) => clientId)}::uuid[], ${parties.map(({ brandId }) => brandId)}::uuid[])
        WITH ORDINALITY AS p (client_id, brand_id, place)
      LEFT JOIN clients c ON c.id = p.client_id LEFT JOIN brands b ON b.id = p.brand_id
      LEFT JOIN industries i ON i.id = coalesce(b.industry_id, c.industry_id) AND i.requires_approval
    ORDER BY p.place`);
  return rows.map(({ name }) => name);
};

/** The limits of quotes, contracts and addenda, as the reasons of their approvals take them. */
export const approvalLimits = async (
  { tx, actor }: { readonly tx: Queryable; readonly actor: AnyActor },
  bodies: readonly Values[],
): Promise<readonly Values[]> => {
  const limits = await readLimits(tx, actor);
  const industries = await regulatedIndustries(
    tx,
    bodies.map(({ client_id, brand_id }) => ({
      clientId: referenceId(client_id),
      brandId: referenceId(brand_id),
    })),
  );
  return bodies.map(({ allowed_discount_pct }, place) => ({
    ...limits(String(allowed_discount_pct ?? '0')),
    regulated_industry: industries[place] ?? null,
  }));
};
