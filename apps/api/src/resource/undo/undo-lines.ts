import { toWire } from '@pauta/domain/resource/record.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import sql, { raw } from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { recordColumns } from '../reading/record-columns.ts';
import { type LineTable, quoted, type ResourceTable } from '../table.ts';
import type { FormerLines } from '../writing/lines/judge-lines.ts';
import type { ChangedRecord } from './plan.ts';

/** The changes that undo what a request did to the lines of a document. */
export interface LineUndo {
  /** By the name of the lines, in the form of a request body. */
  readonly input: Readonly<
    Record<string, { readonly put: readonly Values[]; readonly drop: readonly string[] }>
  >;
  /** Former values of the lines that are restored or changed back. */
  readonly former: Readonly<Record<string, FormerLines>>;
  /** Actions of the audit log that the request recorded. */
  readonly actions: readonly string[];
  /** Names of lines of which the request wrote some that were changed again afterwards. */
  readonly since: readonly string[];
  /** Names of lines of which the document has others than those the request created. */
  readonly others: readonly string[];
}

interface NetLine {
  id: string;
  line: string;
  actions: string[];
  came: boolean;
  went: boolean;
  present: boolean;
  changed: string[];
  since: string[];
  former: string;
}

const readNetLines = async (
  tx: Transaction,
  table: LineTable,
  requestId: string,
  ids: readonly string[],
): Promise<NetLine[]> => {
  const name = raw(quoted(table.name));
  const header = raw(`t.${quoted(table.line.header)}`);
  const follows = table.columns
    .filter(([column, { options }]) => options.derived || table.line.derived.includes(column))
    .map(([column]) => column);
  return tx.query<NetLine>(sql`
    WITH flat AS MATERIALIZED (
      SELECT l.id, l.entity_id, l.action, k.line, l.before -> k.line AS b, l.after -> k.line AS a
      FROM audit_log l CROSS JOIN LATERAL jsonb_object_keys(l.before || l.after) AS k(line)
      WHERE l.request_id = ${requestId} AND l.entity = ${table.name} AND l.entity_id = ANY(${ids}::text[])
    ), ends AS (
      SELECT f.entity_id, f.line, array_agg(DISTINCT f.action) AS actions, (array_agg(f.b IS NULL ORDER BY f.id))[1] AS came,
        (array_agg(f.a IS NULL ORDER BY f.id DESC))[1] AS went
      FROM flat f GROUP BY 1, 2
    ), was AS (
      SELECT f.entity_id, f.line, jsonb_object_agg(e.key, e.value ORDER BY f.id DESC) - ${follows}::text[] AS columns
      FROM flat f CROSS JOIN jsonb_each(f.b) e GROUP BY 1, 2
    ), becomes AS (
      SELECT f.entity_id, f.line, jsonb_object_agg(e.key, e.value ORDER BY f.id) - ${follows}::text[] AS columns
      FROM flat f CROSS JOIN jsonb_each(f.a) e GROUP BY 1, 2
    )
    SELECT n.entity_id AS id, n.line, n.actions, n.came, n.went, t.id IS NOT NULL AS present,
      ARRAY(SELECT e.key FROM jsonb_each(w.columns) e WHERE e.value IS DISTINCT FROM b.columns -> e.key) AS changed,
      ARRAY(SELECT e.key FROM jsonb_each(b.columns) e WHERE e.value IS DISTINCT FROM to_jsonb(t) -> e.key) AS since,
      (SELECT row_to_json(r)::text FROM (
        SELECT ${recordColumns(table, 'system')} FROM jsonb_populate_record(NULL::${name}, coalesce(w.columns, '{}')) t) r) AS former
    FROM ends n LEFT JOIN was w USING (entity_id, line) LEFT JOIN becomes b USING (entity_id, line)
      LEFT JOIN ${name} t ON t.id = n.line::uuid AND ${header} = n.entity_id::uuid
    ORDER BY n.entity_id, n.line`);
};

/** Of documents whose header the request created: those that have other lines now than the request left them with. */
const readOthers = async (
  tx: Transaction,
  table: LineTable,
  net: readonly NetLine[],
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const made = net.filter(({ went }) => !went).map(({ line }) => line);
  const header = raw(`t.${quoted(table.line.header)}`);
  const rows = await tx.query<{ id: string }>(sql`
    SELECT DISTINCT ${header} AS id FROM ${raw(quoted(table.name))} t
    WHERE ${header} = ANY(${ids}::uuid[]) AND t.id <> ALL(${made}::uuid[])`);
  return new Set(rows.map(({ id }) => id));
};

const wireOf = ({ resource, line }: LineTable, { changed, went, former }: NetLine, id: string): Values => {
  const values = JSON.parse(former) as Values;
  const isBack = (name: string): boolean => went || changed.includes(name);
  return {
    id,
    ...Object.fromEntries(
      Object.entries(resource.fields)
        .filter(([name, { options }]) => !options.readOnly && isBack(name))
        .map(([name, field]) => [name, toWire(field, values[name])]),
    ),
    ...(isBack('position') && { position: values.position }),
    ...(line.within !== undefined && isBack(line.by) && { [line.by]: values[line.by] }),
  };
};

/** Ids that a line referred to, by field. */
const referencesOf = ({ resource }: LineTable, put: Values): Values =>
  Object.fromEntries(
    Object.keys(resource.fields).flatMap((name) =>
      typeof put[name] === 'string' ? [[name, put[name]]] : [],
    ),
  );

interface Building {
  readonly input: Record<string, { put: Values[]; drop: string[] }>;
  readonly former: Record<string, FormerLines>;
  readonly actions: Set<string>;
  readonly since: string[];
  readonly others: string[];
}

/** The changes that undo what one request did to the lines of these documents, by document id. */
export const readLineUndo = async (
  tx: Transaction,
  table: ResourceTable,
  requestId: string,
  touched: readonly ChangedRecord[],
): Promise<ReadonlyMap<string, LineUndo>> => {
  const ids = touched.map(({ id }) => id);
  const found = new Map(
    ids.map((id): [string, Building] => [
      id,
      { input: {}, former: {}, actions: new Set(), since: [], others: [] },
    ]),
  );
  for (const lines of table.lines) {
    const { name } = lines.line;
    const net = await readNetLines(tx, lines, requestId, ids);
    const others = await readOthers(tx, lines, net, ids);
    for (const id of others) found.get(id)?.others.push(name);
    for (const one of net) {
      const own = found.get(one.id);
      for (const action of one.actions) own?.actions.add(action);
      if (!own || (one.came && one.went)) continue;
      const isSince = one.came
        ? !one.present || one.since.length > 0
        : one.went
          ? one.present
          : !one.present || one.changed.some((column) => one.since.includes(column));
      if (isSince) {
        if (!own.since.includes(name)) own.since.push(name);
        continue;
      }
      if (!one.came && !one.went && one.changed.length === 0) continue;
      const patch = own.input[name] ?? { put: [], drop: [] };
      own.input[name] = patch;
      if (one.came) {
        patch.drop.push(one.line);
        continue;
      }
      const put = wireOf(lines, one, one.line);
      patch.put.push(put);
      own.former[name] = { ...own.former[name], [one.line]: referencesOf(lines, put) };
    }
  }
  return new Map([...found].map(([id, own]) => [id, { ...own, actions: [...own.actions] }]));
};
