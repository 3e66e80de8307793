import { makegoodOffers } from '@pauta/domain/postsales/makegoods/makegood-offer.ts';
import { daysText } from '@pauta/domain/postsales/makegoods/offer-text.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { ClientActor } from '../../../platform/access.ts';
import type { ChangeContext, Transaction } from '../../../platform/database/database.ts';
import { conflict, invalid, Problem } from '../../../platform/http/problem.ts';
import { checkCode, codeMinutes, mailCode, useCode } from '../../../public-pages/mailed-code.ts';
import { logAct } from '../../../public-pages/room-log.ts';
import type { Visitor } from '../../../public-pages/visitor.ts';
import { clientContext } from '../../../resource/commands/context.ts';
import { servedOf } from '../../../resource/commands/served-of.ts';
import { runCommand, runInJob } from '../../../resource/writing/run-command.ts';
import { offersOf } from '../offer-hooks.ts';
import { answeredEmail, offerCodeEmail } from './emails.ts';
import { linkOf, type MakegoodRoom, type ShownOffer } from './room.ts';

/** A visit to the page: its change for the log, and who visits. */
export interface Visit {
  readonly change: ChangeContext;
  readonly visitor: Visitor;
}

/** Name of the field with which an offer is answered. */
export const answerName = ({ id }: Pick<ShownOffer, 'id'>): string => `answer_${id}`;
/** Name of the field with the version of an offer that the page showed. */
export const versionName = ({ id }: Pick<ShownOffer, 'id'>): string => `version_${id}`;
/** Name of the field with the reason against an offer. */
export const remarkName = ({ id }: Pick<ShownOffer, 'id'>): string => `remark_${id}`;

const waitingIn = ({ offers }: MakegoodRoom): readonly ShownOffer[] =>
  offers.filter(({ status }) => status === 'sent');

/** Mails a code to the recipient of the link, in place of an earlier one. @throws Problem 409, 422 `code` */
export const sendCode = async (app: FastifyInstance, room: MakegoodRoom, visit: Visit): Promise<void> => {
  if (waitingIn(room).length === 0) throw conflict('nothing_open', 'No queda nada por responder.');
  await mailCode(app, linkOf(room), visit, {
    to: room.email,
    contentOf: (code) =>
      offerCodeEmail(room.contract, { recipient: room.recipient, code, minutes: codeMinutes }),
  });
};

/** The answer to one offer. */
interface Answer {
  readonly offer: ShownOffer;
  readonly accepts: boolean;
  readonly remark: string | null;
}

/** Staff changed an offer, or somebody answered it, since the page showed it. */
const changedMeanwhile = (): Problem =>
  conflict(
    'other_offer',
    'Una de las propuestas cambió o ya se respondió. Léalas otra vez antes de responder.',
  );

/** The answers that were sent. @throws Problem 409 if an offer changed since the page showed it, 422 without any */
const answersIn = (room: MakegoodRoom, given: Values): readonly Answer[] => {
  const answers = room.offers.flatMap((offer): Answer[] => {
    const said = given[answerName(offer)];
    if (said !== 'si' && said !== 'no') return [];
    if (offer.status !== 'sent' || String(given[versionName(offer)]) !== String(offer.row_version))
      throw changedMeanwhile();
    const remark = String(given[remarkName(offer)] ?? '').trim();
    return [{ offer, accepts: said === 'si', remark: remark === '' ? null : remark.slice(0, 1000) }];
  });
  if (answers.length === 0) throw invalid({ _: ['Acepte o rechace al menos una de las propuestas.'] });
  return answers;
};

/** A refusal of the placement of one offer. */
class NotPlaced extends Error {
  readonly offer: ShownOffer;
  readonly problem: Problem;
  constructor(offer: ShownOffer, problem: Problem) {
    super(problem.message);
    this.offer = offer;
    this.problem = problem;
  }
}

const answerOne = async (
  app: FastifyInstance,
  tx: Transaction,
  room: MakegoodRoom,
  by: string,
  { offer, accepts, remark }: Answer,
): Promise<void> => {
  const actor: ClientActor = {
    client: room.recipient,
    email: room.email,
    opens: { resource: makegoodOffers.name, id: offer.id },
  };
  const [name, input] = accepts
    ? (['accept', { accepted_by: by }] as const)
    : (['decline', { declined_by: by, remark }] as const);
  const given = { input, version: offer.row_version };
  try {
    await runCommand(
      clientContext(app, tx, actor),
      servedOf(app, makegoodOffers.name),
      name,
      given,
      offer.id,
    );
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.status === 412 || error.code === 'wrong_state') throw changedMeanwhile();
    if (accepts && error.status < 500) throw new NotPlaced(offer, error);
    throw error;
  }
  await tx.query(sql`
    UPDATE makegood_offers SET answered_link_id = ${room.linkId}::uuid WHERE id = ${offer.id}::uuid`);
};

