import type { Resource } from '@pauta/domain/resource/resource.ts';

/** Something with screens: a resource, or its index entry. */
type Screen = Pick<Resource, 'screen'>;

/** Addresses of a resource's screens. */
export const paths = {
  list: (resource: Screen): string => `/${resource.screen}`,
  import: (resource: Screen): string => `/${resource.screen}/importar`,
  imports: (resource: Screen): string => `/${resource.screen}/importaciones`,
  create: (resource: Screen): string => `/${resource.screen}/nuevo`,
  record: (resource: Screen, id: string): string => `/${resource.screen}/${id}`,
  edit: (resource: Screen, id: string): string => `/${resource.screen}/${id}/editar`,
} as const;
