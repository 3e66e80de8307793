import {
  mostSimulations,
  type PublishedDraft,
  type Simulation,
  type WrittenChange,
} from '@pauta/domain/presales/simulation/simulation.ts';
import sql, { raw } from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { conflict, invalid, notFound, stale } from '../../platform/http/problem.ts';
import { checkChanges, nameChanges } from './check-changes.ts';
import { publishChanges } from './publish-changes.ts';

/** Body of a write. */
export interface SimulationBody {
  readonly name: string;
  readonly company_id: string;
  readonly year: number;
  readonly changes: readonly WrittenChange[];
}

interface Row extends Omit<Simulation, 'changes'> {
  readonly changes: readonly WrittenChange[];
}

const columns =
  raw(`s.id, s.name, json_build_object('id', c.id, 'label', c.name) AS company, s.fiscal_year AS year, s.changes,
  s.published_at, s.drafts, s.updated_at, s.row_version`);

const namesOf = async (database: Queryable, actor: Actor, rows: readonly Row[]): Promise<Simulation[]> => {
  const changes = await nameChanges(
    database,
    actor,
    rows.map((row) => row.changes),
  );
  return rows.map((row, at) => ({ ...row, changes: changes[at] ?? [] }));
};

/** The simulations of the actor: nobody sees those of others. */
export const readSimulations = async (database: Queryable, actor: Actor): Promise<Simulation[]> =>
  namesOf(
    database,
    actor,
    await database.query<Row>(sql`
      SELECT ${columns} FROM portfolio_simulations s JOIN companies c ON c.id = s.company_id
      WHERE s.owner_id = ${actor.userId}::uuid ORDER BY sort_key(s.name) COLLATE "C", s.id`),
  );

/** The actor's simulation as it is stored. @throws Problem 404 */
export const readStored = async (
  database: Queryable,
  actor: Actor,
  id: string,
  lock = false,
): Promise<Row> => {
  const row = await database.one<Row>(sql`
    SELECT ${columns} FROM portfolio_simulations s JOIN companies c ON c.id = s.company_id
    WHERE s.id = ${id}::uuid AND s.owner_id = ${actor.userId}::uuid ${raw(lock ? 'FOR NO KEY UPDATE OF s' : '')}`);
  if (!row) throw notFound('Esa simulación ya no existe.');
  return row;
};

const named = async (database: Queryable, actor: Actor, id: string): Promise<Simulation> => {
  const [simulation] = await namesOf(database, actor, [await readStored(database, actor, id)]);
  if (!simulation) throw notFound('Esa simulación ya no existe.');
  return simulation;
};

/** @throws Problem 422 for a blank name or an unknown company */
const checkBody = async (tx: Queryable, actor: Actor, body: SimulationBody): Promise<string> => {
  const name = body.name.trim();
  if (name === '') throw invalid({ name: ['Escriba un nombre.'] });
  const company = await tx.one(
    sql`SELECT 1 AS one FROM companies WHERE id = ${body.company_id}::uuid AND archived_at IS NULL`,
  );
  if (!company) throw invalid({ company_id: ['Elija una compañía.'] });
  await checkChanges(tx, actor, body);
  return name;
};

export const createSimulation = async (
  tx: Transaction,
  actor: Actor,
  body: SimulationBody,
): Promise<Simulation> => {
  const name = await checkBody(tx, actor, body);
  await tx.query(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`portfolio_simulations:${actor.userId}`}, 0))`,
  );
  const row = await tx.one<{ count: number }>(sql`
    SELECT count(*)::integer AS count FROM portfolio_simulations WHERE owner_id = ${actor.userId}::uuid`);
  if ((row?.count ?? 0) >= mostSimulations)
    throw invalid({ name: [`Ya tiene ${mostSimulations} simulaciones. Descarte alguna primero.`] });
  const made = await tx.one<{ id: string }>(sql`
    INSERT INTO portfolio_simulations (owner_id, name, company_id, fiscal_year, changes)
    VALUES (${actor.userId}::uuid, ${name}, ${body.company_id}::uuid, ${body.year}::integer,
      ${JSON.stringify(body.changes)}::jsonb)
    RETURNING id`);
  return named(tx, actor, made?.id ?? '');
};

/** @throws Problem 412 with the simulation as it is, when the request is for another version */
const requireVersion = async (
  tx: Transaction,
  actor: Actor,
  current: Row,
  version: number,
): Promise<void> => {
  if (current.row_version !== version) throw stale(await named(tx, actor, current.id));
};

/** The simulation to be written, locked. @throws Problem 404, 412 */
const take = async (tx: Transaction, actor: Actor, id: string, version: number): Promise<Row> => {
  const current = await readStored(tx, actor, id, true);
  await requireVersion(tx, actor, current, version);
  return current;
};

export const updateSimulation = async (
  tx: Transaction,
  actor: Actor,
  { id, version, body }: { readonly id: string; readonly version: number; readonly body: SimulationBody },
): Promise<Simulation> => {
  const current = await take(tx, actor, id, version);
  if (current.published_at !== null)
    throw conflict('published', 'Esta simulación ya se publicó y no cambia. Haga otra para seguir probando.');
  const name = await checkBody(tx, actor, body);
  await tx.query(sql`
    UPDATE portfolio_simulations SET name = ${name}, company_id = ${body.company_id}::uuid,
      fiscal_year = ${body.year}::integer, changes = ${JSON.stringify(body.changes)}::jsonb
    WHERE id = ${id}::uuid`);
  return named(tx, actor, id);
};

/** Deletes it; the audit log keeps it, and drafts that it made stay. */
export const discardSimulation = async (
  tx: Transaction,
  actor: Actor,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<void> => {
  await take(tx, actor, id, version);
  await tx.query(sql`DELETE FROM portfolio_simulations WHERE id = ${id}::uuid`);
};

/**
 * Makes the drafts of its changes, once: a request that waited for another one finds it published.
 *
 * @throws Problem 404, 409 `published`, `empty_simulation`, 412
 */
export const publishSimulation = async (
  tx: Transaction,
  actor: Actor,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<Simulation> => {
  const current = await readStored(tx, actor, id, true);
  if (current.published_at !== null)
    throw conflict('published', 'Esta simulación ya se publicó: sus borradores están en su página.');
  await requireVersion(tx, actor, current, version);
  if (current.changes.length === 0)
    throw conflict('empty_simulation', 'La simulación no tiene cambios. Agregue uno antes de publicarla.');
  const scenario = { company: current.company.id, year: current.year, changes: current.changes };
  await checkChanges(tx, actor, scenario);
  const drafts: readonly PublishedDraft[] = await publishChanges(tx, actor, scenario, current.name);
  await tx.query(sql`
    UPDATE portfolio_simulations SET published_at = now(), drafts = ${JSON.stringify(drafts)}::jsonb
    WHERE id = ${id}::uuid`);
  return named(tx, actor, id);
};
