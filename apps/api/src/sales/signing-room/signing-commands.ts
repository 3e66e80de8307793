import { companyDay, companyToday } from '@pauta/domain/calendar/company-clock.ts';
import type { StoredFile } from '@pauta/domain/kinds/file.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import { isDrawing } from '@pauta/domain/sales/signing/signature.ts';
import type { SigningOrder } from '@pauta/domain/sales/signing/signing-order.ts';
import sql, { raw } from 'sql-template-tag';
import { isClient } from '../../platform/access.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { Context } from '../../resource/commands/context.ts';
import type { CommandHandler, Handler } from '../../resource/commands/handler.ts';
import { quoted } from '../../resource/table.ts';
import { openRequest, type Signer, type SigningRequest, signersInTurn } from '../signing/signing-request.ts';
import { giveSignature, isComplete, type NewSignature, requireSigner } from './give-signature.ts';
import {
  addSigningLink,
  mailCompletion,
  mailLink,
  mailTurn,
  signingPath,
  tellSeller,
} from './mail-signers.ts';
import { readWhole, requestOf, type SignedKind } from './signed-kind.ts';

/** The drawing of an input, or null. @throws Problem 422 */
export const drawingOf = (drawing: unknown): string | null => {
  if (drawing === null || drawing === undefined || drawing === '') return null;
  if (typeof drawing === 'string' && isDrawing(drawing)) return drawing;
  throw invalid({ drawing: ['La firma no se pudo leer. Bórrela y dibújela otra vez, más corta.'] });
};

const signedOnOf = ({ signed_on }: Values): string => {
  const day = String(signed_on);
  if (day > companyToday()) throw invalid({ signed_on: ['La firma no puede ser posterior a hoy.'] });
  return day;
};

const scanOf = ({ scan }: Values): string | null => (scan as StoredFile | null | undefined)?.id ?? null;

/** Why nobody can be reminded of documents: those whose turn it is have no address, or got a link today. */
const refuseReminder: NonNullable<CommandHandler['refuse']> = async ({ tx }, ids) => {
  // Those whose turn it is: nobody of a turn before theirs is missing.
  const rows = await tx.query<{ id: string; has_email: boolean; reminded: boolean }>(sql`
    SELECT coalesce(r.addendum_id, r.contract_id) AS id, bool_or(s.email IS NOT NULL) AS has_email,
      EXISTS (SELECT FROM signing_links k WHERE k.request_id = r.id AND business_date(k.created_at) = business_date()) AS reminded
    FROM signing_requests r JOIN LATERAL (
        SELECT s.email, rank() OVER (ORDER BY s.turn) AS place FROM signers s LEFT JOIN signatures g ON g.signer_id = s.id
        WHERE s.request_id = r.id AND g.signer_id IS NULL) s ON s.place = 1
    WHERE coalesce(r.addendum_id, r.contract_id) = ANY(${[...ids]}::uuid[]) AND r.outcome IS NULL
    GROUP BY r.id`);
  return new Map(
    rows.flatMap(({ id, has_email, reminded }): [string, Reason[]][] => {
      if (!has_email)
        return [
          [
            id,
            [{ code: 'no_email', text: 'A quienes les toca firmar no tienen correo: comparta su enlace.' }],
          ],
        ];
      return reminded
        ? [[id, [{ code: 'reminded', text: 'Hoy ya se envió un enlace. Recuérdelo mañana.' }]]]
        : [];
    }),
  );
};

