import { resourceIndex } from '../resource-index.ts';
import type { IndexedResource } from './indexed-resource.ts';

const byName = new Map(resourceIndex.map((one) => [one.name, one]));

/** The index entry of a resource. @throws if there is none with this name */
export function indexed(name: string): IndexedResource {
  const found = byName.get(name);
  if (!found) throw new Error(`there is no resource ${name}`);
  return found;
}
