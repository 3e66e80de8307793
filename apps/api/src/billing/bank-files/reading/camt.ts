import { subtract, sum } from '@pauta/domain/money/arithmetic.ts';
import { compareDecimals, exactDecimal } from '@pauta/domain/money/exact-decimal.ts';
import { FileRefused } from '../../../import-export/reading/file-text.ts';
import { damaged, readXml } from '../../../import-export/reading/read-xml.ts';
import type { StatedMovements } from './statement.ts';

/** An element with what is in it. */
interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** Whether the text is an account report of ISO 20022: camt.052, camt.053 or camt.054. */
export const isCamt = (text: string): boolean =>
  /<(\w+:)?BkToCstmr(Stmt|AcctRpt|DbtCdtNtfctn)\b/.test(text.slice(0, 4000));

const find = (element: Element | undefined, ...path: readonly string[]): Element | undefined =>
  path.reduce<Element | undefined>((at, name) => at?.children.find((child) => child.name === name), element);
const textAt = (element: Element | undefined, ...path: readonly string[]): string =>
  find(element, ...path)?.text.trim() ?? '';

const all = (element: Element, name: string): Element[] =>
  element.children.filter((child) => child.name === name);

const payerOf = (details: Element | undefined, isIn: boolean): string => {
  const party = find(details, 'RltdPties', isIn ? 'Dbtr' : 'Cdtr');
  return textAt(party, 'Nm') || textAt(party, 'Pty', 'Nm');
};

const signed = (amount: string, isIn: boolean): string => {
  const exact = exactDecimal(amount, 2);
  if (exact === null)
    throw new FileRefused(
      `El archivo camt.053 tiene un importe que no se puede leer: «${amount.slice(0, 40)}».`,
    );
  return isIn ? exact : subtract('0.00', exact);
};

const detailsRow = (
  entry: Element,
  details: Element | undefined,
  amount: string,
  isIn: boolean,
  id: string,
): string[] => {
  const known = (...texts: readonly string[]): string =>
    texts.find((text) => text !== '' && text !== 'NOTPROVIDED') ?? '';
  const refs = find(details, 'Refs');
  return [
    (
      textAt(entry, 'BookgDt', 'Dt') ||
      textAt(entry, 'BookgDt', 'DtTm') ||
      textAt(entry, 'ValDt', 'Dt')
    ).slice(0, 10),
    amount,
    known(
      textAt(refs, 'ChqNb'),
      textAt(refs, 'EndToEndId'),
      textAt(refs, 'TxId'),
      textAt(entry, 'AcctSvcrRef'),
      textAt(entry, 'NtryRef'),
    ),
    known(
      all(find(details, 'RmtInf') ?? entry, 'Ustrd')
        .map(({ text }) => text.trim())
        .join(' '),
      textAt(details, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
      textAt(details, 'AddtlTxInf'),
      textAt(entry, 'AddtlNtryInf'),
    ),
    payerOf(details, isIn),
    id,
  ];
};

/** The movements of an entry: a batch is one for each of its transactions, if they add up to it. */
const rowsOf = (entry: Element): string[][] => {
  const status = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts');
  if (status !== '' && status !== 'BOOK') return [];
  const isIn = textAt(entry, 'CdtDbtInd') === 'CRDT';
  const total = textAt(entry, 'Amt');
  const id = textAt(entry, 'AcctSvcrRef');
  const details = all(entry, 'NtryDtls').flatMap((group) => all(group, 'TxDtls'));
  const amounts = details.map(
    (one) => exactDecimal(textAt(one, 'Amt') || textAt(one, 'AmtDtls', 'TxAmt', 'Amt'), 2) ?? null,
  );
  const known = amounts.filter((amount) => amount !== null);
  const isBatch =
    details.length > 1 &&
    known.length === details.length &&
    compareDecimals(sum(known), exactDecimal(total, 2) ?? '0') === 0;
  if (!isBatch) return [detailsRow(entry, details[0], signed(total, isIn), isIn, id)];
  return details.map((one, index) =>
    detailsRow(
      entry,
      one,
      signed(known[index] ?? '', isIn),
      isIn,
      id === '' ? '' : `${id}/${index + 1}`.slice(-80),
    ),
  );
};

const statements = new Set(['Stmt', 'Rpt', 'Ntfctn']);

/**
 * Reads the statements of a camt.053 file (also camt.052 and camt.054), entry by entry.
 *
 * @throws FileRefused if it is not well-formed or has no account
 */
export const readCamt = async (text: string): Promise<readonly StatedMovements[]> => {
  const found: { account: { number: string; currency: string | null }; rows: string[][] }[] = [];
  const stack: Element[] = [];
  await readXml(
    async function* () {
      yield Buffer.from(text);
    },
    {
      open: (name, attributes) => {
        if (stack.length > 40) throw new FileRefused('El archivo XML tiene demasiados niveles.');
        stack.push({ name, attributes, children: [], text: '' });
        if (statements.has(name)) found.push({ account: { number: '', currency: null }, rows: [] });
      },
      text: (part) => {
        const current = stack.at(-1);
        if (current && current.text.length < 2000) current.text += part;
      },
      close: () => {
        const closed = stack.pop();
        const parent = stack.at(-1);
        const current = found.at(-1);
        if (!closed || !parent || !current) return;
        if (closed.name === 'Ntry') current.rows.push(...rowsOf(closed));
        else if (closed.name === 'Acct' && statements.has(parent.name)) {
          current.account.number = textAt(closed, 'Id', 'IBAN') || textAt(closed, 'Id', 'Othr', 'Id');
          current.account.currency = textAt(closed, 'Ccy') || null;
        } else if (!statements.has(closed.name)) parent.children.push(closed);
      },
    },
  ).catch((error: unknown) => {
    const isDamaged = error instanceof FileRefused && error.message === damaged().message;
    throw isDamaged
      ? new FileRefused('El archivo camt.053 está dañado. Descárguelo otra vez del banco.')
      : error;
  });
  if (found.length === 0) throw new FileRefused('El archivo camt.053 no tiene ningún estado de cuenta.');
  return found;
};
