import type { Resource } from './resource.ts';

/** The part of a resource's definition that is available without loading it. */
export interface IndexedResource extends Pick<Resource, 'name' | 'path' | 'screen' | 'label'> {
  /** Permission to create one; null where nobody may. */
  readonly create: string | null;
  /** Permission to import; null where import is not supported. */
  readonly import: string | null;
  /** Visible to any signed-in user: a catalogue. */
  readonly isOpen: boolean;
}

/**
 * A row of the index: name, screen, label (one, many, gender), and what does not follow from these. A tuple without names
 * of properties, because the first page loads all rows.
 */
export type IndexRow = readonly [
  name: string,
  screen: string,
  one: string,
  many: string,
  gender: IndexedResource['label']['gender'],
  own?: Partial<IndexedResource>,
];

/**
 * Completes a row of the index. A resource below `gestion/catalogos/` has the usual values of a catalogue.
 *
 * @example completeRow(['packages', 'inventario/paquetes', 'Paquete', 'Paquetes', 'm']).create // 'packages.create'
 */
export const completeRow = ([name, screen, one, many, gender, own]: IndexRow): IndexedResource => {
  const isOpen = screen.startsWith('gestion/catalogos/');
  const manage = `catalogs.${name}.manage`;
  return {
    name,
    path: name.replaceAll('_', '-'),
    screen,
    label: { one, many, gender },
    create: isOpen ? manage : `${name}.create`,
    import: isOpen ? manage : `${name}.import`,
    isOpen,
    ...own,
  };
};
