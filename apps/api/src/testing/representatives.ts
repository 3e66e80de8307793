import type { Field } from '@pauta/domain/kinds/kind.ts';
import { filterableFields } from '@pauta/domain/resource/query/condition-text.ts';
import { sortableFields } from '@pauta/domain/resource/query/query.ts';
import { fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import { resources } from '@pauta/domain/resources.ts';
import { test } from 'vitest';
import { registerAreas } from '../app.ts';
import { readConfig } from '../platform/config.ts';
import { openDatabase } from '../platform/database/database.ts';
import { buildServer } from '../platform/server.ts';
import type { ResourceHooks } from '../resource/hooks.ts';
import { isFull } from './is-full.ts';

/** The hooks of each resource, by name, read from the routes of a server that never listens. */
const readHooks = async (): Promise<ReadonlyMap<string, ResourceHooks>> => {
  const database = openDatabase({
    connection: { host: '/nonexistent', port: 1, user: 'nobody', database: 'none' },
  });
  const config = readConfig({ PAUTA_DATA_DIR: '/nonexistent', LOG_LEVEL: 'silent' });
  const app = await buildServer({ config, database, worksBehind: false });
  await registerAreas(app);
  const entities = [...app.engine.served];
  await app.close();
  await database.close();
  return new Map(entities.map(([name, { hooks }]) => [name, hooks]));
};

const hooks = await readHooks();

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Keys of a definition, and options of a field, that only pages read. */
export const shownOnly = words(`
  name path screen label title subtitle columns brief filters sections order headline hint placeholder width face main row`);

/** Options that only writes use; lists ignore them. */
const writtenOnly = words(`
  rules parts changesWithin finished accept begins changedBy check frozen initial longest max maxBytes min pattern
  patternMessage read readOnly setting unique upperCase verbatim writePermission`);

/** Options with separate test cases. */
const elsewhere = words('fields commands within mailing');

/** The properties of a record's definition that code uses when something refers to it. */
const targetShape = ({ fields, operations, permissions, owners, partOf }: Resource): string =>
  [
    permissions.viewAll === null ? 'open' : 'guarded',
    owners.length + partOf.length > 0 && 'scoped',
    operations.includes('archive') && 'archived',
    'is_active' in fields && 'switched off',
    'code' in fields && 'coded',
  ]
    .filter(Boolean)
    .join(' ');

/**
 * How a value influences the code: a function by its source, which is equal for those of one factory; an object by its
 * keys; a list by being non-empty; a name or a number (a permission, a length) by being present.
 */
const shapeOf = (value: unknown, key = ''): string => {
  if (key === 'to') return targetShape((value as () => Resource)());
  if (key === 'from' || key === 'aggregate' || key === 'operations') return String(value);
  if (typeof value === 'function') return String(value);
  if (Array.isArray(value))
    return typeof value[0] === 'function' ? value.map((one) => shapeOf(one)).join() : 'list';
  if (typeof value !== 'object' || value === null)
    return typeof value === 'boolean' || value === null ? String(value) : 'given';
  return Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .map(([name, one]) => `${name}=${shapeOf(one, name)}`)
    .sort()
    .join('+');
};

const isSaid = (value: unknown): boolean =>
  value !== undefined &&
  value !== false &&
  !(typeof value === 'object' && value !== null && Object.keys(value).length === 0);

const shapeWithout = (of: object, ...ignored: readonly ReadonlySet<string>[]): string =>
  shapeOf(
    Object.fromEntries(
      Object.entries(of).filter(([key, value]) => isSaid(value) && !ignored.some((keys) => keys.has(key))),
    ),
  );

/** The part that a field plays in its resource. */
const rolesOf = (resource: Resource, name: string): string[] =>
  Object.entries({
    title: resource.title === name,
    state: resource.state === name,
    search: resource.search.includes(name),
    owners: resource.owners.includes(name),
    partOf: resource.partOf.includes(name),
  }).flatMap(([role, plays]) => (plays ? [role] : []));

const fieldTrait = (resource: Resource, name: string, ...ignored: readonly ReadonlySet<string>[]): string => {
  const field = fieldOf(resource, name);
  return [
    field.kind.name,
    shapeWithout(field.options, shownOnly, ...ignored),
    ...rolesOf(resource, name),
  ].join(' ');
};

/** How the resource as a whole influences the code, with the hooks that the case runs. */
const wholeTrait = (
  resource: Resource,
  ignored: readonly ReadonlySet<string>[] = [],
  hookNames: readonly (keyof ResourceHooks)[] = [],
): string => {
  const own = hooks.get(resource.name) ?? {};
  return [
    shapeWithout(resource, shownOnly, elsewhere, ...ignored),
    // Its code field is shown beside the title, see `tableOf`.
    targetShape(resource),
    ...hookNames.map((name) => `${name}=${shapeOf(own[name])}`),
  ].join(' ');
};

const writable = (resource: Resource): string[] =>
  Object.keys(resource.fields).filter((name) => !fieldOf(resource, name).options.readOnly);

const isReferring = ({ kind }: Field): boolean => kind.name === 'reference' || kind.name === 'references';

/**
 * The properties of a resource that a kind of test case exercises, as traits. A trait is one whole combination: a kind
 * with all its options and the role of the field, or the operations, permissions and hooks of the resource together.
 */
export const aspects = {
  /** Reading, independent of single fields: pages, records, options, refusals. */
  reading: (resource) => [wholeTrait(resource, [writtenOnly])],
  /** Orders of a list. */
  sorting: (resource) => sortableFields(resource).map((name) => fieldTrait(resource, name, writtenOnly)),
  /** Filters, conditions, groups and totals of a list. */
  filtering: (resource) => filterableFields(resource).map((name) => fieldTrait(resource, name, writtenOnly)),
  /** The search box. */
  searching: (resource) => [
    wholeTrait(resource, [writtenOnly]),
    ...resource.search.map((name) => fieldTrait(resource, name, writtenOnly)),
  ],
  /** The contents of a body. */
  checking: (resource) => [
    shapeOf(resource.rules),
    ...Object.keys(resource.fields).map((name) => fieldTrait(resource, name)),
  ],
  /** The references of a body. */
  referring: (resource) =>
    writable(resource)
      .filter((name) => isReferring(fieldOf(resource, name)))
      .map((name) => fieldTrait(resource, name)),
  creating: (resource) => [
    wholeTrait(resource, [], ['rules', 'beforeCreate']),
    ...writable(resource).map((name) => fieldTrait(resource, name)),
  ],
  changing: (resource) => [wholeTrait(resource, [], ['rules', 'beforeUpdate'])],
  archiving: (resource) => [wholeTrait(resource, [writtenOnly], ['beforeArchive'])],
  /** Everything that imports and exports use. */
  transferring: (resource) => [
    wholeTrait(resource, [], ['rules', 'beforeCreate', 'beforeUpdate']),
    ...Object.keys(resource.fields).map((name) => fieldTrait(resource, name)),
  ],
} satisfies Record<string, (resource: Resource) => readonly string[]>;

export type Aspect = keyof typeof aspects;

/**
 * A near-minimal set of resources that together have every trait. Fifty resources share one engine, which handles a
 * record field by field: a case that passes for a trait in one resource passes for it in all. A resource with a unique
 * trait is always included.
 */
export const representatives = (aspect: Aspect, among: readonly Resource[] = resources): Resource[] => {
  const traits = new Map(among.map((resource) => [resource, new Set<string>(aspects[aspect](resource))]));
  const missing = new Set([...traits.values()].flatMap((own) => [...own]));
  const chosen = new Set<Resource>();
  while (missing.size > 0) {
    const gain = (resource: Resource): number =>
      [...(traits.get(resource) ?? [])].filter((trait) => missing.has(trait)).length;
    const best = among.reduce((most, one) => (gain(one) > gain(most) ? one : most));
    chosen.add(best);
    for (const trait of traits.get(best) ?? []) missing.delete(trait);
  }
  return among.filter((resource) => chosen.has(resource));
};

const chosen = new Map<Aspect, ReadonlySet<Resource>>();

/**
 * Whether a case that exercises this aspect runs for the resource: in `npm test` for the representatives, in `npm test
 * -- full` for all.
 */
export const representsAspect = (resource: Resource, aspect: Aspect): boolean => {
  const among = chosen.get(aspect) ?? new Set(isFull ? resources : representatives(aspect));
  chosen.set(aspect, among);
  return among.has(resource);
};

type Case = Pick<typeof test, 'each'> & ((name: string, run: () => unknown) => void);

const none: Case = Object.assign(() => undefined, { each: () => () => undefined });

/**
 * `test` for a contract case that exercises these aspects, if the resource represents others in one of them.
 *
 * @example
 * const on = casesOf(resource);
 * on('sorting')('pages through every order', async () => …);
 */
export const casesOf =
  (resource: Resource) =>
  (...exercised: readonly Aspect[]): Case =>
    exercised.some((aspect) => representsAspect(resource, aspect)) ? test : none;
