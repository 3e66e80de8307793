import type { Fields } from '../kinds/kind.ts';
import { integer } from '../kinds/number.ts';
import { longText, text } from '../kinds/text.ts';
import { yesNo } from '../kinds/yes-no.ts';
import { computedFact } from '../resource/computed-fact.ts';
import { defineResource, type Likeness, type Resource, type Rule } from '../resource/resource.ts';
import type { Label } from '../text/label.ts';

/** Fields that every catalogue has (domain §1.10: "37 screens, one behaviour"). */
const common = {
  code: text('Código', {
    max: 20,
    required: true,
    upperCase: true,
    sortable: true,
    unique: true,
    width: 'short',
  }),
  name: text('Nombre', { max: 120, required: true, sortable: true, width: 'wide' }),
  description: longText('Descripción', { max: 500 }),
  external_code: text('Código externo', {
    max: 40,
    width: 'short',
    hint: 'El de este valor en el sistema contable o de tráfico.',
  }),
  sort_order: integer('Orden', { min: 0, max: 100_000, initial: 0, required: true }),
  is_active: yesNo('Activo', { initial: true }),
  is_system: yesNo('Del sistema', { readOnly: true }),
} satisfies Fields;

/** A short list of values that other records refer to. */
export interface Catalogue extends Resource {
  /**
   * Fields that define the group of a value: names differ within a group, and only values of one group are merged.
   * Empty: the whole catalogue is one group.
   */
  readonly within: readonly string[];
}

interface CatalogueOptions {
  readonly within?: readonly string[];
  /** The record that each value is part of: users who may not see it cannot see the value either. */
  readonly partOf?: { readonly field: string; readonly whole: string };
  readonly rules?: readonly Rule[];
  /** Additional fields that the list hides by default. */
  readonly hidden?: readonly string[];
  /** As in a resource; by default the code and the name. */
  readonly keys?: readonly string[];
  readonly likeness?: Likeness;
  /** Its values are fixed (months, days): they can be described, but not added or archived. */
  readonly fixed?: boolean;
}

/** Kinds whose values are too long for a list. */
const roomy: readonly string[] = ['longText', 'json', 'file', 'references'];

/**
 * A catalogue. Every signed-in user may read it, unless it is part of something with restricted visibility;
 * `catalogs.<name>.manage` allows changing it.
 *
 * @param screen last segment of its path below `gestion/catalogos/`, as in `spec.md` §2
 * @example catalogue('credit_terms', 'terminos-credito', { one: 'Término de crédito', … }, { days: integer('Días') })
 */
export function catalogue(
  name: string,
  screen: string,
  label: Label,
  own: Fields = {},
  { within = [], partOf, rules = [], hidden = [], fixed = false, ...found }: CatalogueOptions = {},
): Catalogue {
  const manage = `catalogs.${name}.manage`;
  const { code, name: title, ...rest } = common;
  const unused = yesNo('Sin uso', {
    ...computedFact,
    // It counts records that others may not see, like the uses of a value.
    seenBy: { viewAll: manage },
  });
  const shown = Object.entries(own)
    .filter(([field, { kind }]) => field !== 'code' && !roomy.includes(kind.name) && !hidden.includes(field))
    .map(([field]) => field);
  const resource = defineResource({
    name,
    screen: `gestion/catalogos/${screen}`,
    label,
    fields: { code, name: title, ...own, ...rest, unused },
    title: 'name',
    search: ['code', 'name'],
    order: 'sort_order',
    columns: ['sort_order', 'code', 'name', ...shown, 'is_active'],
    filters: [
      'is_active',
      'unused',
      ...Object.entries(own)
        .filter(([, { kind }]) => kind.family === 'choice')
        .map(([field]) => field),
    ],
    operations: fixed ? ['update'] : ['create', 'update', 'archive'],
    permissions: {
      ...(partOf
        ? {
            viewAll: `${partOf.whole}.view_all`,
            viewTeam: `${partOf.whole}.view_team`,
            viewOwn: `${partOf.whole}.view_own`,
          }
        : { viewAll: null }),
      create: manage,
      updateAll: manage,
      archive: manage,
      import: manage,
    },
    partOf: partOf ? [partOf.field] : [],
    rules,
    ...found,
  });
  return { ...resource, within };
}
