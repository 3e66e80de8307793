import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { companyFields, conversionFields } from '@pauta/domain/crm/merging/conversion.ts';
import { isId, type Reference } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { conflict, forbidden, stale } from '../../platform/http/problem.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import { recordCompoundChange } from '../../resource/history/compound-changes.ts';
import { parseRecord, type RecordText, readRecord } from '../../resource/reading/read-record.ts';
import { countUses, type Use } from '../../resource/reading/uses.ts';
import { quoted, tableOf } from '../../resource/table.ts';
import { requireUpdate } from '../../resource/writing/change-record.ts';
import { readBody } from '../../resource/writing/read-body.ts';
import { isRepeated } from '../../resource/writing/repoint.ts';
import { insertRecord } from '../../resource/writing/write-record.ts';
import { beginMerging, notedTables } from './merge-records.ts';

/** Rows of one kind, as listed on the conversion page. */
export interface MovedRows {
  readonly label: string;
  readonly count: number;
}

/** An existing agency with the client's tax id, so that the company is not registered twice. */
interface Existing {
  readonly id: string;
  readonly label: string;
  readonly code: string;
  readonly archived: boolean;
}

/** Data of a client that moves to the agency. */
const moving: ReadonlySet<string> = new Set([
  'contacts.client_id',
  'contact_affiliations.client_id',
  'signatories.client_id',
  'activities.client_id',
]);

/** Data that stays with the client: its lead source, the referrals it made, and its target lists. */
const staying: ReadonlySet<string> = new Set([
  'client_registrations.resulting_client_id',
  'client_social_links.client_id',
  'clients.merged_into_id',
  'referrals.converted_client_id',
  'referrals.referrer_client_id',
  'target_list_members.client_id',
]);

const placeOf = ({ table, column }: Use): string => `${table}.${column}`;

const agencyTable = tableOf(agencies);
const clientTable = tableOf(clients);

const existingAgency = (database: Queryable, client: AnyRecord): Promise<Existing | undefined> =>
  database.one<Existing>(sql`
    SELECT id, trade_name AS label, agency_code AS code, archived_at IS NOT NULL AS archived FROM agencies
    WHERE country_id = ${(client.country_id as Reference).id}::uuid AND tax_id = ${client.tax_id} AND merged_into_id IS NULL
    -- An agency withdrawn by an undo is reused, unless another one has the tax id by now.
    ORDER BY withdrawn_at DESC NULLS FIRST LIMIT 1`);

/**
 * What would move to the agency, and what requires the client to stay an advertiser: authorisation letters, brands,
 * companies of its group, and anything sold or billed to it.
 */
export const conversionOf = async (
  database: Queryable,
  uses: readonly Use[],
  client: AnyRecord,
): Promise<{ agency: Existing | null; moves: MovedRows[]; blocks: MovedRows[] }> => {
  const found = await countUses(
    database,
    uses.filter((use) => !staying.has(placeOf(use))),
    client.id,
    { actor: 'system', manages: true },
  );
  const countsOf = (isMoving: boolean): MovedRows[] =>
    found
      .filter(({ use }) => moving.has(placeOf(use)) === isMoving)
      .map(({ use, count }) => ({ label: use.label, count }));
  return {
    agency: (await existingAgency(database, client)) ?? null,
    moves: countsOf(true),
    blocks: [
      ...(client.fiscal_locked_at ? [{ label: 'Documentos fiscales', count: 1 }] : []),
      ...countsOf(false),
    ],
  };
};

const createAgency = async (context: HandlerContext, client: AnyRecord, input: unknown): Promise<string> => {
  const { tx, actor, server } = context;
  const asked = await readBody(tx, {
    server,
    fields: conversionFields,
    resource: agencies,
    actor,
    recordChange: { input },
  });
  const company = Object.fromEntries(companyFields.map((name) => [name, client[name]]));
  const made = await insertRecord(
    tx,
    agencyTable,
    { ...company, ...asked },
    { credit_status: client.credit_status },
  );
  return made.id;
};

const joinAgency = async ({ tx, actor }: HandlerContext, { id, archived }: Existing): Promise<string> => {
  await requireUpdate(tx, agencyTable, parseRecord(await readRecord(tx, agencyTable, id, actor)), actor);
  if (archived) await tx.query(sql`UPDATE agencies SET archived_at = NULL WHERE id = ${id}::uuid`);
  return id;
};