/** The handlers of the commands with which documents of a kind are sent to be signed, and signed. */
export const signingHandlers = (kind: SignedKind) => {
  /** What follows from a signature: the next signers are asked, or the document is valid. @returns columns of its record */
  const afterSignature = async (
    context: Context,
    record: AnyRecord,
    request: SigningRequest,
    { turn }: Signer,
  ): Promise<Values> => {
    const { tx, server } = context;
    if (isComplete(request)) {
      const columns = await kind.complete(context, await readWhole(kind, context, record.id), request);
      await mailCompletion(server, tx, request);
      return columns;
    }
    if (request.sends_mail && signersInTurn(request).every((one) => one.turn > turn))
      await mailTurn(server, tx, request, { isReminder: false });
    return {};
  };

  /** The open request, for a command that does not write the record itself. */
  const openFor = async (context: Context, record: AnyRecord): Promise<SigningRequest> => {
    const { request, columns } = await requestOf(kind, context, record);
    for (const [name, value] of Object.entries(columns))
      await context.tx.query(
        sql`UPDATE ${raw(kind.resource.name)} SET ${raw(quoted(name))} = ${value} WHERE id = ${record.id}::uuid`,
      );
    return request;
  };

  const submit: CommandHandler = {
    refuse: kind.refuse,
    run: async (context, record, { signing_order, sends_mail }) => {
      const { columns, ...document } = await kind.prepare(
        context,
        await readWhole(kind, context, (record as AnyRecord).id),
      );
      const request = await openRequest(context.tx, document, {
        order: signing_order as SigningOrder,
        sendsMail: sends_mail === true,
      });
      if (sends_mail === true) await mailTurn(context.server, context.tx, request, { isReminder: false });
      return columns;
    },
  };

  /** Adds the signature of one signer. */
  const signAs = (
    signatureOf: (input: Values) => NewSignature,
    { inTurn }: { readonly inTurn: boolean },
  ): CommandHandler => ({
    run: async (context, record, input) => {
      const document = record as AnyRecord;
      const { request: before, columns } = await requestOf(kind, context, document);
      const signer = requireSigner(before, String(input.signer_id), { inTurn });
      const request = await giveSignature(context.tx, before, signer, signatureOf(input));
      return { ...columns, ...(await afterSignature(context, document, request, signer)) };
    },
  });

  /** Registers on paper every signature that is missing. */
  const signAll: CommandHandler = {
    refuse: kind.refuse,
    run: async (context, record, input) => {
      const document = record as AnyRecord;
      const { request: before, columns } = await requestOf(kind, context, document);
      const signedOn = signedOnOf(input);
      const missing = before.signers.filter(({ signature }) => signature === null);
      let request = before;
      for (const signer of missing)
        request = await giveSignature(context.tx, request, signer, {
          method: 'paper',
          signedOn,
          scan: scanOf(input),
        });
      const last = missing.at(-1);
      if (!last) throw new Error(`signing request ${request.id} is complete and still open`);
      return { ...columns, ...(await afterSignature(context, document, request, last)) };
    },
  };

  const share: CommandHandler = {
    answer: {
      path: { type: 'string', description: 'Ruta de la página para firmar; no se vuelve a mostrar' },
      recipient: { type: 'string' },
      expires_on: { type: 'string', format: 'date' },
      mailed_to: { type: ['string', 'null'], description: 'A quién se envía por correo' },
    },
    run: async (context, record, input) => {
      const { tx, server, now, isDry } = context;
      const request = await openFor(context, record as AnyRecord);
      const signer = requireSigner(request, String(input.signer_id), { inTurn: false });
      const link = { email: String(input.email), expiresOn: String(input.expires_on) };
      if (link.expiresOn < companyDay(now)) throw invalid({ expires_on: ['Elija hoy o un día posterior.'] });
      const token = await addSigningLink(tx, request, signer, link);
      const isMailed = input.sends_mail === true && !isDry;
      if (isMailed)
        await mailLink(server, tx, request, {
          signer,
          token,
          link,
          message: (input.message as string | null | undefined) ?? null,
        });
      return {
        path: signingPath(token),
        recipient: signer.full_name,
        expires_on: link.expiresOn,
        mailed_to: isMailed ? link.email : null,
      };
    },
  };

  const remind: CommandHandler = {
    refuse: refuseReminder,
    run: async (context, record) => {
      const { request, columns } = await requestOf(kind, context, record as AnyRecord);
      await mailTurn(context.server, context.tx, request, { isReminder: true });
      return columns;
    },
  };

  /** A signer's refusal: what they refused goes back to be corrected, and the seller learns why. */
  const refuse: CommandHandler<unknown, AnyRecord, Context> = {
    run: async (context, record, { reason }) => {
      const { tx, server, actor } = context;
      const { request, columns } = await requestOf(kind, context, record);
      await tx.query(sql`
        UPDATE signing_requests SET outcome = 'refused', closed_at = now(), refusal_reason = ${reason}
        WHERE id = ${request.id}::uuid`);
      if (isClient(actor))
        await tellSeller(server, tx, request, { act: `${actor.client} no firmó.`, texts: [String(reason)] });
      return columns;
    },
  };

  /** What follows from a signature by link, which the same transaction stored (`signInRoom`). */
  const signByLink: CommandHandler<unknown, AnyRecord, Context> = {
    run: async (context, record, { signer_id }) => {
      const { request, columns } = await requestOf(kind, context, record);
      const signer = request.signers.find(({ id, signature }) => id === signer_id && signature !== null);
      if (!signer)
        throw new Error(`signer ${signer_id} of ${kind.resource.name} ${record.id} has not signed`);
      return { ...columns, ...(await afterSignature(context, record, request, signer)) };
    },
  };

  return {
    submit,
    signAll,
    commands: {
      share_signing: share,
      remind_signing: remind,
      sign_in_person: signAs(
        (input) => {
          if (input.consents !== true)
            throw invalid({
              consents: ['Sin su aceptación no hay firma: pídale que lea y marque la casilla.'],
            });
          return {
            method: 'in_person',
            typedName: String(input.typed_name),
            drawing: drawingOf(input.drawing),
          };
        },
        { inTurn: true },
      ),
      record_signature: signAs(
        (input) => ({ method: 'paper', signedOn: signedOnOf(input), scan: scanOf(input) }),
        { inTurn: false },
      ),
      sign_by_link: signByLink as CommandHandler,
      refuse_signing: refuse as CommandHandler,
    } satisfies Readonly<Record<string, Handler>>,
  };
};
