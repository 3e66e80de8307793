import { type FileOptions, maxBytesOf, type StoredFile, tooLargeText } from '@pauta/domain/kinds/file.ts';
import type { Field, Fields } from '@pauta/domain/kinds/kind.ts';
import { isId, type Reference, type ReferenceOptions } from '@pauta/domain/kinds/reference.ts';
import type { Errors, Resource, Values } from '@pauta/domain/resource/resource.ts';
import { theOne } from '@pauta/domain/text/label.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { type AnyActor, isUser } from '../../platform/access.ts';
import { preparedStatement, type Queryable } from '../../platform/database/database.ts';
import { isScoped, scopeCondition } from '../reading/row-scope.ts';
import { isReference, isReferences, quoted, tableOf, targetOf } from '../table.ts';

/** A body with its references resolved: records in place of ids, and errors by field. */
export interface Resolved {
  readonly body: Values;
  readonly errors: Errors;
}

interface Found {
  target: string;
  id: string;
  label: string;
  code: string | null;
  bytes: number | null;
  offered: boolean;
  /** The fields that `only` of some reference names. */
  facts: Readonly<Record<string, unknown>> | null;
}

const filesTarget = 'files';
const isFile = (field: Field): boolean => field.kind.name === 'file';

/** Ids that a value of a body contains; undefined when it does not have the form of a reference. */
const idsOf = (field: Field, value: unknown): string[] | undefined => {
  if (isReferences(field))
    return Array.isArray(value) && value.length <= 200 && value.every(isId) ? value : undefined;
  return isId(value) ? [value] : undefined;
};

const keyOf = (target: string, id: string): string => `${target}:${id}`;

const onlyOf = (field: Field): Readonly<Record<string, string>> =>
  (field.options as Partial<ReferenceOptions>).only ?? {};

const factsOf = (names: ReadonlySet<string>): string =>
  names.size === 0
    ? 'NULL'
    : `jsonb_build_object(${[...names].map((name) => `'${name}', t.${quoted(name)}`).join(', ')})`;

const lookUp = (
  resource: Resource,
  { ids, facts }: { readonly ids: ReadonlySet<string>; readonly facts: ReadonlySet<string> },
  actor: AnyActor,
): Sql => {
  const { offered, code, isOpen, canArchive } = tableOf(resource);
  const seen = isOpen || !isScoped(resource) ? raw('true') : scopeCondition(resource, actor);
  // A record that can be deactivated or merged is locked as a foreign key would lock it, so that a concurrent removal
  // either commits first or waits.
  const leaves = 'is_active' in resource.fields || Object.keys(resource.successors).length > 0;
  const lock = raw(leaves && canArchive ? 'FOR KEY SHARE OF t' : '');
  return sql`
    SELECT * FROM (SELECT ${raw(`'${resource.name}'`)} AS target, t.id, t.${raw(quoted(resource.title))} AS label,
      ${raw(code === undefined ? 'NULL' : `t.${quoted(code)}`)} AS code, NULL::integer AS bytes, (${raw(offered)}) AS offered,
      ${raw(factsOf(facts))}::jsonb AS facts
    FROM ${raw(quoted(resource.name))} t WHERE t.id = ANY(${[...ids]}::uuid[]) AND ${seen} ${lock}) AS found`;
};

/** A file can be attached only by the user who uploaded it. */
const lookUpFiles = (ids: readonly string[], actor: AnyActor): Sql => sql`
  SELECT ${raw(`'${filesTarget}'`)} AS target, t.id, t.name AS label, t.mime AS code, t.bytes,
    t.created_by IS NOT DISTINCT FROM ${isUser(actor) ? actor.userId : null}::uuid AS offered, NULL::jsonb AS facts
  FROM files t WHERE t.id = ANY(${ids}::uuid[])`;

/** The ids in a value, given as ids or as references. */
const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one: unknown) => {
    const id = typeof one === 'object' && one !== null ? (one as Partial<Reference>).id : one;
    return isId(id) ? [id] : [];
  });

const refusal = (field: Field, label: string | undefined): string => {
  if (isFile(field)) return 'Suba el archivo de nuevo.';
  const target = theOne(targetOf(field).label);
  return label === undefined
    ? `No existe ${target} que eligió; elija otra opción.`
    : `«${label}» ya no está disponible; elija otra opción.`;
};

