import type { Resource } from '@pauta/domain/resource/resource.ts';

const keyOf = (resource: Resource): string => `pauta.list.${resource.name}`;

/** Display parameters (columns and density) that the reader last chose in this browser; empty when there are none. */
export function recallLook(resource: Resource): string {
  try {
    return localStorage.getItem(keyOf(resource)) ?? '';
  } catch {
    return '';
  }
}

export function rememberLook(resource: Resource, parameters: string): void {
  try {
    if (parameters) localStorage.setItem(keyOf(resource), parameters);
    else localStorage.removeItem(keyOf(resource));
  } catch {
    // Without storage the choice is kept only in the address.
  }
}
