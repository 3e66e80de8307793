import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import type { Line } from '@pauta/domain/document/document.ts';
import { compareLines, isPosition, positionsAt } from '@pauta/domain/document/position.ts';
import { isId } from '@pauta/domain/kinds/reference.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { Errors, Values } from '@pauta/domain/resource/resource.ts';
import { agree, capital, theOne, thisOne } from '@pauta/domain/text/label.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import sql, { raw } from 'sql-template-tag';
import type { AnyActor } from '../../../platform/access.ts';
import { preparedStatement, type Queryable } from '../../../platform/database/database.ts';
import { conflict } from '../../../platform/http/problem.ts';
import { linesJson } from '../../reading/record-columns.ts';
import { type LineTable, quoted, type ResourceTable } from '../../table.ts';
import { isObject, judgeValues } from '../read-body.ts';
import { resolveReferences } from '../resolve-references.ts';
import type { SplitInput } from './split-input.ts';

/**
 * The lines of one kind before and after a change, in document order; of lines outside the body, only the affected
 * ones.
 */
export interface ChangedLines {
  readonly table: LineTable;
  readonly before: readonly Line[];
  readonly after: readonly Line[];
}

export interface LineVerdict {
  readonly lines: readonly ChangedLines[];
  /** By `<name>.<id>.<field>`. */
  readonly errors: Errors;
}

/** Lines that an undo restores: their former values, by id. */
export type FormerLines = Readonly<Record<string, Values>>;

interface Judging {
  readonly actor: AnyActor;
  /** The document before the change; absent for a new one. */
  readonly current?: Values & { readonly id: string };
  /** Former values that may be restored, by name; of lines by id. */
  readonly former?: Values;
  /** Derived values are calculated from all lines, so all of them must be read. */
  readonly needsAll: boolean;
}

interface Put {
  readonly id: string;
  readonly given: Values;
  readonly known: Line | undefined;
}

/** The input for one kind of lines, its structure checked. */
interface Given {
  readonly table: LineTable;
  readonly before: readonly Line[];
  readonly total: number;
  readonly puts: readonly Put[];
  readonly drops: ReadonlySet<string>;
}

const idsIn = (patch: unknown): string[] => {
  if (!isObject(patch)) return [];
  const { put, drop } = patch;
  return [
    ...(Array.isArray(put)
      ? put.flatMap((one: unknown) => (isObject(one) && isId(one.id) ? [one.id] : []))
      : []),
    ...(Array.isArray(drop) ? drop.filter(isId) : []),
  ];
};

/** The stored lines of one kind of a document: all, or those with these ids. */
export const readLines = async (
  tx: Queryable,
  table: LineTable,
  headerId: string,
  reader: AnyActor,
  ids: readonly string[] | null = null,
): Promise<{ readonly lines: readonly Line[]; readonly total: number }> => {
  const of = sql`FROM ${raw(quoted(table.name))} x WHERE x.${raw(quoted(table.line.header))} = ${headerId}::uuid`;
  const wanted = ids === null ? of : sql`${of} AND x.id = ANY(${ids}::uuid[])`;
  const row = await tx.one<{ lines: Line[]; total: number }>(
    preparedStatement(sql`
      SELECT ${linesJson(table, reader, sql`SELECT x.* ${wanted}`)} AS lines, (SELECT count(*)::integer ${of}) AS total`),
  );
  return row ?? { lines: [], total: 0 };
};

const readGiven = async (
  tx: Queryable,
  table: LineTable,
  patch: unknown,
  { actor, current, needsAll }: Judging,
  errors: Errors,
): Promise<Given> => {
  const { line } = table;
  const { name } = line;
  const isPartial = !needsAll && !line.nested && line.within === undefined;
  const present =
    current === undefined
      ? { lines: [], total: 0 }
      : line.mode === 'beside'
        ? await readLines(tx, table, current.id, actor, isPartial ? idsIn(patch) : null)
        : { lines: linesIn(current, name), total: linesIn(current, name).length };
  const known = new Map(present.lines.map((one) => [one.id, one]));
  const nothing = { table, before: present.lines, total: present.total, puts: [], drops: new Set<string>() };
  if (patch === undefined) return nothing;
  const { put = [], drop = [], ...others } = isObject(patch) ? patch : { put: null };
  if (!Array.isArray(put) || !Array.isArray(drop) || Object.keys(others).length > 0) {
    errors[name] = ['Envíe los cambios como { put: [{ id, … }], drop: [ids] }.'];
    return nothing;
  }
  if (put.length + drop.length > 2 * line.max) {
    errors[name] = [tooMany(table, put.length + drop.length)];
    return nothing;
  }
  const puts: Put[] = [];
  const seen = new Set<string>();
  const drops = new Set<string>();
  for (const [index, id] of drop.entries()) {
    if (isId(id)) drops.add(id);
    else errors[`${name}.drop.${index}`] = ['Envíe el identificador de la línea.'];
  }
  for (const [index, one] of (put as readonly unknown[]).entries()) {
    if (!isObject(one) || !isId(one.id)) {
      errors[`${name}.put.${index}.id`] = ['Envíe el identificador de la línea, un UUID en minúsculas.'];
      continue;
    }
    const { id, ...given } = one;
    if (seen.has(id) || drops.has(id))
      errors[`${name}.${id}`] = ['Esta línea aparece más de una vez en el envío.'];
    else puts.push({ id, given, known: known.get(id) });
    seen.add(id);
  }
  return { ...nothing, puts, drops };
};

