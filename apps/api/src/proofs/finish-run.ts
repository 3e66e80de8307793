import type { OffendingRow } from '@pauta/domain/proofs/proof-result.ts';
import { proofRuns } from '@pauta/domain/proofs/proof-run.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { holdersOf } from '../admin/roles/holders.ts';
import type { EmailContent } from '../mail/email.ts';
import { systemChange, type Transaction } from '../platform/database/database.ts';
import type { Invariant } from '../platform/invariants/invariant.ts';

interface Broken {
  readonly name: string;
  readonly count: number;
  readonly rows: readonly OffendingRow[];
  readonly problem: string | null;
}

/** A violation with the texts of its invariant. */
type Violation = Broken & Pick<Invariant, 'number' | 'title' | 'meaning'>;

/** Maximum length of the details of a task. */
const mostText = 4000;

const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;

const found = ({ count, problem }: Broken): string =>
  problem ?? (count === 1 ? 'Un registro no lo cumple.' : `${count} registros no lo cumplen.`);

const detailsOf = (violation: Violation): string =>
  shortened(
    [
      `${violation.meaning} ${found(violation)}`,
      ...violation.rows.map(({ label, wrong }) => `· ${label}: ${wrong}`),
      ...(violation.count > violation.rows.length
        ? [`… y ${violation.count - violation.rows.length} más.`]
        : []),
    ].join('\n'),
    mostText,
  );

/**
 * Whose task a violation is: an active user who may see proofs and complete activities, administrators first.
 *
 * @returns undefined if nobody may
 */
const responsible = (tx: Transaction): Promise<{ id: string } | undefined> =>
  tx.one<{ id: string }>(sql`
    SELECT u.id FROM users u
      JOIN LATERAL (
        SELECT array_agg(p.permission) AS held FROM user_roles l JOIN role_permissions p ON p.role_id = l.role_id
        WHERE l.user_id = u.id) permissions ON held @> '{proofs.view,activities.work}'
    WHERE u.status = 'active'
    ORDER BY NOT 'settings.update' = ANY (held), u.created_at, u.id LIMIT 1`);

/** Opens a task for each violation that has none, and answers those. */
const openTasks = async (tx: Transaction, violations: readonly Violation[]): Promise<Violation[]> => {
  const user = await responsible(tx);
  const opened: Violation[] = [];
  for (const violation of violations) {
    if (!user) break;
    const [task] = await tx.query(sql`
      INSERT INTO activities (kind, subject, priority, assigned_to_id, due_at, notes, invariant)
      VALUES ('task', ${shortened(`No se cumple: ${violation.title}`, 160)}, 'high', ${user.id}::uuid,
        now() + interval '1 day', ${detailsOf(violation)}, ${violation.name})
      ON CONFLICT (invariant) WHERE invariant IS NOT NULL AND status IN ('pending', 'in_progress') DO NOTHING
      RETURNING id`);
    if (task) opened.push(violation);
  }
  return opened;
};

const mailOf = (name: string, violations: readonly Violation[], url: string): EmailContent => ({
  subject:
    violations.length === 1
      ? 'Pauta: una garantía no se cumple'
      : `Pauta: ${violations.length} garantías no se cumplen`,
  name,
  paragraphs: [
    'La prueba de integridad encontró lo siguiente. Se abrió una tarea por cada una, con los registros.',
    ...violations.map((violation) => `${violation.number} · ${violation.title}. ${found(violation)}`),
  ],
  action: { label: 'Ver la prueba', url },
  note: 'Le escribimos porque usted puede ver las pruebas de integridad. No se repite mientras la tarea siga abierta.',
});

/** Ends a run: counts its results, opens tasks for what is violated, and mails those who may see proofs. */
export const finishRun = async (
  { database, mailer }: FastifyInstance,
  id: string,
  invariants: readonly Invariant[],
): Promise<void> =>
  database.transaction(systemChange('proofs', 'Prueba de integridad'), async (tx) => {
    const run = await tx.one(sql`
      SELECT id FROM proof_runs WHERE id = ${id}::uuid AND status = 'running' FOR NO KEY UPDATE`);
    if (!run) return;
    await tx.query(sql`
      UPDATE proof_runs SET finished_at = now(), proved = r.passed, broken = r.failed, unproved = r.errors,
        status = CASE WHEN r.failed > 0 THEN 'failed' WHEN r.errors > 0 THEN 'incomplete' ELSE 'passed' END
      FROM (
        SELECT (count(*) FILTER (WHERE state = 'passed'))::integer AS passed,
          (count(*) FILTER (WHERE state = 'failed'))::integer AS failed,
          (count(*) FILTER (WHERE state = 'error'))::integer AS errors
        FROM proof_results WHERE run_id = ${id}::uuid) r
      WHERE id = ${id}::uuid`);
    const broken = new Map(
      (
        await tx.query<Broken>(sql`
          SELECT invariant AS name, count, rows, problem FROM proof_results
          WHERE run_id = ${id}::uuid AND state <> 'passed'`)
      ).map((row) => [row.name, row]),
    );
    const violations = invariants.flatMap(({ name, number, title, meaning }): Violation[] => {
      const row = broken.get(name);
      return row ? [{ ...row, number, title, meaning }] : [];
    });
    const opened = await openTasks(tx, violations);
    if (opened.length === 0) return;
    const url = await mailer.address(tx, `/${proofRuns.screen}/${id}`);
    for (const reader of await holdersOf(tx, proofRuns.permissions.viewAll ?? ''))
      await mailer.queue(tx, {
        userId: reader.id,
        to: reader.email,
        content: mailOf(reader.full_name, opened, url),
        goodForHours: 72,
      });
  });