const fileFault = (options: FileOptions, mime: string, bytes: number): string | undefined => {
  if (!options.accept.includes(mime)) return 'Este tipo de archivo no se admite aquí.';
  const most = maxBytesOf(options, mime);
  return bytes > most ? tooLargeText(most) : undefined;
};

/** A body, or one line of it, whose references are looked up. */
export interface Referring {
  readonly fields: Fields;
  readonly body: Values;
  /** The record before the change. */
  readonly current?: Values;
  /** Former values by field: what they refer to may be kept. */
  readonly former?: Values;
}

interface Wanted {
  readonly name: string;
  readonly field: Field;
  readonly ids: readonly string[];
}

const wantedOf = ({ fields, body }: Referring, errors: Errors): Wanted[] =>
  Object.entries(fields).flatMap(([name, field]): Wanted[] => {
    if (!(isReference(field) || isReferences(field) || isFile(field)) || field.options.readOnly) return [];
    const value = body[name];
    if (value === undefined || value === null || value === '') return [];
    const ids = idsOf(field, value);
    if (ids !== undefined) return [{ name, field, ids }];
    errors[name] = [
      isReferences(field)
        ? 'Elija opciones de la lista.'
        : isFile(field)
          ? 'Suba el archivo.'
          : 'Elija una opción de la lista.',
    ];
    return [];
  });

const nameOf = (field: Field): string => (isFile(field) ? filesTarget : targetOf(field).name);

const resolve = (
  { body, current = {}, former = {} }: Referring,
  wanted: readonly Wanted[],
  found: ReadonlyMap<string, Found>,
  errors: Errors,
): Values => {
  const resolved: Record<string, unknown> = { ...body };
  for (const { name, field, ids } of wanted) {
    const kept = new Set([...idsIn(current[name]), ...idsIn(former[name])]);
    const values: (Reference | StoredFile)[] = [];
    for (const id of ids) {
      const row = found.get(keyOf(nameOf(field), id));
      if (!row || !(row.offered || kept.has(id))) {
        errors[name] = [refusal(field, isFile(field) ? undefined : row?.label)];
        break;
      }
      if (
        !kept.has(id) &&
        Object.entries(onlyOf(field)).some(([fact, value]) => String(row.facts?.[fact]) !== value)
      ) {
        errors[name] = [`«${row.label}» no se puede elegir aquí; elija otra opción.`];
        break;
      }
      if (isFile(field)) {
        const fault = fileFault(field.options as FileOptions, row.code ?? '', row.bytes ?? 0);
        if (fault) errors[name] = [fault];
        values.push({ id, name: row.label, mime: row.code ?? '', bytes: row.bytes ?? 0 });
      } else {
        values.push({ id, label: row.label, code: row.code });
      }
    }
    resolved[name] = isReferences(field) ? values : values[0];
  }
  return resolved;
};

/**
 * Resolves the references of several bodies in one query, once for each target resource. Each record must exist, be
 * visible to the actor and be offered to new records; references that a record already has may stay.
 *
 * @returns the result for each body, in order
 */
export const resolveReferences = async (
  tx: Queryable,
  bodies: readonly Referring[],
  actor: AnyActor,
): Promise<readonly Resolved[]> => {
  const asked = bodies.map((referring) => {
    const errors: Errors = {};
    return { referring, errors, wanted: wantedOf(referring, errors) };
  });
  const targets = new Map<string, { resource: Resource | null; ids: Set<string>; facts: Set<string> }>();
  for (const { field, ids } of asked.flatMap(({ wanted }) => wanted)) {
    const resource = isFile(field) ? null : targetOf(field);
    const target = targets.get(nameOf(field)) ?? {
      resource,
      ids: new Set(),
      facts: new Set(),
    };
    for (const id of ids) target.ids.add(id);
    for (const fact of Object.keys(onlyOf(field))) target.facts.add(fact);
    targets.set(nameOf(field), target);
  }
  const rows =
    targets.size === 0
      ? []
      : await tx.query<Found>(
          preparedStatement(
            join(
              [...targets.values()].map(({ resource, ...target }) =>
                resource ? lookUp(resource, target, actor) : lookUpFiles([...target.ids], actor),
              ),
              ' UNION ALL ',
            ),
          ),
        );
  const found = new Map(rows.map((row) => [keyOf(row.target, row.id), row]));
  return asked.map(({ referring, errors, wanted }) => ({
    body: resolve(referring, wanted, found, errors),
    errors,
  }));
};
