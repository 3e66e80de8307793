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
