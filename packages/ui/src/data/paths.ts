import type { Resource } from '@pauta/domain/resource/resource.ts';

/** A resource, or its entry in the index of resources. */
type Screen = Pick<Resource, 'screen'>;

/** The addresses of the screens of a resource. */
export const paths = {
  list: (resource: Screen): string => `/${resource.screen}`,
  import: (resource: Screen): string => `/${resource.screen}/importar`,
  imports: (resource: Screen): string => `/${resource.screen}/importaciones`,
  create: (resource: Screen): string => `/${resource.screen}/nuevo`,
  record: (resource: Screen, id: string): string => `/${resource.screen}/${id}`,
  edit: (resource: Screen, id: string): string => `/${resource.screen}/${id}/editar`,
} as const;
