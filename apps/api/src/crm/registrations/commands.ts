import { clients } from '@pauta/domain/crm/clients/client.ts';
import { signatoryIdRule } from '@pauta/domain/crm/registrations/client-registration.ts';
import { type Reference, referenceId } from '@pauta/domain/kinds/reference.ts';
import { splitPhone } from '@pauta/domain/phone/written-phone.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import { parseTaxId } from '@pauta/domain/tax-id/tax-id.ts';
import sql from 'sql-template-tag';
import { holdersOf } from '../../admin/roles/holders.ts';
import { withdrawMailsTo } from '../../mail/mail-queue.ts';
import { type Actor, isUser } from '../../platform/access.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import type { CommandHandler, Handler, StateChangeHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { scopeCondition } from '../../resource/reading/row-scope.ts';
import { tableOf } from '../../resource/table.ts';
import { insertRecord } from '../../resource/writing/write-record.ts';
import { accountOf } from './account.ts';
import { attachDocuments } from './documents.ts';
import { approvedEmail, approvedSubject, assignedEmail, reviewedAgainEmail } from './emails.ts';
import { type LinkedRegistration, revokeLink, sendLink } from './links.ts';
import { nextDue } from './sla.ts';

const now = (): string => new Date().toISOString();
const contactName = (record: AnyRecord): string => `${record.contact_first_name} ${record.contact_last_name}`;

/** Origins of registrations recorded by staff; visitors send theirs themselves. */
export const ownRegistrations = async (
  tx: Queryable,
  ids: readonly string[],
  userId: string,
): Promise<ReadonlySet<string>> => {
  const rows = await tx.query<{ id: string }>(sql`
    SELECT id FROM client_registrations
    WHERE id = ANY(${ids}::uuid[]) AND origin <> 'web' AND created_by = ${userId}::uuid`);
  return new Set(rows.map(({ id }) => id));
};

const refuseExactDuplicate = async (tx: Transaction, record: AnyRecord, actor: Actor): Promise<void> => {
  const client = await tx.one<{
    id: string;
    label: string;
    code: string;
    archived: boolean;
    visible: boolean;
  }>(sql`
    SELECT t.id, t.trade_name AS label, t.client_code AS code, t.archived_at IS NOT NULL AS archived,
      ${scopeCondition(clients, actor)} AS visible
    FROM clients t WHERE t.country_id = ${referenceId(record.country_id)}::uuid AND t.tax_id = ${String(record.tax_id)}
      AND t.merged_into_id IS NULL AND t.withdrawn_at IS NULL`);
  if (!client) return;
  const { visible, archived, ...reference } = client;
  const who = visible ? `el cliente «${client.label}» (${client.code})` : 'un cliente';
  throw conflict(
    'duplicate',
    archived
      ? `Está archivado ${who} con esta identificación. Restáurelo y marque el registro como duplicado.`
      : `Ya existe ${who} con esta identificación. Marque el registro como duplicado.`,
    { extra: visible ? { client: reference } : {} },
  );
};

const requireTaxId = (record: AnyRecord, waiver: unknown): void => {
  const country = (record.country_id as Reference | null)?.code ?? '';
  const checked = parseTaxId(country, String(record.tax_id_type), String(record.tax_id));
  if (checked.ok || typeof waiver === 'string') return;
  throw invalid({
    waiver_reason: [`${checked.message} Si aun así es correcta, explique por qué la acepta.`],
  });
};

const createClient = async (tx: Transaction, record: AnyRecord, input: Values): Promise<string> => {
  const agency = [record.agency_name, record.agency_tax_id].filter(Boolean).join(' · ');
  const notes = [record.comments, agency && `Agencia: ${agency}`].filter(Boolean).join('\n\n');
  const decided = Object.entries(input).filter(([name]) => Object.hasOwn(clients.fields, name));
  // The industry is decided with the approval.
  const { industry_id: _, ...account } = await accountOf(tx, record);
  const columns = { ...account, notes: notes || null };
  return (await insertRecord(tx, tableOf(clients), Object.fromEntries(decided), columns)).id;
};

/**
 * Adds the signatory of the new client, valid from today. A signatory who is also its contact gets that e-mail and
 * telephone.
 */
