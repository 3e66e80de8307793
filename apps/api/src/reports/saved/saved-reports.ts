import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { parseField } from '@pauta/domain/kinds/kind.ts';
import type { Report } from '@pauta/domain/reports/report.ts';
import { parseReportQuery } from '@pauta/domain/reports/report-query.ts';
import { reportNamed, reports } from '@pauta/domain/reports/reports.ts';
import {
  longestReportParams,
  mostSavedReports,
  nextMailing,
  type SavedReport,
  type Schedule,
  savedReportFields,
} from '@pauta/domain/reports/saved-report.ts';
import type { Errors } from '@pauta/domain/resource/resource.ts';
import { sharePermission } from '@pauta/domain/views/saved-view.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { conflict, forbidden, invalid, notFound, stale } from '../../platform/http/problem.ts';
import { viewPermissions } from '../../resource/reading/row-scope.ts';

/** Body of a write to a saved report. */
export interface SavedReportBody {
  readonly name?: string;
  readonly params?: string;
  /** Null ends the sharing. */
  readonly role_id?: string | null;
  readonly every?: Schedule;
}

/** Whether the actor may see the rows that the report sums. */
export const maySeeReport = (report: Report, actor: Actor): boolean => {
  const views = viewPermissions(report.resource());
  return views.length === 0 || views.some((name) => actor.permissions.has(name));
};

const parametersOf = (params: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(params));

/** The query of a saved report today; null when it no longer fits the report. */
export const savedQuery = (report: Report, params: string) => {
  const parsed = parseReportQuery(report, parametersOf(params), companyToday());
  return parsed.ok ? parsed.query : null;
};

const seen = (actor: Actor): Sql => sql`(s.owner_id = ${actor.userId}::uuid OR s.role_id IN (
  SELECT h.role_id FROM user_roles h WHERE h.user_id = ${actor.userId}::uuid))`;

const columns = (actor: Actor): Sql => sql`
  s.id, s.report, s.name, s.params, json_build_object('id', o.id, 'label', o.name) AS owner,
  s.owner_id = ${actor.userId}::uuid AS is_mine,
  CASE WHEN r.id IS NOT NULL THEN json_build_object('id', r.id, 'label', r.display_name) END AS role,
  s.every, s.next_on::text AS next_on, s.archived_at IS NOT NULL AS is_archived, s.row_version`;

const tables = raw(
  'saved_reports s JOIN actors o ON o.id = s.owner_id LEFT JOIN roles r ON r.id = s.role_id',
);

/**
 * The saved reports that the actor may see: their own, and those shared with a role of theirs; of the deleted ones only
 * their own, the last deleted first.
 */
export const readSavedReports = async (
  database: Queryable,
  actor: Actor,
  areArchived = false,
): Promise<SavedReport[]> => {
  const names = reports.filter((report) => maySeeReport(report, actor)).map(({ name }) => name);
  return database.query<SavedReport>(sql`
    SELECT ${columns(actor)} FROM ${tables}
    WHERE s.report = ANY(${names}::text[]) AND ${
      areArchived
        ? sql`s.archived_at IS NOT NULL AND s.owner_id = ${actor.userId}::uuid ORDER BY s.archived_at DESC, s.id LIMIT ${mostSavedReports}`
        : sql`s.archived_at IS NULL AND ${seen(actor)} ORDER BY sort_key(s.name) COLLATE "C", s.id`
    }`);
};

const readSaved = async (
  database: Queryable,
  id: string,
  actor: Actor,
  lock = false,
): Promise<SavedReport> => {
  const row = await database.one<SavedReport>(sql`
    SELECT ${columns(actor)} FROM ${tables}
    WHERE s.id = ${id}::uuid AND ${seen(actor)} AND (s.archived_at IS NULL OR s.owner_id = ${actor.userId}::uuid) ${raw(lock ? 'FOR NO KEY UPDATE OF s' : '')}`);
  if (!row) throw notFound('El informe guardado ya no existe o dejó de estar compartido.');
  return row;
};

