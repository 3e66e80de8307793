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

/** The limits of quotes, contracts and addenda, as the reasons of their approvals take them. */
export const approvalLimits = async (
  { tx, actor }: { readonly tx: Queryable; readonly actor: AnyActor },
  bodies: readonly Values[],
): Promise<readonly Values[]> => {
  const limits = await readLimits(tx, actor);
  return bodies.map(({ allowed_discount_pct }) => ({ ...limits(String(allowed_discount_pct ?? '0')) }));
};