const tooMany = ({ resource, line }: LineTable, count: number): string =>
  `${resource.label.many}: caben hasta ${formatCount(line.max)} en un documento y serían ${formatCount(count)}. ` +
  `Quite ${formatCount(count - line.max)} o repártal${resource.label.gender === 'f' ? 'as' : 'os'} en varios documentos.`;

/** Refuses a change of lines that were deleted meanwhile, naming the author: the caller has not seen the deletion. */
const refuseDropped = async (
  tx: Queryable,
  headerId: string,
  given: readonly Given[],
  former: Values,
): Promise<void> => {
  const errors: Errors = {};
  for (const { table, puts } of given) {
    const { name } = table.line;
    const back = (former[name] ?? {}) as FormerLines;
    const fresh = puts.flatMap(({ id, known }) => (known || id in back ? [] : [id]));
    if (fresh.length === 0) continue;
    const rows = await tx.query<{ id: string; at: string; by: string }>(sql`
      SELECT DISTINCT ON (d.id) d.id, l.at, coalesce(a.name, 'El sistema') AS by
      FROM audit_log l CROSS JOIN LATERAL jsonb_object_keys(l.before) AS d(id) LEFT JOIN actors a ON a.id = l.actor_id
      WHERE l.entity = ${table.name} AND l.entity_id = ${headerId} AND d.id = ANY(${fresh}::text[]) AND NOT l.after ? d.id
      ORDER BY d.id, l.id DESC`);
    for (const { id, at, by } of rows) {
      errors[`${name}.${id}`] = [
        `${by} quitó ${thisOne(table.resource.label)} el ${formatInstant(at)}. Agréguel${table.resource.label.gender === 'f' ? 'a' : 'o'} de nuevo si hace falta.`,
      ];
    }
  }
  const [first] = Object.values(errors);
  if (first) throw conflict('line_dropped', first[0] ?? '', { errors });
};

/** Drops nested lines together with their outer line, and resolves which outer line the others belong to. */
const placeNested = (given: Given, outer: ChangedLines | undefined, errors: Errors): ReadonlySet<string> => {
  const { table, before, puts, drops } = given;
  const { name, by } = table.line;
  if (!outer) return drops;
  const ids = new Set(outer.after.map(({ id }) => id));
  for (const { id, given: values, known } of puts) {
    const parent = by in values ? values[by] : known?.[by];
    if (!ids.has(String(parent)))
      errors[`${name}.${id}.${by}`] = [`No existe ${theOne(outer.table.resource.label)} a que pertenece.`];
  }
  return new Set([...drops, ...before.flatMap((line) => (ids.has(String(line[by])) ? [] : [line.id]))]);
};

const afterOf = (
  { table, before, puts }: Given,
  drops: ReadonlySet<string>,
  values: ReadonlyMap<string, Values>,
): Line[] => {
  const { by, within } = table.line;
  const own = new Map(puts.map((put) => [put.id, put]));
  const lines = before.flatMap((line): Line[] => {
    if (drops.has(line.id)) return [];
    const put = own.get(line.id);
    if (!put) return [line];
    const { position = line.position } = put.given as { position?: string };
    return [
      {
        ...line,
        ...values.get(line.id),
        position,
        ...(within !== undefined && by in put.given && { [by]: put.given[by] }),
      },
    ];
  });
  const fresh = puts.filter(({ known }) => !known);
  const placed = fresh.filter(({ given }) => isPosition(given.position));
  const line = ({ id, given }: Put, position: string): Line => ({
    ...values.get(id),
    ...(within !== undefined && { [by]: given[by] }),
    id,
    position,
  });
  lines.push(...placed.map((put) => line(put, String(put.given.position))));
  lines.sort(compareLines);
  // Lines without a position come last, in the order given.
  const rest = fresh.filter((put) => !placed.includes(put));
  const places = positionsAt(lines, lines.length, rest.length);
  return [...lines, ...rest.map((put, index) => line(put, places[index] ?? ''))];
};

