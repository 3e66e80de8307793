import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { makegoodOffers } from '@pauta/domain/postsales/makegoods/makegood-offer.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { tokenHash } from '../../admin/sessions/tokens.ts';
import { fullDays } from '../../inventory/capacity/move-capacity.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
import { newLinkToken } from '../../public-pages/link-token.ts';
import type { Context } from '../../resource/commands/context.ts';
import type { CommandHandler, StateChangeHandler } from '../../resource/commands/handler.ts';
import { refusalOf } from '../../resource/commands/reasons.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { lockQuota } from '../quotas/free-cells.ts';
import { compensate } from '../quotas/make-good.ts';
import { targetOf } from '../quotas/move-placement.ts';
import { requireRunning } from '../quotas/running-contract.ts';
import { lowerValue } from '../traffic/makegood-slots.ts';
import { findPlace, missedPlacement, type OfferedPlace, proposeForContract } from './offered-places.ts';
import { shareOffersEmail } from './room/emails.ts';

/** Where the page of a token is. */
export const makegoodPath = (token: string): string => `/compensaciones/${token}`;

const propose: CommandHandler = {
  answer: {
    proposed: { type: 'integer', description: 'Propuestas con lugar.' },
    without_place: {
      type: 'integer',
      description: 'Propuestas para las que no queda un lugar de igual valor.',
    },
    left: { type: 'integer', description: 'Lo que falta por proponer; ejecútelo otra vez.' },
  },
  run: async ({ tx, actor }, _record, { contract_id }) => {
    const done = await proposeForContract(tx, actor, referenceId(contract_id) ?? '');
    if (done.proposed + done.without_place === 0)
      throw conflict(
        'nothing_missed',
        'El contrato no tiene colocaciones no emitidas sin compensar ni proponer.',
      );
    return done;
  },
};

const placeIn = ({ inventory_item_id, starts_on, ends_on }: AnyRecord): OfferedPlace | undefined => {
  const itemId = referenceId(inventory_item_id);
  return itemId === null || itemId === undefined
    ? undefined
    : { inventory_item_id: itemId, starts_on: String(starts_on), ends_on: String(ends_on) };
};

/** The place that somebody chose, if it has the value of the original one and room. @throws Problem 409, 422 */
const chosenPlace = async (
  tx: Transaction,
  missed: AnyRecord,
  { on, space_id }: Values,
): Promise<OfferedPlace> => {
  if (on === null || on === undefined)
    throw invalid({ on: ['Escriba también el día, o deje vacío el espacio.'] });
  if (String(on) < companyToday()) throw invalid({ on: ['Elija hoy o un día posterior.'] });
  const quota = await lockQuota(tx, String(missed.quota_id));
  const input = { starts_on: on, inventory_item_id: space_id ?? null };
  const { itemId, starts_on, ends_on, cells } = await targetOf(tx, quota, missed, input).catch(renamed);
  await requireRunning(tx, quota, ends_on);
  const less = await lowerValue(tx, quota.id, String(missed.inventory_item_id), itemId);
  if (less) throw refusalOf([less]);
  const [full] = await fullDays(tx, { wanted: cells });
  if (full)
    throw invalid({
      on: [`El ${formatCivilDate(full.day)} ya no hay lugar. Elija otro día u otro espacio.`],
    });
  return { inventory_item_id: itemId, starts_on, ends_on };
};

/** Errors of a target belong to the fields of this command. */
const renamed = (error: unknown): never => {
  const { errors } = error as { readonly errors?: Readonly<Record<string, string[]>> };
  if (errors?.starts_on) throw invalid({ on: errors.starts_on });
  if (errors?.inventory_item_id) throw invalid({ space_id: errors.inventory_item_id });
  throw error;
};

const unanswered = { answered_at: null, answered_by: null, remark: null } as const;

const again: StateChangeHandler = async ({ tx, actor }, record, input) => {
  const missed = await missedPlacement(tx, referenceId(record.placement_id) ?? '');
  if ((input.on ?? null) !== null || (input.space_id ?? null) !== null)
    return { ...(await chosenPlace(tx, missed, input)), ...unanswered };
  const { place } = await findPlace(
    tx,
    actor,
    { id: missed.id, contractId: String(missed.contract_id) },
    placeIn(record),
  );
  if (!place)
    throw conflict(
      'no_equal_slot',
      'No queda otro lugar de igual valor dentro del vuelo. Acuerde una fecha con el cliente y escríbala.',
    );
  return { ...place, ...unanswered };
};

/** Another place instead of one that became full while the client read of it. */
const replace: StateChangeHandler<Context> = async ({ tx, actor }, record) => {
  const missed = referenceId(record.placement_id) ?? '';
  const { place } = await findPlace(
    tx,
    actor,
    { id: missed, contractId: referenceId(record.contract_id) ?? '' },
    placeIn(record),
  );
  if (!place) throw conflict('no_equal_slot', 'No queda otro lugar de igual valor dentro del vuelo.');
  return { ...place };
};