/** Name and parameters, validated. @throws Problem 422 by field, 403 without the permission to share */
const checked = async (
  tx: Queryable,
  report: Report,
  body: SavedReportBody,
  actor: Actor,
): Promise<SavedReportBody> => {
  const errors: Errors = {};
  const name = body.name === undefined ? undefined : parseField(savedReportFields.name, body.name);
  if (name && !name.ok) errors.name = [name.message];
  if (body.params !== undefined) {
    const parsed = parseReportQuery(report, parametersOf(body.params), companyToday());
    if (!parsed.ok) errors.params = Object.values(parsed.errors).flat();
    else if (body.params.length > longestReportParams)
      errors.params = ['El informe tiene demasiados filtros.'];
  }
  if (body.role_id) {
    if (!actor.permissions.has(sharePermission)) throw forbidden(sharePermission);
    const role = await tx.one(
      sql`SELECT 1 FROM roles WHERE id = ${body.role_id}::uuid AND archived_at IS NULL`,
    );
    if (!role) errors.role_id = ['Ese rol no existe.'];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return { ...body, ...(name?.ok && { name: name.value ?? '' }) };
};

const reportOf = (name: string, actor: Actor): Report => {
  const report = reportNamed(name);
  if (!report) throw invalid({ report: ['Ese informe no existe.'] });
  if (!maySeeReport(report, actor)) throw forbidden(viewPermissions(report.resource()));
  return report;
};

/** @throws Problem 422 when the actor has as many saved reports as one user may have */
const requireRoom = async (tx: Transaction, actor: Actor): Promise<void> => {
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`saved_reports:${actor.userId}`}, 0))`);
  const row = await tx.one<{ count: number }>(sql`
    SELECT count(*)::integer AS count FROM saved_reports
    WHERE owner_id = ${actor.userId}::uuid AND archived_at IS NULL`);
  if ((row?.count ?? 0) >= mostSavedReports)
    throw invalid({ name: [`Ya tiene ${mostSavedReports} informes guardados. Elimine alguno primero.`] });
};

export const createSavedReport = async (
  tx: Transaction,
  { report: of, ...body }: SavedReportBody & { readonly report: string },
  actor: Actor,
): Promise<SavedReport> => {
  const report = reportOf(of, actor);
  const { name, params = '', role_id = null, every = 'never' } = await checked(tx, report, body, actor);
  await requireRoom(tx, actor);
  const made = await tx.one<{ id: string }>(sql`
    INSERT INTO saved_reports (report, name, params, owner_id, role_id, every, next_on)
    VALUES (${report.name}, ${name}, ${params}, ${actor.userId}::uuid, ${role_id}::uuid, ${every},
      ${nextMailing(every, companyToday())}::date)
    RETURNING id`);
  return readSaved(tx, made?.id ?? '', actor);
};

/** The saved report to be changed, which only its owner may. @throws Problem 404, 412 */
const takeSaved = async (
  tx: Transaction,
  id: string,
  version: number,
  actor: Actor,
): Promise<SavedReport> => {
  const current = await readSaved(tx, id, actor, true);
  if (!current.is_mine) throw notFound('Solo quien guardó el informe lo cambia.');
  if (current.row_version !== version) throw stale(current);
  return current;
};

export const updateSavedReport = async (
  tx: Transaction,
  { id, version, body }: { readonly id: string; readonly version: number; readonly body: SavedReportBody },
  actor: Actor,
): Promise<SavedReport> => {
  const current = await takeSaved(tx, id, version, actor);
  if (current.is_archived) throw conflict('archived', 'El informe guardado se eliminó. Restáurelo primero.');
  const next = await checked(tx, reportOf(current.report, actor), body, actor);
  const { name = current.name, params = current.params, every = current.every } = next;
  const role = next.role_id === undefined ? (current.role?.id ?? null) : next.role_id;
  const nextOn = every === current.every ? current.next_on : nextMailing(every, companyToday());
  await tx.query(sql`
    UPDATE saved_reports SET name = ${name}, params = ${params}, role_id = ${role}::uuid, every = ${every},
      next_on = ${nextOn}::date
    WHERE id = ${id}::uuid`);
  return readSaved(tx, id, actor);
};

/** Archives it: it is neither listed nor mailed. @throws Problem 404, 409, 412 */
export const archiveSavedReport = async (
  tx: Transaction,
  { id, version }: { readonly id: string; readonly version: number },
  actor: Actor,
): Promise<void> => {
  const current = await takeSaved(tx, id, version, actor);
  if (current.is_archived) throw conflict('archived', 'El informe guardado ya se había eliminado.');
  await tx.query(sql`UPDATE saved_reports SET archived_at = now() WHERE id = ${id}::uuid`);
};

/** Restores it; it is mailed again from its next day on. @throws Problem 403, 404, 409, 412, 422 */
export const restoreSavedReport = async (
  tx: Transaction,
  { id, version }: { readonly id: string; readonly version: number },
  actor: Actor,
): Promise<SavedReport> => {
  const current = await takeSaved(tx, id, version, actor);
  if (!current.is_archived) throw conflict('not_archived', 'El informe guardado no está eliminado.');
  reportOf(current.report, actor);
  await requireRoom(tx, actor);
  await tx.query(sql`
    UPDATE saved_reports SET archived_at = NULL, next_on = ${nextMailing(current.every, companyToday())}::date
    WHERE id = ${id}::uuid`);
  return readSaved(tx, id, actor);
};
