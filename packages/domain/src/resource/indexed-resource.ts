import type { Resource } from './resource.ts';

/** What is known of a resource without its definition. */
export interface IndexedResource extends Pick<Resource, 'name' | 'path' | 'screen' | 'label'> {
  /** Permission to create one; null where nobody does. */
  readonly create: string | null;
  /** Permission to import them from a file; null where no file is taken. */
  readonly import: string | null;
  /** Whoever is signed in sees them: a catalogue. */
  readonly isOpen: boolean;
}
