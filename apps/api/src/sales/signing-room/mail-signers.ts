import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { addenda } from '@pauta/domain/sales/addenda/addendum.ts';
import { signedName } from '@pauta/domain/sales/addenda/signed-content.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { signingLinkDays } from '@pauta/domain/sales/signing/signature.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { tokenHash } from '../../admin/sessions/tokens.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { newLinkToken } from '../../public-pages/link-token.ts';
import {
  contentToSign,
  type Signer,
  type SigningRequest,
  signersInTurn,
} from '../signing/signing-request.ts';
import { askEmail, completeEmail, type NamedDocument, tellSellerEmail } from './emails.ts';

/** Where the room of a token is. */
export const signingPath = (token: string): string => `/firmar/${token}`;

/** What the mails of a request name. */
export const namedDocument = (request: SigningRequest): NamedDocument => {
  const content = contentToSign(request);
  return {
    document: signedName(content),
    title: String(content.contract.name),
    company: content.parties.company.legal_name ?? '',
  };
};

/** A link for a signer: to which address its code goes, and until when it opens. */
export interface NewLink {
  readonly email: string;
  /** Civil day; `signingLinkDays` from today if absent. */
  readonly expiresOn?: string;
}

/** Opens a room for a signer. @returns its token, which is nowhere stored in clear */
export const addSigningLink = async (
  tx: Transaction,
  request: SigningRequest,
  signer: Signer,
  { email, expiresOn = addDays(companyToday(), signingLinkDays) }: NewLink,
): Promise<string> => {
  const token = newLinkToken();
  await tx.query(sql`
    INSERT INTO signing_links (contract_id, request_id, signer_id, email, expires_on, token_hash, created_by)
    VALUES (${request.contract_id}::uuid, ${request.id}::uuid, ${signer.id}::uuid, ${email}, ${expiresOn}::date, ${tokenHash(token)},
      ${tx.change.actorId}::uuid)`);
  return token;
};

/** Mails a signer the link of a token. */
export const mailLink = async (
  { mailer }: FastifyInstance,
  tx: Transaction,
  request: SigningRequest,
  {
    signer,
    token,
    link: { email, expiresOn = addDays(companyToday(), signingLinkDays) },
    message = null,
    isReminder = false,
  }: {
    readonly signer: Signer;
    readonly token: string;
    readonly link: NewLink;
    readonly message?: string | null;
    readonly isReminder?: boolean;
  },
): Promise<string> =>
  mailer.queue(tx, {
    userId: null,
    to: email,
    content: askEmail(namedDocument(request), {
      name: signer.full_name,
      message,
      until: formatCivilDate(expiresOn),
      url: await mailer.address(tx, signingPath(token)),
      isReminder,
      attachments: [],
    }),
    goodForHours: 72,
  });

/**
 * Mails a new link to everybody whose turn it is and who has an address.
 *
 * @returns to how many
 */
export const mailTurn = async (
  app: FastifyInstance,
  tx: Transaction,
  request: SigningRequest,
  { isReminder }: { readonly isReminder: boolean },
): Promise<number> => {
  let mailed = 0;
  for (const signer of signersInTurn(request)) {
    if (signer.email === null) continue;
    const link = { email: signer.email };
    await mailLink(app, tx, request, {
      signer,
      token: await addSigningLink(tx, request, signer, link),
      link,
      isReminder,
    });
    mailed += 1;
  }
  return mailed;
};

/** Tells those who signed by link that everybody has signed. */
export const mailCompletion = async (
  { mailer }: FastifyInstance,
  tx: Transaction,
  request: SigningRequest,
): Promise<void> => {
  const signed = await tx.query<{ email: string; full_name: string }>(sql`
    SELECT g.email, s.full_name FROM signatures g JOIN signers s ON s.id = g.signer_id
    WHERE g.request_id = ${request.id}::uuid AND g.method = 'link'`);
  for (const { email, full_name } of signed)
    await mailer.queue(tx, {
      userId: null,
      to: email,
      content: completeEmail(namedDocument(request), full_name),
      goodForHours: 72,
    });
};

/** Tells the seller of the contract what happened. */
export const tellSeller = async (
  { mailer }: FastifyInstance,
  tx: Transaction,
  request: SigningRequest,
  { act, texts = [] }: { readonly act: string; readonly texts?: readonly string[] },
): Promise<void> => {
  const seller = await tx.one<{ id: string; full_name: string; email: string }>(sql`
    SELECT u.id, u.full_name, u.email FROM contracts c JOIN users u ON u.id = c.owner_id
    WHERE c.id = ${request.contract_id}::uuid`);
  if (!seller) return;
  const [screen, id] =
    request.addendum_id === null
      ? [contracts.screen, request.contract_id]
      : [addenda.screen, request.addendum_id];
  await mailer.queue(tx, {
    userId: seller.id,
    to: seller.email,
    content: tellSellerEmail(namedDocument(request), {
      name: seller.full_name,
      act,
      texts,
      url: await mailer.address(tx, `/${screen}/${id}?tab=firmas`),
    }),
    goodForHours: 72,
  });
};