/** The field values of a line, without its position and its outer line. */
const fieldsGiven = ({ line }: LineTable, given: Values): Values =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([name]) => name !== 'position' && (line.within === undefined || name !== line.by),
    ),
  );

/**
 * Validates a change to the lines of a document: their structure, that they belong to the document, and the fields and
 * rules of each; references are looked up once for all lines.
 *
 * @throws Problem 409 `line_dropped` for lines deleted meanwhile, 403 for a field that the actor may not write
 */
export const judgeLines = async (
  tx: Queryable,
  { lines: tables }: ResourceTable,
  { patches, wrongTypes }: SplitInput,
  judging: Judging,
): Promise<LineVerdict> => {
  const { actor, current, former = {}, needsAll } = judging;
  const errors: Errors = {};
  const given: Given[] = [];
  const isConcerned = ({ line }: LineTable): boolean =>
    needsAll || patches.has(line.name) || (line.within !== undefined && patches.has(line.within));
  for (const table of tables.filter(isConcerned))
    given.push(await readGiven(tx, table, patches.get(table.line.name), judging, errors));
  if (given.every(({ puts, drops }) => puts.length + drops.size === 0)) {
    return { lines: given.map(({ table, before }) => ({ table, before, after: before })), errors };
  }
  if (current) await refuseDropped(tx, current.id, given, former);

  const puts = given.flatMap(({ table, puts: own }) => own.map((put) => ({ table, put })));
  const ids = new Set(given.flatMap(({ before }) => before.map(({ id }) => id)));
  for (const { table, put } of puts.filter((one) => !one.put.known)) {
    if (ids.has(put.id)) errors[`${table.line.name}.${put.id}.id`] = [usedId(table)];
    ids.add(put.id);
    const { position } = put.given;
    if (position !== undefined && position !== null && !isPosition(position))
      errors[`${table.line.name}.${put.id}.position`] = ['Este lugar no es válido.'];
  }
  for (const { table, put } of puts.filter((one) => one.put.known)) {
    if ('position' in put.given && !isPosition(put.given.position))
      errors[`${table.line.name}.${put.id}.position`] = ['Este lugar no es válido.'];
  }
  const resolved = await resolveReferences(
    tx,
    puts.map(({ table, put: { id, given: values, known } }) => {
      const back = ((former[table.line.name] ?? {}) as FormerLines)[id];
      return {
        fields: table.resource.fields,
        body: fieldsGiven(table, values),
        ...(known && { current: known }),
        ...(back && { former: back }),
      };
    }),
    actor,
  );
  const values = new Map<string, Values>();
  for (const [index, { table, put }] of puts.entries()) {
    const own = resolved[index];
    if (!own) continue;
    const verdict = judgeValues({
      fields: table.resource.fields,
      rules: table.resource.rules,
      actor,
      ...(put.known && { current: put.known }),
      resolved: own,
    });
    values.set(put.id, verdict.values);
    for (const [field, messages] of Object.entries(verdict.errors))
      errors[`${table.line.name}.${put.id}.${field}`] = messages;
  }
  const lines: ChangedLines[] = [];
  for (const one of given) {
    const outer = lines.find(({ table }) => table.line.name === one.table.line.within);
    const drops = placeNested(one, outer, errors);
    const after = afterOf(one, drops, values);
    const total = one.total + after.length - one.before.length;
    if (total > one.table.line.max) errors[one.table.line.name] = [tooMany(one.table, total)];
    lines.push({ table: one.table, before: one.before, after });
  }
  return { lines, errors: Object.keys(errors).length > 0 ? errors : wrongTypes.lines };
};

/** Message that the id of a new line is taken, without revealing by which document. */
export const usedId = ({ resource: { label } }: LineTable): string =>
  `${capital(thisOne(label))} no se puede guardar con ese identificador: ya está ${agree(label, 'usado')}. ` +
  `Quítel${label.gender === 'f' ? 'a' : 'o'} y agréguel${label.gender === 'f' ? 'a' : 'o'} de nuevo.`;
