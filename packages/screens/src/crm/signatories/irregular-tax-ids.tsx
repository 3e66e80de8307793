import { loadIrregularTaxIds } from '@pauta/domain/tax-id/load-irregular.ts';
import { useEffect } from 'react';

/** Beside a form that asks for an identification: loads the numbers that are in force though they break the rule. */
export function IrregularTaxIds(): null {
  useEffect(() => {
    // Without them the usual rule decides.
    loadIrregularTaxIds().catch(() => {});
  }, []);
  return null;
}
