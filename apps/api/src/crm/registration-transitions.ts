import { clients } from '@pauta/domain/crm/client.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import { parseTaxId } from '@pauta/domain/tax-id/tax-id.ts';
import sql from 'sql-template-tag';
import type { Actor } from '../platform/access.ts';
import type { Transaction } from '../platform/database.ts';
import { conflict, invalid } from '../platform/problem.ts';
import { scopeCondition } from '../resource/row-scope.ts';
import type { TransitionHandler } from '../resource/transitions.ts';

/** How long a rejected registration can be taken up again. */
const reopenDays = 30;

const idOf = (value: unknown): string | null => (value as Reference | null)?.id ?? null;
const now = (): string => new Date().toISOString();

/** Whoever wrote a registration down is not the one who accepts it; visitors write theirs themselves. */
export const isOwnRegistration = async (
  tx: Pick<Transaction, 'one'>,
  id: string,
  actor: Actor,
): Promise<boolean> => {
  const row = await tx.one<{ own: boolean | null }>(sql`
    SELECT origin <> 'web' AND created_by = ${actor.userId}::uuid AS own FROM client_registrations WHERE id = ${id}::uuid`);
  return row?.own === true;
};

const refuseExactDuplicate = async (tx: Transaction, record: AnyRecord, actor: Actor): Promise<void> => {
  const client = await tx.one<{ id: string; label: string; code: string; visible: boolean }>(sql`
    SELECT t.id, t.trade_name AS label, t.client_code AS code, ${scopeCondition(clients, actor)} AS visible
    FROM clients t WHERE t.country_id = ${idOf(record.country_id)}::uuid AND t.tax_id = ${String(record.tax_id)}`);
  if (!client) return;
  const { visible, ...reference } = client;
  throw conflict(
    'duplicate',
    visible
      ? `Ya existe el cliente «${client.label}» (${client.code}) con esta identificación. Marque el registro como duplicado.`
      : 'Ya existe un cliente con esta identificación. Marque el registro como duplicado.',
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
  const source = { web: 'WEB', event: 'EVENTO' }[String(record.origin)] ?? null;
  const agency = [record.agency_name, record.agency_tax_id].filter(Boolean).join(' · ');
  const notes = [record.comments, agency && `Agencia: ${agency}`].filter(Boolean).join('\n\n');
  const client = await tx.one<{ id: string }>(sql`
    INSERT INTO clients (
      client_code, legal_name, trade_name, person_kind, country_id, tax_id_type, tax_id, taxpayer_type,
      client_type_id, client_category_id, industry_id, lead_source_id, primary_sales_rep_id, currency_code,
      credit_term_id, website, address_line, locality_id, notes)
    VALUES (
      ${input.client_code}, ${record.legal_name}, ${record.trade_name ?? record.legal_name}, ${record.person_kind},
      ${idOf(record.country_id)}, ${record.tax_id_type}, ${record.tax_id}, ${input.taxpayer_type},
      ${idOf(input.client_type_id)}, ${idOf(input.client_category_id)}, ${idOf(input.industry_id)},
      (SELECT id FROM lead_sources WHERE code = ${source}), ${idOf(input.primary_sales_rep_id)}, ${input.currency_code},
      ${idOf(input.credit_term_id)}, ${record.website}, ${record.address},
      (SELECT id FROM localities
        WHERE country_id = ${idOf(record.country_id)} AND fold(name) = fold(${record.locality}) AND archived_at IS NULL
        ORDER BY sort_order, id LIMIT 1),
      ${notes || null})
    RETURNING id`);
  if (!client) throw new Error('the insertion of a client answers its id');
  return client.id;
};

/** The contact of a registration as a contact of the client, unless the client already has somebody with that e-mail. */
const addContact = async (tx: Transaction, record: AnyRecord, clientId: string): Promise<void> => {
  const known = await tx.one(sql`
    SELECT 1 AS one FROM contact_affiliations a JOIN contact_emails e ON e.contact_id = a.contact_id
    WHERE a.client_id = ${clientId} AND a.valid @> business_date() AND e.email = ${record.contact_email} LIMIT 1`);
  if (known) return;
  await tx.query(sql`
    WITH contact AS (
      INSERT INTO contacts (first_name, last_name, job_title)
      VALUES (${record.contact_first_name}, ${record.contact_last_name}, ${record.contact_job}) RETURNING id
    ), affiliation AS (
      INSERT INTO contact_affiliations (contact_id, client_id, is_primary)
      SELECT id, ${clientId}, NOT EXISTS (
        SELECT FROM contact_affiliations WHERE client_id = ${clientId} AND is_primary AND upper_inf(valid)) FROM contact
    ), email AS (
      INSERT INTO contact_emails (contact_id, email, is_primary) SELECT id, ${record.contact_email}, true FROM contact
    )
    INSERT INTO contact_phones (contact_id, number, is_primary) SELECT id, ${record.contact_phone}, true FROM contact`);
};

const startReview: TransitionHandler = async ({ actor }) => ({ reviewer_id: actor.userId });

const requestInfo: TransitionHandler = async (_context, _record, input) => ({
  decision_reason: input.reason,
});

const approve: TransitionHandler = async ({ tx, actor }, record, input) => {
  if (await isOwnRegistration(tx, record.id, actor)) {
    throw conflict('four_eyes', 'Usted creó este registro; debe aprobarlo otra persona.');
  }
  requireTaxId(record, input.waiver_reason);
  await refuseExactDuplicate(tx, record, actor);
  const clientId = await createClient(tx, record, input);
  await addContact(tx, record, clientId);
  return { resulting_client_id: clientId, decided_at: now(), decision_reason: input.waiver_reason ?? null };
};

const markDuplicate: TransitionHandler = async ({ tx }, record, input) => {
  const clientId = idOf(input.client_id);
  if (clientId === null) throw invalid({ client_id: ['Elija el cliente que ya existe.'] });
  // Two registrations of one client are marked one after the other: only one brings its first contact.
  await tx.query(sql`SELECT 1 AS one FROM clients WHERE id = ${clientId} FOR NO KEY UPDATE`);
  await addContact(tx, record, clientId);
  return { resulting_client_id: clientId, decided_at: now(), decision_reason: null };
};

const reject: TransitionHandler = async ({ actor }, record, input) => ({
  decision_reason: input.reason,
  decided_at: now(),
  reviewer_id: idOf(record.reviewer_id) ?? actor.userId,
});

const reopen: TransitionHandler = async ({ actor }, record) => {
  const limit = Date.parse(String(record.decided_at)) + reopenDays * 24 * 3_600_000;
  if (Date.now() > limit) {
    throw conflict('too_late', `Pasaron más de ${reopenDays} días desde el rechazo. Pida un registro nuevo.`);
  }
  return { decided_at: null, decision_reason: null, reviewer_id: actor.userId };
};

/** What the state changes of client registrations do (domain §2.4). */
export const registrationTransitions: Readonly<Record<string, TransitionHandler>> = {
  start_review: startReview,
  request_info: requestInfo,
  approve,
  mark_duplicate: markDuplicate,
  reject,
  reopen,
};
