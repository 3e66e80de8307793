import { formatCivilDate } from '../../kinds/date.ts';
import { formatAmount } from '../../money/currency-amount.ts';

/** What the text of a collection letter may contain in braces. */
export const letterPlaceholders = {
  cuenta: 'El nombre de la cuenta',
  contacto: 'A quién se envía',
  fecha: 'La fecha de la carta',
  dias: 'Los días que lleva vencido lo más antiguo',
  vencido: 'El total vencido',
  facturas: 'Las facturas vencidas, una por renglón',
  empresa: 'La compañía que cobra',
} as const;

/** A text whose braces only contain these names. */
export const letterPattern: RegExp = new RegExp(
  `^(?:[^{}]|\\{(?:${Object.keys(letterPlaceholders).join('|')})\\})*$`,
);

/** What a collection letter is about. Days are `YYYY-MM-DD`, amounts decimal text. */
export interface LetterFacts {
  readonly account: string;
  readonly contact: string;
  readonly company: string;
  readonly today: string;
  readonly days: number;
  readonly overdue: readonly { readonly currency: string; readonly amount: string }[];
  readonly invoices: readonly {
    readonly number: string;
    readonly due: string;
    readonly currency: string;
    readonly balance: string;
  }[];
}

/**
 * The text of a letter with the values of its placeholders.
 *
 * @example fillLetter('Deben {vencido} desde hace {dias} días.', facts) // 'Deben RD$1,180.00 desde hace 45 días.'
 */
export const fillLetter = (template: string, facts: LetterFacts): string => {
  const values: Readonly<Record<keyof typeof letterPlaceholders, string>> = {
    cuenta: facts.account,
    contacto: facts.contact,
    fecha: formatCivilDate(facts.today),
    dias: String(facts.days),
    vencido: facts.overdue.map(formatAmount).join(' y '),
    facturas: facts.invoices
      .map(
        ({ number, due, currency, balance }) =>
          `${number}, venció el ${formatCivilDate(due)}: ${formatAmount({ currency, amount: balance })}`,
      )
      .join('\n'),
    empresa: facts.company,
  };
  return template.replace(/\{(\w+)\}/g, (all, name: string) =>
    Object.hasOwn(values, name) ? values[name as keyof typeof values] : all,
  );
};