const moveRows = async (tx: Transaction, client: string, agency: string): Promise<void> => {
  const move = (table: string, changes: Sql) =>
    tx.query(
      sql`UPDATE ${raw(quoted(table))} SET client_id = NULL, ${changes} WHERE client_id = ${client}::uuid`,
    );
  const toAgency = sql`agency_id = ${agency}::uuid`;
  await move(
    'contacts',
    sql`${toAgency}, is_main_contact = is_main_contact AND NOT EXISTS (
      SELECT FROM contacts o WHERE o.agency_id = ${agency}::uuid AND o.is_main_contact)`,
  );
  await move('contact_affiliations', toAgency);
  await move('signatories', toAgency);
  await move('activities', sql`agency_id = coalesce(agency_id, ${agency}::uuid)`);
  for (const table of await notedTables(tx)) {
    await tx.query(sql`
      UPDATE ${raw(quoted(table))} SET resource = ${agencies.name}, record_id = ${agency}::uuid
      WHERE resource = ${clients.name} AND record_id = ${client}::uuid`);
  }
};

/**
 * Converts a client that was registered by mistake into an agency, which gets its company data, contacts, signatories
 * and activities; the client is archived, and its page links to the agency. If an agency with the tax id exists,
 * everything is moved to that one. One transaction, undone as a whole.
 *
 * @param uses every column that refers to clients
 * @param conversion the client with the version that its caller read, and the input of {@link conversionFields}; empty
 * if the agency exists
 * @throws Problem 403, 404, 409, 412 or 422 if it cannot be converted
 */
export const convertClient = async (
  context: HandlerContext,
  uses: readonly Use[],
  { id, version, input }: { id: string; version: number; input: unknown },
): Promise<RecordText> => {
  const { tx, actor } = context;
  await beginMerging(tx);
  // The lock blocks new references: a concurrent one either commits first or finds the client archived.
  await tx.query(sql`SELECT FROM clients WHERE id = ${isId(id) ? id : null}::uuid FOR UPDATE`);
  const client = parseRecord(await readRecord(tx, clientTable, id, actor));
  if (client.row_version !== version) throw stale(client);
  await requireUpdate(tx, clientTable, client, actor);
  if (client.archived_at) {
    throw conflict('archived', `«${String(client.trade_name)}» está archivado. Restáurelo primero.`);
  }
  const { agency: existing, blocks } = await conversionOf(tx, uses, client);
  if (blocks.length > 0) {
    const what = new Intl.ListFormat('es').format(blocks.map(({ label }) => label.toLocaleLowerCase('es')));
    throw conflict(
      'is_advertiser',
      `«${String(client.trade_name)}» es un anunciante: tiene ${what}. Quíteselos primero, o registre la agencia aparte y consérvelo como cliente.`,
    );
  }
  const reason = `«${String(client.trade_name)}» (${String(client.client_code)}) se convirtió en agencia.`;
  await tx.query(sql`SELECT set_config('pauta.reason', ${reason}, true)`);
  const agency = existing ? await joinAgency(context, existing) : await createAgency(context, client, input);
  try {
    await moveRows(tx, client.id, agency);
  } catch (error) {
    if (!isRepeated(error)) throw error;
    throw conflict(
      'merge_conflict',
      'No se convirtió: la agencia ya tiene firmantes o personas que quedarían repetidos. Archive o corrija primero los del cliente.',
      { cause: error },
    );
  }
  await tx.query(sql`
    UPDATE clients SET archived_at = now(), became_agency_id = ${agency}::uuid WHERE id = ${client.id}::uuid`);
  const whole = { entity: clients.name, records: [client.id], action: 'convert' };
  await recordCompoundChange(tx, whole, reason, { agency });
  return readRecord(tx, agencyTable, agency, actor);
};

/** Before a conversion is undone: requires the permission to convert. */
export const undoConversion = async ({ tx, actor }: HandlerContext, client: AnyRecord): Promise<void> => {
  if (!actor.permissions.has('clients.convert')) throw forbidden('clients.convert');
  await requireUpdate(tx, clientTable, client, actor);
  await beginMerging(tx);
};
