import type { Resource } from '@pauta/domain/resource/resource.ts';

/** A resource, or its entry in the index of resources. */
type Screen = Pick<Resource, 'screen'>;

/** The addresses of the screens of a resource. */
export const paths = {
  list: (resource: Screen): string => `/${resource.screen}`,
  /** The list with filters in the form of its address. @example paths.filtered(contracts, { status: 'signed' }) */
  filtered: (resource: Screen, filters: Readonly<Record<string, string>>): string =>
    `/${resource.screen}?${new URLSearchParams(Object.entries(filters).map(([name, value]) => [`f.${name}`, value]))}`,
  import: (resource: Screen): string => `/${resource.screen}/importar`,
  imports: (resource: Screen): string => `/${resource.screen}/importaciones`,
  create: (resource: Screen): string => `/${resource.screen}/nuevo`,
  record: (resource: Screen, id: string): string => `/${resource.screen}/${id}`,
  edit: (resource: Screen, id: string): string => `/${resource.screen}/${id}/editar`,
} as const;
