import { knowIrregularTaxIds } from './do.ts';

/** Loads the list of {@link knowIrregularTaxIds}, once; a form that asks for such a number does. */
export const loadIrregularTaxIds = async (): Promise<void> => {
  const { irregularCedulas, irregularRnc } = await import('./do-irregular.ts');
  knowIrregularTaxIds({ RNC: irregularRnc, CEDULA: irregularCedulas });
};
