import type { Resource } from '@pauta/domain/resource/resource.ts';

/** What has screens: a resource, or what the index says of one. */
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