const addSignatory = async (
  tx: Transaction,
  record: AnyRecord,
  input: Values,
  clientId: string,
): Promise<void> => {
  if (input.with_signatory !== true) return;
  await tx.query(sql`
    INSERT INTO signatories (client_id, full_name, country_id, national_id_type, national_id, job_position_id, capacity,
      valid, currency_code, is_default, email, phone)
    SELECT ${clientId}::uuid, g.name, ${referenceId(input.signatory_country_id)}::uuid, ${input.signatory_id_type},
      ${input.signatory_id}, ${referenceId(input.signatory_job_id)}::uuid, 'legal_representative', daterange(business_date(), NULL),
      ${input.currency_code}, true, CASE WHEN g.is_contact THEN ${record.contact_email} END,
      CASE WHEN g.is_contact THEN ${record.contact_phone} END
    FROM (SELECT ${input.signatory_name}::text AS name,
      fold(${input.signatory_name}) = fold(${contactName(record)}) AS is_contact) g`);
};

/** Adds the contact of a registration to the client, unless the client already has a contact with that e-mail. */
const addContact = async (tx: Transaction, record: AnyRecord, clientId: string): Promise<void> => {
  const known = await tx.one(sql`
    SELECT 1 AS one FROM contact_affiliations a JOIN contacts t ON t.id = a.contact_id
    WHERE a.client_id = ${clientId} AND a.valid @> business_date()
      AND t.emails @> ${JSON.stringify([{ email: record.contact_email }])}::jsonb LIMIT 1`);
  if (known) return;
  const { number, extension } = splitPhone(String(record.contact_phone));
  const phones = [{ kind: 'mobile', number, extension: extension || null, is_primary: true }];
  const emails = [{ email: record.contact_email, is_primary: true }];
  await tx.query(sql`
    INSERT INTO contacts (first_name, last_name, job_title, client_id, phones, emails, is_main_contact)
    SELECT ${record.contact_first_name}, ${record.contact_last_name}, ${record.contact_job}, ${clientId}::uuid,
      ${JSON.stringify(phones)}::jsonb, ${JSON.stringify(emails)}::jsonb,
      NOT EXISTS (SELECT FROM contacts WHERE client_id = ${clientId}::uuid AND is_main_contact)`);
};

const mailerOf = ({ server }: HandlerContext) => server.mailer;

const linked = (record: AnyRecord): LinkedRegistration => record as unknown as LinkedRegistration;

const startReview: StateChangeHandler = async ({ tx, actor }, record) => {
  if (record.status !== 'info_requested') return { reviewer_id: actor.userId };
  // Resuming the review ends the wait for the visitor.
  await revokeLink(tx, linked(record));
  return { reviewer_id: actor.userId, due_at: await nextDue(tx) };
};

const takeOver: StateChangeHandler = async ({ actor }) => ({ reviewer_id: actor.userId });

const assign: StateChangeHandler = async (context, record, input) => {
  const { tx, actor } = context;
  const reviewerId = referenceId(input.reviewer_id) ?? '';
  const reviewer = (await holdersOf(tx, 'client_registrations.review')).find(({ id }) => id === reviewerId);
  if (!reviewer) {
    throw invalid({ reviewer_id: ['Esa persona no puede revisar registros. Elija a otra.'] });
  }
  if (reviewerId !== actor.userId && reviewerId !== referenceId(record.reviewer_id)) {
    const mailer = mailerOf(context);
    await mailer.queue(tx, {
      userId: reviewerId,
      to: reviewer.email,
      content: assignedEmail(
        { name: reviewer.full_name, folio: String(record.folio), company: String(record.legal_name) },
        { by: actor.fullName, url: await mailer.address(tx, `/crm/client-registrations/${record.id}`) },
      ),
      goodForHours: 72,
    });
  }
  return { reviewer_id: reviewerId };
};

const release: StateChangeHandler = async () => ({ reviewer_id: null });

const requestInfo: StateChangeHandler = async (context, record, input) => {
  await sendLink(context.tx, mailerOf(context), linked(record), String(input.reason));
  return {
    decision_reason: input.reason,
    visitor_reply: null,
    reviewer_id: referenceId(record.reviewer_id) ?? context.actor.userId,
  };
};

