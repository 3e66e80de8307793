import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { materialLinkDays } from '@pauta/domain/postsales/tech-sheets/material-commands.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { tokenHash } from '../../admin/sessions/tokens.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
import { newLinkToken } from '../../public-pages/link-token.ts';
import type { CommandHandler, Handler } from '../../resource/commands/handler.ts';
import { askMaterialEmail, type NamedContract, type WaitingSheet } from './emails.ts';

/** Where the room of a token is. */
export const materialPath = (token: string): string => `/material/${token}`;

interface NewLink {
  readonly contractId: string;
  readonly recipient: string;
  readonly email: string;
  /** Civil day. */
  readonly expiresOn: string;
}

const addLink = async (
  tx: Transaction,
  { contractId, recipient, email, expiresOn }: NewLink,
): Promise<string> => {
  const token = newLinkToken();
  await tx.query(sql`
    INSERT INTO material_links (contract_id, recipient, email, expires_on, token_hash, created_by)
    VALUES (${contractId}::uuid, ${recipient}, ${email}, ${expiresOn}::date, ${tokenHash(token)}, ${tx.change.actorId}::uuid)`);
  return token;
};

const mailLink = async (
  { mailer }: FastifyInstance,
  tx: Transaction,
  link: NewLink,
  {
    token,
    message,
    isReminder,
  }: { readonly token: string; readonly message: string | null; readonly isReminder: boolean },
): Promise<void> => {
  const found = await tx.one<NamedContract & { sheets: readonly WaitingSheet[] }>(sql`
    SELECT c.number, c.name, coalesce(o.legal_name, o.name) AS company, coalesce((
      SELECT json_agg(json_build_object('description', s.description, 'due_on', s.due_on, 'observation', s.observation)
        ORDER BY s.due_on, s.description)
      FROM tech_sheets s WHERE s.contract_id = c.id AND s.status IN ('pending', 'observed')), '[]') AS sheets
    FROM contracts c JOIN companies o ON o.id = c.company_id WHERE c.id = ${link.contractId}::uuid`);
  if (!found) return;
  const { sheets, ...contract } = found;
  await mailer.queue(tx, {
    userId: null,
    to: link.email,
    content: askMaterialEmail(contract, {
      recipient: link.recipient,
      message,
      sheets,
      until: formatCivilDate(link.expiresOn),
      url: await mailer.address(tx, materialPath(token)),
      isReminder,
    }),
    goodForHours: 72,
  });
};

const ask: CommandHandler<unknown, AnyRecord> = {
  answer: {
    path: { type: 'string', description: 'Ruta de la página de material; no se vuelve a mostrar' },
    recipient: { type: 'string' },
    expires_on: { type: 'string', format: 'date' },
    mailed_to: { type: ['string', 'null'], description: 'A quién se envía por correo' },
  },
  run: async ({ tx, server, isDry }, sheet, input) => {
    const expiresOn = String(input.expires_on);
    if (expiresOn < companyToday()) throw invalid({ expires_on: ['Elija hoy o un día posterior.'] });
    const link: NewLink = {
      contractId: referenceId(sheet.contract_id) ?? '',
      recipient: String(input.recipient),
      email: String(input.email),
      expiresOn,
    };
    const token = await addLink(tx, link);
    const sends = input.sends_mail === true;
    const message = (input.message as string | null | undefined) ?? null;
    if (sends && !isDry) await mailLink(server, tx, link, { token, message, isReminder: false });
    return {
      path: materialPath(token),
      recipient: link.recipient,
      expires_on: expiresOn,
      mailed_to: sends ? link.email : null,
    };
  },
};

const nobodyAsked: Reason = {
  code: 'nobody_asked',
  text: 'Todavía no se le pidió el material a nadie. Use «Pedir el material».',
};
const nothingMissing: Reason = {
  code: 'nothing_missing',
  text: 'La ficha ya se envió a revisión o está aprobada.',
};
const remindedToday: Reason = {
  code: 'reminded_today',
  text: 'Hoy ya se recordó o se pidió el material de este contrato; el correo nombra todas sus fichas.',
};

/** One mail a contract and a day, whichever of its sheets it is sent from. */
const remind: CommandHandler<unknown, AnyRecord> = {
  refuse: async ({ tx }, ids) => {
    const rows = await tx.query<{ id: string; open: boolean; asked: boolean; today: boolean }>(sql`
      SELECT s.id, s.status IN ('pending', 'observed') AS open, count(k.id) > 0 AS asked,
        coalesce(bool_or(business_date(k.created_at) = business_date()), false) AS today
      FROM tech_sheets s LEFT JOIN material_links k ON k.contract_id = s.contract_id
      WHERE s.id = ANY(${[...ids]}::uuid[]) GROUP BY s.id`);
    return new Map(
      rows.flatMap(({ id, open, asked, today }): [string, Reason[]][] => {
        if (!open) return [[id, [nothingMissing]]];
        if (!asked) return [[id, [nobodyAsked]]];
        return today ? [[id, [remindedToday]]] : [];
      }),
    );
  },
  run: async ({ tx, server }, sheet) => {
    const contractId = referenceId(sheet.contract_id) ?? '';
    // Two reminders of one contract at once: the second one waits here, and finds the link of the first.
    await tx.query(sql`SELECT FROM contracts WHERE id = ${contractId}::uuid FOR NO KEY UPDATE`);
    const last = await tx.one<{ recipient: string; email: string; today: boolean }>(sql`
      SELECT recipient, email, business_date(created_at) = business_date() AS today FROM material_links
      WHERE contract_id = ${contractId}::uuid ORDER BY created_at DESC, id DESC LIMIT 1`);
    if (!last || last.today) throw conflict('reminded_today', (last ? remindedToday : nobodyAsked).text);
    const link: NewLink = {
      contractId,
      recipient: last.recipient,
      email: last.email,
      expiresOn: addDays(companyToday(), materialLinkDays),
    };
    const token = await addLink(tx, link);
    await mailLink(server, tx, link, { token, message: null, isReminder: true });
    await tx.query(sql`
      UPDATE tech_sheets SET reminded_at = now()
      WHERE contract_id = ${contractId}::uuid AND status IN ('pending', 'observed')`);
    return undefined;
  },
};

const closeLinks: CommandHandler<unknown, AnyRecord> = {
  refuse: async ({ tx }, ids) => {
    const rows = await tx.query<{ id: string }>(sql`
      SELECT s.id FROM tech_sheets s WHERE s.id = ANY(${[...ids]}::uuid[]) AND NOT EXISTS (
        SELECT FROM material_links k
        WHERE k.contract_id = s.contract_id AND k.closed_at IS NULL AND k.expires_on >= business_date())`);
    const reason = { code: 'no_links', text: 'No hay enlaces abiertos.' };
    return new Map(rows.map(({ id }) => [id, [reason]]));
  },
  run: async ({ tx }, sheet) => {
    await tx.query(sql`
      UPDATE material_links SET closed_at = now()
      WHERE contract_id = ${referenceId(sheet.contract_id)}::uuid AND closed_at IS NULL`);
    return undefined;
  },
};

/** Server code of the commands about the rooms of technical sheets. */
export const materialHandlers: Readonly<Record<'ask' | 'remind' | 'close_links', Handler>> = {
  ask: ask as CommandHandler,
  remind: remind as CommandHandler,
  close_links: closeLinks as CommandHandler,
};
