import { registerIrregularTaxIds } from './do.ts';

/** Loads the list of {@link registerIrregularTaxIds}, once. A form calls it when such a number is entered. */
export const loadIrregularTaxIds = async (): Promise<void> => {
  const { irregularCedulas, irregularRnc } = await import('./do-irregular.ts');
  registerIrregularTaxIds({ RNC: irregularRnc, CEDULA: irregularCedulas });
};