/** The author of a registration may not approve it. */
const fourEyes: CommandHandler['refuse'] = async ({ tx, actor }, ids) => {
  const own = isUser(actor) ? await ownRegistrations(tx, ids, actor.userId) : new Set<string>();
  const reason = { code: 'four_eyes', text: 'Usted creó este registro; debe aprobarlo otra persona.' };
  return new Map([...own].map((id) => [id, [reason]]));
};

const approve: StateChangeHandler = async (context, record, input) => {
  const { tx, actor } = context;
  requireTaxId(record, input.waiver_reason);
  const wrong = input.with_signatory === true && signatoryIdRule(input);
  if (wrong) throw invalid(wrong);
  await refuseExactDuplicate(tx, record, actor);
  const clientId = await createClient(tx, record, input);
  await addContact(tx, record, clientId);
  await addSignatory(tx, record, input, clientId);
  await attachDocuments(tx, record.id, clientId);
  await mailerOf(context).queue(tx, {
    userId: null,
    to: String(record.contact_email),
    content: approvedEmail(
      { name: contactName(record), folio: String(record.folio), company: String(record.legal_name) },
      (input.primary_sales_rep_id as Reference).label,
    ),
    goodForHours: 72,
  });
  return { resulting_client_id: clientId, decided_at: now(), decision_reason: input.waiver_reason ?? null };
};

const markDuplicate: StateChangeHandler = async ({ tx }, record, input) => {
  const clientId = referenceId(input.client_id);
  if (clientId === null) throw invalid({ client_id: ['Elija el cliente que ya existe.'] });
  // Serializes concurrent registrations of one client, so that only one adds its first contact.
  await tx.query(sql`SELECT 1 AS one FROM clients WHERE id = ${clientId} FOR NO KEY UPDATE`);
  await addContact(tx, record, clientId);
  await attachDocuments(tx, record.id, clientId);
  return { resulting_client_id: clientId, decided_at: now(), decision_reason: null };
};

const endedBy = async (tx: Transaction, actor: Actor, record: AnyRecord) => {
  if (record.status === 'info_requested') await revokeLink(tx, linked(record));
  return { decided_at: now(), reviewer_id: referenceId(record.reviewer_id) ?? actor.userId };
};

const reject: StateChangeHandler = async ({ tx, actor }, record, input) => ({
  ...(await endedBy(tx, actor, record)),
  decision_reason: input.reason,
});

const markSpam: StateChangeHandler = async ({ tx, actor }, record) => endedBy(tx, actor, record);

const reopen: StateChangeHandler = async ({ tx, actor }) => ({
  decided_at: null,
  decision_reason: null,
  reviewer_id: actor.userId,
  due_at: await nextDue(tx),
});

const notSpam: StateChangeHandler = async ({ tx }) => ({
  decided_at: null,
  reviewer_id: null,
  due_at: await nextDue(tx),
});

/** Before an approval is undone: cancels its unsent mail, and sends a correction to recipients of a sent one. */
export const undoDecision: ResourceHooks['undoCompoundChange'] = async (context, [record], action) => {
  if (!record || action !== 'approve') return;
  const { tx } = context;
  const { contact_email: to, folio, legal_name: company } = linked(record);
  if ((await withdrawMailsTo(tx, to, approvedSubject(folio))) === 0) {
    const content = reviewedAgainEmail({ name: contactName(record), folio, company });
    await mailerOf(context).queue(tx, { userId: null, to, content, goodForHours: 72 });
  }
  return async () => {
    await tx.query(sql`
      UPDATE clients SET withdrawn_folio = ${folio}
      WHERE id = ${referenceId(record.resulting_client_id)}::uuid`);
  };
};

/** The effects of the state changes of client registrations (domain §2.4). */
export const registrationCommands: Readonly<Record<string, Handler>> = {
  start_review: startReview,
  take_over: takeOver,
  assign,
  release,
  request_info: requestInfo,
  approve: {
    refuse: fourEyes,
    run: (context, record, input) => approve(context, record as AnyRecord, input),
  },
  mark_duplicate: markDuplicate,
  mark_spam: markSpam,
  not_spam: notSpam,
  reject,
  reopen,
};