/** Places the makegood in the transaction of the acceptance: if its place is taken, nothing is accepted. */
const accept: StateChangeHandler<Context> = async ({ tx, actor, now }, record, { accepted_by }) => {
  const missed = await missedPlacement(tx, referenceId(record.placement_id) ?? '');
  if (String(record.starts_on) < companyToday())
    throw conflict('place_over', 'El día propuesto ya pasó. Proponga otro lugar.');
  const made = await compensate({ tx, actor }, missed, {
    starts_on: record.starts_on,
    inventory_item_id: referenceId(record.inventory_item_id),
    accepted_by: String(accepted_by),
  });
  return { makegood_id: made, answered_at: now.toISOString(), answered_by: accepted_by, remark: null };
};

const decline: StateChangeHandler<Context> = async ({ now }, _record, { declined_by, remark }) => ({
  answered_at: now.toISOString(),
  answered_by: declined_by,
  remark: remark ?? null,
});

const nothingToSend = {
  code: 'nothing_to_send',
  text: 'El contrato no tiene propuestas con lugar por enviar. Proponga compensaciones u otro lugar.',
};

/** Gives the client the page of everything that is offered for a contract, by a link that is answered once. */
const share: CommandHandler = {
  answer: {
    path: { type: 'string', description: 'Ruta de la página de compensaciones; no se vuelve a mostrar' },
    recipient: { type: 'string' },
    expires_on: { type: 'string', format: 'date' },
    mailed_to: { type: ['string', 'null'], description: 'A quién se envía por correo' },
  },
  refuse: async ({ tx }, ids) => {
    const rows = await tx.query<{ id: string }>(sql`
      SELECT o.id FROM makegood_offers o WHERE o.id = ANY(${[...ids]}::uuid[]) AND NOT EXISTS (
        SELECT FROM makegood_offers n
        WHERE n.contract_id = o.contract_id AND n.status IN ('open', 'sent') AND n.inventory_item_id IS NOT NULL)`);
    return new Map(rows.map(({ id }) => [id, [nothingToSend]]));
  },
  run: async ({ tx, server, isDry }, record, { recipient, email, expires_on, sends_mail, message }) => {
    const contractId = referenceId((record as AnyRecord).contract_id) ?? '';
    if (String(expires_on) < companyToday()) throw invalid({ expires_on: ['Elija hoy o un día posterior.'] });
    const sent = await tx.query<{ id: string }>(sql`
      UPDATE makegood_offers SET status = 'sent', sent_at = now()
      WHERE contract_id = ${contractId}::uuid AND status IN ('open', 'sent') AND inventory_item_id IS NOT NULL RETURNING id`);
    if (sent.length === 0) throw conflict(nothingToSend.code, nothingToSend.text);
    const token = newLinkToken();
    await tx.query(sql`
      INSERT INTO makegood_links (contract_id, recipient, email, expires_on, token_hash, created_by)
      VALUES (${contractId}::uuid, ${recipient}, ${email}, ${expires_on}::date, ${tokenHash(token)}, ${tx.change.actorId}::uuid)`);
    if (sends_mail === true && !isDry) {
      const contract = await tx.one<{ number: string; name: string; company: string }>(sql`
        SELECT c.number, c.name, coalesce(o.legal_name, o.name) AS company
        FROM contracts c JOIN companies o ON o.id = c.company_id WHERE c.id = ${contractId}::uuid`);
      if (!contract) throw new Error(`contract ${contractId} is gone`);
      await server.mailer.queue(tx, {
        userId: null,
        to: String(email),
        content: shareOffersEmail(contract, {
          recipient: String(recipient),
          message: (message as string | null | undefined) ?? null,
          count: sent.length,
          until: formatCivilDate(String(expires_on)),
          url: await server.mailer.address(tx, makegoodPath(token)),
        }),
        goodForHours: 72,
      });
    }
    return {
      path: makegoodPath(token),
      recipient,
      expires_on,
      mailed_to: sends_mail === true ? email : null,
    };
  },
};

const closeLinks: CommandHandler = {
  refuse: async ({ tx }, ids) => {
    const rows = await tx.query<{ id: string }>(sql`
      SELECT o.id FROM makegood_offers o WHERE o.id = ANY(${[...ids]}::uuid[]) AND NOT EXISTS (
        SELECT FROM makegood_links k
        WHERE k.contract_id = o.contract_id AND k.closed_at IS NULL AND k.expires_on >= business_date())`);
    return new Map(rows.map(({ id }) => [id, [{ code: 'no_links', text: 'No hay enlaces abiertos.' }]]));
  },
  run: async ({ tx }, record) => {
    await tx.query(sql`
      UPDATE makegood_links SET closed_at = now(), code_hash = NULL, code_until = NULL
      WHERE contract_id = ${referenceId((record as AnyRecord).contract_id)}::uuid AND closed_at IS NULL`);
    return undefined;
  },
};

/** Server code of makegoods that are offered to clients. */
export const makegoodOfferHooks: ResourceHooks = {
  commands: {
    propose,
    share,
    close_links: closeLinks,
    accept: accept as StateChangeHandler,
    decline: decline as StateChangeHandler,
    again,
    replace: replace as StateChangeHandler,
  },
};

/** Path in the back office of what is offered for a contract. */
export const offersOf = (contractId: string): string =>
  `/${makegoodOffers.screen}?f.contract_id=${contractId}`;
