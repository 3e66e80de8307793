import type { Resource } from '@pauta/domain/resource/resource.ts';

const keyOf = (resource: Resource): string => `pauta.list.${resource.name}`;

/** Display parameters (columns and density) that were last set in this browser; empty if there are none. */
export function loadDisplay(resource: Resource): string {
  try {
    return localStorage.getItem(keyOf(resource)) ?? '';
  } catch {
    return '';
  }
}

export function saveDisplay(resource: Resource, parameters: string): void {
  try {
    if (parameters) localStorage.setItem(keyOf(resource), parameters);
    else localStorage.removeItem(keyOf(resource));
  } catch {
    // Without storage they are kept only in the address.
  }
}
