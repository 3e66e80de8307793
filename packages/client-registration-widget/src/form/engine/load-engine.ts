import { importPart } from './import-part.ts';

/** Fetches the part of the form that is not needed to show it; the script for other pages has a way of its own. */
export const loadEngine = (): Promise<typeof import('./engine.ts')> =>
  importPart(() => import('./engine.ts'));
