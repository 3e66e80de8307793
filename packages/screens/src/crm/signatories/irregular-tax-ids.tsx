import { loadIrregularTaxIds } from '@pauta/domain/tax-id/load-irregular.ts';
import { useEffect } from 'react';

/**
 * Rendered beside a form with an identification: loads the identification numbers in force that break the check-digit
 * rule.
 */
export function IrregularTaxIds(): null {
  useEffect(() => {
    // If loading fails, only the usual rule applies.
    loadIrregularTaxIds().catch(() => {});
  }, []);
  return null;
}
