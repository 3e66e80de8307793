import { knowIrregularTaxIds } from './do.ts';

/** Loads the list of {@link knowIrregularTaxIds}, once. Without it the server has the last word. */
export const loadIrregularTaxIds = async (): Promise<void> => {
  const { irregularCedulas, irregularRnc } = await import('./do-irregular.ts');
  knowIrregularTaxIds({ RNC: irregularRnc, CEDULA: irregularCedulas });
};
