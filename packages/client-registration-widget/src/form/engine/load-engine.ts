import { importPart } from './import-part.ts';

/**
 * Imports the part of the form that is not needed to render it; the standalone script has its own version of this
 * module.
 */
export const loadEngine = (): Promise<typeof import('./engine.ts')> =>
  importPart(() => import('./engine.ts'));
