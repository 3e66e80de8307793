import type { Fields } from '../kinds/kind.ts';
import { integer } from '../kinds/number.ts';
import { longText, text } from '../kinds/text.ts';
import { yesNo } from '../kinds/yes-no.ts';
import { defineResource, type Resource } from '../resource/resource.ts';
import type { Label } from '../text/label.ts';

/** Fields that every catalogue has (domain: "37 screens, one behaviour"). */
const common = {
  code: text('Código', { max: 20, required: true, upperCase: true, sortable: true, width: 'short' }),
  name: text('Nombre', { max: 120, required: true, sortable: true, width: 'wide' }),
  description: longText('Descripción', { max: 500 }),
  sort_order: integer('Orden', { min: 0, max: 100_000, initial: 0, required: true }),
  is_active: yesNo('Activo', { initial: true }),
  is_system: yesNo('Del sistema', { readOnly: true }),
} satisfies Fields;

export type CatalogueFields = typeof common & Fields;

/**
 * A catalogue: a short list of values that other records refer to. Everyone signed in reads it.
 *
 * @param screen last segment of its path below `gestion/catalogos/`, as in `spec.md` §2
 * @example catalogue('credit_terms', 'terminos-credito', { one: 'Término de crédito', … }, { days: integer('Días') })
 */
export function catalogue(name: string, screen: string, label: Label, own: Fields = {}): Resource {
  const manage = `catalogs.${name}.manage`;
  const { code, name: title, ...rest } = common;
  return defineResource({
    name,
    screen: `gestion/catalogos/${screen}`,
    label,
    fields: { code, name: title, ...own, ...rest },
    title: 'name',
    search: ['code', 'name'],
    order: 'sort_order',
    columns: ['sort_order', 'code', 'name', ...Object.keys(own), 'is_active'],
    filters: ['is_active'],
    operations: ['create', 'update', 'archive'],
    permissions: { viewAll: null, create: manage, updateAll: manage, archive: manage },
  });
}
