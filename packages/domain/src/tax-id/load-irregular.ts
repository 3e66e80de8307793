import { knowIrregularTaxIds } from './do.ts';

/** Loads the list of {@link knowIrregularTaxIds}, once. A form calls it when such a number is entered. */
export const loadIrregularTaxIds = async (): Promise<void> => {
  const { irregularCedulas, irregularRnc } = await import('./do-irregular.ts');
  knowIrregularTaxIds({ RNC: irregularRnc, CEDULA: irregularCedulas });
};
