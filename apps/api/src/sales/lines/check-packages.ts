import type { Body } from '@pauta/domain/document/document.ts';
import { choiceRefusal, chosenIn } from '@pauta/domain/inventory/packages/sold-package.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { Errors } from '@pauta/domain/resource/resource.ts';
import type { SaleTerms } from '@pauta/domain/sales/lines/sale-terms.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { invalid } from '../../platform/http/problem.ts';

/**
 * What lines sell of a package is what may be chosen of it, and not less than it is sold at once. The signature checks the
 * same in the database (`order_lines_of_packages`).
 *
 * @throws Problem 422 at the lines
 */
export const checkPackages = (body: Body, { packages }: Pick<SaleTerms, 'packages'>): void => {
  const errors: Errors = {};
  for (const line of linesIn(body, 'lines')) {
    const pack = packages[referenceId(line.package_id) ?? ''];
    // A line that is in a contract already keeps what was chosen when it was signed.
    if (line.line_kind !== 'package' || !pack || (line.op ?? 'add') !== 'add') continue;
    const refusal = choiceRefusal(pack, chosenIn(line));
    if (refusal !== null) errors[`lines.${line.id}.components`] = [refusal];
    if (pack.min_qty !== null && compareDecimals(String(line.units ?? '0'), pack.min_qty) < 0)
      errors[`lines.${line.id}.units`] = [
        `De este paquete se venden ${formatCount(Number(pack.min_qty))} o más a la vez.`,
      ];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
};
