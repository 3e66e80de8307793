import type { Resource } from '@pauta/domain/resource/resource.ts';

/** Addresses of a resource's screens. */
export const paths = {
  list: (resource: Resource): string => `/${resource.screen}`,
  import: (resource: Resource): string => `/${resource.screen}/importar`,
  imports: (resource: Resource): string => `/${resource.screen}/importaciones`,
  create: (resource: Resource): string => `/${resource.screen}/nuevo`,
  record: (resource: Resource, id: string): string => `/${resource.screen}/${id}`,
  edit: (resource: Resource, id: string): string => `/${resource.screen}/${id}/editar`,
} as const;
