import { foldHeader } from '../../resource/import/columns.ts';

/** What a column of a bank statement says of a movement. */
export const statementMeanings = {
  date: 'Fecha',
  amount: 'Importe con signo',
  credit: 'Crédito (entra)',
  debit: 'Débito (sale)',
  side: 'Tipo: débito o crédito',
  reference: 'Referencia',
  description: 'Descripción',
  payer: 'Quién paga',
  bank_id: 'Identificador del banco',
  none: 'No se usa',
} as const;

/** Meaning of a column of a bank statement. */
export type StatementMeaning = keyof typeof statementMeanings;

/** Headers of the statements of Dominican and other banks, in Spanish and English, as `foldHeader` writes them. */
const titles: Readonly<Record<Exclude<StatementMeaning, 'none'>, readonly string[]>> = {
  date: [
    'fecha',
    'fecha posteo',
    'fecha de posteo',
    'fecha transaccion',
    'fecha de transaccion',
    'fecha operacion',
    'fecha movimiento',
    'fecha efectiva',
    'fecha valor',
    'fec',
    'date',
    'booking date',
    'transaction date',
    'posting date',
  ],
  amount: ['monto', 'importe', 'valor', 'monto transaccion', 'monto de la transaccion', 'amount', 'monto rd'],
  credit: [
    'credito',
    'creditos',
    'monto credito',
    'valor credito',
    'deposito',
    'depositos',
    'abono',
    'abonos',
    'haber',
    'entrada',
    'entradas',
    'ingreso',
    'credit',
  ],
  debit: [
    'debito',
    'debitos',
    'monto debito',
    'valor debito',
    'retiro',
    'retiros',
    'cargo',
    'cargos',
    'debe',
    'salida',
    'salidas',
    'egreso',
    'debit',
  ],
  side: ['tipo', 'dc', 'd c', 'db cr', 'deb cred', 'naturaleza', 'signo', 'tipo movimiento', 'type'],
  reference: [
    'referencia',
    'no referencia',
    'num referencia',
    'numero de referencia',
    'numero referencia',
    'ref',
    'documento',
    'no documento',
    'numero de documento',
    'no cheque',
    'cheque',
    'numero',
    'confirmacion',
    'no confirmacion',
    'reference',
    'serial',
    'no serial',
  ],
  description: [
    'descripcion',
    'concepto',
    'detalle',
    'descripcion corta',
    'transaccion',
    'movimiento',
    'observacion',
    'comentario',
    'glosa',
    'description',
    'details',
    'memo',
  ],
  payer: [
    'ordenante',
    'originador',
    'beneficiario',
    'pagador',
    'cliente',
    'nombre',
    'depositante',
    'payer',
    'name',
  ],
  bank_id: ['id', 'id transaccion', 'codigo unico', 'fitid', 'transaction id', 'secuencia'],
};

const usual: ReadonlyMap<string, StatementMeaning> = new Map(
  (Object.keys(titles) as (keyof typeof titles)[]).flatMap((meaning) =>
    titles[meaning].map((title): [string, StatementMeaning] => [title, meaning]),
  ),
);

/**
 * What the columns of a bank statement mean: first what was chosen before for the same header of the account, else what
 * such headers usually mean. Every meaning is given once; the rest is `none`.
 *
 * @param learnt meanings by folded header
 * @example guessStatementColumns(['Fecha', 'Débito', 'Crédito', 'Balance'], {}) // ['date', 'debit', 'credit', 'none']
 */
export const guessStatementColumns = (
  headers: readonly string[],
  learnt: Readonly<Record<string, StatementMeaning>>,
): readonly StatementMeaning[] => {
  const folded = headers.map(foldHeader);
  const found = headers.map((): StatementMeaning => 'none');
  const taken = new Set<StatementMeaning>();
  const take = (index: number, meaning: StatementMeaning | undefined): void => {
    if (meaning === undefined || meaning === 'none' || taken.has(meaning)) return;
    found[index] = meaning;
    taken.add(meaning);
  };
  const isKnown = (header: string): boolean => Object.hasOwn(learnt, header);
  folded.forEach((header, index) => {
    if (isKnown(header)) take(index, learnt[header]);
  });
  folded.forEach((header, index) => {
    if (!isKnown(header)) take(index, usual.get(header));
  });
  // Beside columns of credit and debit, one called "Monto" or "Valor" repeats them or is a balance.
  if (taken.has('credit') && taken.has('debit')) {
    const amount = found.indexOf('amount');
    if (amount >= 0 && !isKnown(folded[amount] ?? '')) found[amount] = 'none';
  }
  return found;
};

/** Why a statement with these columns cannot be read; null if it can. */
export const missingStatementColumns = (meanings: readonly StatementMeaning[]): string | null => {
  const has = (meaning: StatementMeaning) => meanings.includes(meaning);
  const twice = meanings.find((one, index) => one !== 'none' && meanings.indexOf(one) !== index);
  if (twice) return `Hay dos columnas con «${statementMeanings[twice]}». Deje una.`;
  if (!has('date')) return 'Indique la columna con la fecha.';
  if (has('amount') && (has('credit') || has('debit')))
    return 'Indique una columna con el importe, o las de crédito y débito; no ambas.';
  if (!has('amount') && !has('credit'))
    return 'Indique la columna con el importe, o la columna con el crédito.';
  if (has('side') && !has('amount')) return 'El tipo solo se usa con una columna de importe.';
  return null;
};
