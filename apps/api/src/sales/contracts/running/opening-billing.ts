import { allocate } from '@pauta/domain/money/allocate.ts';
import { absolute, divide, isZero, multiply, round, subtract, sum } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import { minorDigits } from '@pauta/domain/money/minor-unit.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../../platform/database/database.ts';

const billedOf = (lines: readonly Values[]): string =>
  sum(lines.map((line) => String(line.former_billed ?? '0')));

/** What an amount without the agency's discount is of the net. */
const inNet = (taxable: string, contract: AnyRecord, digits: number): string =>
  isZero(String(contract.taxable))
    ? '0.00'
    : round(divide(multiply(taxable, String(contract.net)), String(contract.taxable), 12), digits);

/**
 * Shares what was billed by instalments out over the lines of a draft, unless the file says it line by line; then both have
 * to agree.
 *
 * @returns why they do not
 */
export const openBilling = async (tx: Transaction, contract: AnyRecord): Promise<readonly string[]> => {
  const currency = String(contract.currency_code);
  const digits = minorDigits(currency);
  const lines = linesIn(contract, 'lines');
  const instalments = linesIn(contract, 'instalments');
  const amount = (value: string): string => formatAmount({ currency, amount: value });
  const over = instalments.filter(({ former_billed, amount: due }) =>
    former_billed ? compareDecimals(String(former_billed), String(due)) > 0 : false,
  );
  if (over.length > 0)
    return over.map(
      ({ former_billed, amount: due }) =>
        `De una cuota de ${amount(String(due))} dice facturado ${amount(String(former_billed))}.`,
    );
  const byInstalment = billedOf(instalments);
  if (isZero(byInstalment)) return [];
  const net = inNet(byInstalment, contract, digits);
  if (lines.some(({ former_billed }) => former_billed)) {
    const byLine = billedOf(lines);
    // The discount of an agency is rounded line by line.
    return compareDecimals(absolute(subtract(byLine, net)), '0.01') > 0
      ? [
          `Sus renglones dicen facturado ${amount(byLine)} y sus cuotas ${amount(net)} sin impuesto: deben sumar lo mismo.`,
        ]
      : [];
  }
  if (isZero(net)) return [];
  const shares = allocate(
    net,
    lines.map((line) => String(line.net)),
    digits,
  );
  await tx.query(sql`UPDATE contracts SET lines_xact = pg_current_xact_id() WHERE id = ${contract.id}::uuid`);
  await tx.query(sql`
    UPDATE contract_lines l SET former_billed = s.share
    FROM unnest(${lines.map(({ id }) => id)}::uuid[], ${shares}::numeric[]) AS s(id, share) WHERE l.id = s.id`);
  return [];
};