/** The seller of the contract, and whoever sent the link. */
const tellStaff = async (
  app: FastifyInstance,
  tx: Transaction,
  room: MakegoodRoom,
  { by, answers }: { readonly by: string; readonly answers: readonly string[] },
): Promise<void> => {
  const staff = await tx.query<{ id: string; name: string; email: string }>(sql`
    SELECT u.id, u.full_name AS name, u.email FROM users u
    WHERE u.id = ${room.seller.id}::uuid
      OR u.id = (SELECT created_by FROM makegood_links WHERE id = ${room.linkId}::uuid) ORDER BY u.id`);
  for (const { id, name, email } of staff)
    await app.mailer.queue(tx, {
      userId: id,
      to: email,
      content: answeredEmail(room.contract, {
        staff: name,
        by,
        answers,
        url: await app.mailer.address(tx, offersOf(room.contract.id)),
      }),
      goodForHours: 72,
    });
};

const named = ({ label, starts_on, ends_on }: ShownOffer): string =>
  `«${label}», ${daysText({ starts_on, ends_on })}`;

/**
 * Puts another place into an offer that could not be placed, and answers what the client is told. The seller is told too if
 * none is left.
 */
const replacePlace = async (
  app: FastifyInstance,
  room: MakegoodRoom,
  { change }: Visit,
  { offer, problem }: NotPlaced,
): Promise<string> => {
  if (problem.code === 'contract_not_running')
    return `El contrato está detenido y no se puede colocar nada. ${room.seller.name} le dirá cómo seguir.`;
  const system = { ...change, actorId: null, reason: 'Su lugar se ocupó antes de la respuesta del cliente' };
  try {
    if (await runInJob(app, makegoodOffers, 'replace', offer.id, system))
      return 'Ese lugar se acaba de ocupar. Le proponemos otro de igual valor: revíselo y responda otra vez. Nada quedó aceptado todavía.';
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await app.database.transaction(system, (tx) =>
      tellStaff(app, tx, room, {
        by: room.recipient,
        answers: [`Quiso aceptar ${named(offer)}: ese lugar ya se ocupó y no queda otro dentro del vuelo.`],
      }),
    );
  }
  return `Ese lugar se acaba de ocupar y no queda otro de igual valor. Responda las demás; ${room.seller.name} le propondrá otra fecha para esta.`;
};

/**
 * Answers offers for the client who proves by the code that they read the mail of the link: those that are accepted are
 * placed, all in one transaction. If a place was taken meanwhile nothing is accepted, and another place is offered.
 *
 * @throws Problem 409, 422
 */
export const answerInRoom = async (
  app: FastifyInstance,
  room: MakegoodRoom,
  visit: Visit,
  { by, code, given }: { readonly by: string; readonly code: string; readonly given: Values },
): Promise<void> => {
  const { change, visitor } = visit;
  const answers = answersIn(room, given);
  const known = await checkCode(app.database, linkOf(room), visit, code);
  try {
    await app.database.transaction({ ...change, action: 'accept' }, async (tx) => {
      // In the order of their ids: two who answer at once do not wait for each other in a circle.
      for (const answer of answers.toSorted((a, b) => (a.offer.id < b.offer.id ? -1 : 1)))
        await answerOne(app, tx, room, by, answer);
      await useCode(tx, linkOf(room), known);
      await logAct(tx, linkOf(room), 'answered', visitor);
      await tellStaff(app, tx, room, {
        by,
        answers: answers.map(
          ({ offer, accepts, remark }) =>
            `${accepts ? 'Aceptó' : 'Rechazó'} ${named(offer)}${remark === null ? '' : `: ${remark}`}.`,
        ),
      });
    });
  } catch (error) {
    if (!(error instanceof NotPlaced)) throw error;
    throw new Problem(409, 'place_taken', 'Revise lo señalado.', {
      errors: { [answerName(error.offer)]: [await replacePlace(app, room, visit, error)] },
    });
  }
};
