import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { clientRegistrations } from '@pauta/domain/crm/registrations/client-registration.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import sql, { raw } from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { scopeCondition } from '../../resource/reading/row-scope.ts';

/** The known data of a company that may already be a client. */
export interface Company {
  readonly legal_name: string | null;
  readonly trade_name: string | null;
  readonly country_id: string | null;
  /** Compact. */
  readonly tax_id: string | null;
}

/** The probability that two records are the same company (1: same tax id), and the reasons, in Spanish. */
export interface Likeness {
  readonly score: number;
  readonly reasons: readonly string[];
}

export interface SimilarClients {
  readonly found: readonly (Likeness & { client: Reference })[];
  /** Number of further ones that the actor may not see. */
  readonly hidden: number;
}

interface Row extends Reference {
  code: string | null;
  same_tax_id: boolean;
  legal: number;
  trade: number;
  visible: boolean;
}

const most = 20;
/** Minimum trigram similarity of two names. */
const alike = 0.6;

const percent = (likeness: number): string => `${Math.round(likeness * 100)} %`;

const likenessOf = ({ same_tax_id, legal, trade }: Row): Likeness => ({
  score: same_tax_id ? 1 : Math.round(Math.max(legal, trade) * 100) / 100,
  reasons: [
    ...(same_tax_id ? ['Misma identificación fiscal'] : []),
    ...(legal >= alike ? [`Razón social parecida (${percent(legal)})`] : []),
    ...(trade >= alike ? [`Nombre comercial parecido (${percent(trade)})`] : []),
  ],
});

/**
 * Rows of `table` that are similar to a company: same tax id, or a similar name. The trigram index finds the
 * candidates.
 */
const candidates = (table: 'clients' | 'agencies' | 'client_registrations', company: Company) => {
  const legal = sql`fold(${company.legal_name}::text)`;
  const trade = sql`fold(${company.trade_name}::text)`;
  return sql`
    SELECT t.*,
      t.country_id IS NOT DISTINCT FROM ${company.country_id}::uuid AND t.tax_id IS NOT DISTINCT FROM ${company.tax_id}::text AS same_tax_id,
      coalesce(similarity(fold(t.legal_name), ${legal}), 0) AS legal,
      coalesce(similarity(fold(t.trade_name), ${trade}), 0) AS trade
    FROM ${raw(table)} t
    WHERE t.id IN (
      SELECT id FROM ${raw(table)} WHERE country_id = ${company.country_id}::uuid AND tax_id = ${company.tax_id}::text
      UNION SELECT id FROM ${raw(table)} WHERE ${legal} <% search_text
      UNION SELECT id FROM ${raw(table)} WHERE ${trade} <% search_text)`;
};

const isAlike = raw(`(t.same_tax_id OR t.legal >= ${alike} OR t.trade >= ${alike})`);
const mostSimilarFirst = raw(`t.same_tax_id DESC, greatest(t.legal, t.trade) DESC, t.id LIMIT ${most}`);

/** Clients that may be the company, the likeliest first; including archived ones, except those withdrawn by an undo. */
export const similarClients = async (
  database: Queryable,
  company: Company,
  actor: Actor,
  { except = null }: { except?: string | null } = {},
): Promise<SimilarClients> => {
  const rows = await database.query<Row>(sql`
    SELECT t.id, t.trade_name AS label, t.client_code AS code, t.same_tax_id, t.legal, t.trade,
      ${scopeCondition(clients, actor)} AS visible
    FROM (${candidates('clients', company)}) t
    WHERE ${isAlike} AND t.id IS DISTINCT FROM ${except}::uuid AND t.withdrawn_at IS NULL
    ORDER BY ${mostSimilarFirst}`);
  const visible = rows.filter((row) => row.visible);
  return {
    found: visible.map((row) => ({
      client: { id: row.id, label: row.label, code: row.code ?? null },
      ...likenessOf(row),
    })),
    hidden: rows.length - visible.length,
  };
};

/**
 * Agencies that may be the company, the likeliest first; including archived ones, except those withdrawn by an undo.
 */
export const similarAgencies = async (
  database: Queryable,
  company: Company,
  actor: Actor,
  { except = null }: { except?: string | null } = {},
): Promise<{ found: readonly (Likeness & { agency: Reference })[]; hidden: number }> => {
  const rows = await database.query<Row>(sql`
    SELECT t.id, t.trade_name AS label, t.agency_code AS code, t.same_tax_id, t.legal, t.trade,
      ${scopeCondition(agencies, actor)} AS visible
    FROM (${candidates('agencies', company)}) t
    WHERE ${isAlike} AND t.id IS DISTINCT FROM ${except}::uuid AND t.withdrawn_at IS NULL
    ORDER BY ${mostSimilarFirst}`);
  const visible = rows.filter((row) => row.visible);
  return {
    found: visible.map((row) => ({
      agency: { id: row.id, label: row.label, code: row.code ?? null },
      ...likenessOf(row),
    })),
    hidden: rows.length - visible.length,
  };
};

/** Other open or rejected registrations that may be of the same company, the likeliest first. */
export const similarRegistrations = async (
  database: Queryable,
  company: Company,
  actor: Actor,
  except: string,
): Promise<readonly (Likeness & { registration: Reference & { status: string } })[]> => {
  const rows = await database.query<Row & { status: string }>(sql`
    SELECT t.id, t.legal_name AS label, t.folio AS code, t.status, t.same_tax_id, t.legal, t.trade
    FROM (${candidates('client_registrations', company)}) t
    WHERE ${isAlike} AND t.id <> ${except}::uuid AND t.status NOT IN ('approved', 'duplicate')
      AND ${scopeCondition(clientRegistrations, actor)}
    ORDER BY ${mostSimilarFirst}`);
  return rows.map((row) => ({
    registration: { id: row.id, label: row.label, code: row.code ?? null, status: row.status },
    ...likenessOf(row),
  }));
};
