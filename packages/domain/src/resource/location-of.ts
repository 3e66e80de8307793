import type { Field } from '../kinds/kind.ts';
import type { LocationOptions } from '../kinds/location.ts';
import type { Resource } from './resource.ts';

/** A field with the place of a record, and its name. */
export interface ResourceLocation {
  readonly name: string;
  readonly field: Field<string, LocationOptions>;
}

/** The field with the place of a resource's records, by which its list has a map; null if there is none. */
export const locationOf = ({ fields }: Resource): ResourceLocation | null => {
  const [found] = Object.entries(fields).filter(([, { kind }]) => kind.name === 'location');
  return found ? { name: found[0], field: found[1] as unknown as ResourceLocation['field'] } : null;
};
