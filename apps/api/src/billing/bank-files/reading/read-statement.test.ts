import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FileRefused } from '../../../import-export/reading/file-text.ts';
import { readStatement } from './read-statement.ts';

const options = {
  layout: { meanings: {}, monthFirst: [], withComma: [] },
  accountNo: '960-1',
  currency: 'DOP',
};
const read = (text: string) => readStatement(Buffer.from(text), options);
const cellsOf = async (text: string) => (await read(text)).rows.map(([, cells]) => cells);

const sgml = `OFXHEADER:100
DATA:OFXSGML
VERSION:102

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>DOP<BANKACCTFROM><BANKID>1<ACCTID>00009601</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260101<DTEND>20260131
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260103120000.000[-4:AST]<TRNAMT>1500.00<FITID>A-1<CHECKNUM>77<NAME>Peña &amp; Hijos<MEMO>Pago FAC-1</STMTTRN>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260104<TRNAMT>-25,50<FITID>A-2<NAME>Comisión</STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

test('OFX 1.x and 2.x', async () => {
  const expected = [
    ['2026-01-03', '1500.00', '77', 'Pago FAC-1', 'Peña & Hijos', 'A-1'],
    ['2026-01-04', '-25.50', '', 'Comisión', '', 'A-2'],
  ];
  expect(await cellsOf(sgml)).toEqual(expected);
  const closed = sgml
    .replace(/^[\s\S]*?<OFX>/, '<?xml version="1.0"?>\n<?OFX OFXHEADER="200" VERSION="211"?>\n<OFX>')
    .replaceAll(
      /<(CURDEF|BANKID|ACCTID|DTSTART|DTEND|TRNTYPE|DTPOSTED|TRNAMT|FITID|CHECKNUM|NAME|MEMO)>([^<\n]*)/g,
      '<$1>$2</$1>',
    );
  const found = await read(closed);
  expect(found.format).toBe('ofx');
  expect(found.rows.map(([, cells]) => cells)).toEqual(expected);
});

test('MT940 with its reversals, references, names and the turn of the year', async () => {
  const text = [
    '{1:F01BPDODOSXAXXX}{4:',
    ':20:EXTRACTO',
    ':25:BPDODOSX/9601',
    ':28C:1/1',
    ':60F:C251231DOP100,00',
    ':61:2512310102C1500,00NTRFFAC-1//BR1',
    ':86:?00Transferencia?20Pago FAC-1 de?21 enero?32Peña y?33 Hijos',
    ':61:2601030103D25,5NCHGNONREF//BR2',
    ':86:Comision por',
    ' transferencia',
    ':61:2601040104RC10,NTRFREV',
    ':61:2601050105RD20,00NTRFREV2',
    ':62F:C260105DOP1584,50',
    '-}',
  ].join('\r\n');
  expect(await cellsOf(text)).toEqual([
    ['2026-01-02', '1500.00', 'FAC-1', 'Pago FAC-1 de enero', 'Peña y Hijos', ''],
    ['2026-01-03', '-25.50', 'BR2', 'Comision por transferencia', '', ''],
    ['2026-01-04', '-10.00', 'REV', '', '', ''],
    ['2026-01-05', '20.00', 'REV2', '', '', ''],
  ]);
});

const entry = (inner: string, mark = 'CRDT', amount = '30.00') =>
  `<Ntry><Amt Ccy="DOP">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-01-03</Dt></BookgDt><AcctSvcrRef>SR1</AcctSvcrRef>${inner}</Ntry>`;
const camt = (entries: string, iban = 'DO28BAGR00000000000000009601') =>
  `<?xml version="1.0" encoding="UTF-8"?><d:Document xmlns:d="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><d:BkToCstmrStmt><d:Stmt><d:Acct><d:Id><d:IBAN>${iban}</d:IBAN></d:Id><d:Ccy>DOP</d:Ccy></d:Acct>${entries}</d:Stmt></d:BkToCstmrStmt></d:Document>`;

test('camt.053: entries, batches, what is not booked', async () => {
  const details = (amount: string, id: string) =>
    `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="DOP">${amount}</Amt></TxAmt></AmtDtls><RltdPties><Dbtr><Nm>Peña</Nm></Dbtr></RltdPties><RmtInf><Ustrd>Pago ${id}</Ustrd></RmtInf></TxDtls>`;
  const text = camt(
    entry(`<NtryDtls>${details('10.00', 'E1')}${details('20.00', 'E2')}</NtryDtls>`) +
      entry(`<NtryDtls>${details('30.00', 'NOTPROVIDED')}</NtryDtls>`, 'DBIT')
        .replace('<RltdPties>', '<x>')
        .replace('</RltdPties>', '</x>') +
      entry('').replace('BOOK', 'PDNG'),
  );
  expect(await cellsOf(text)).toEqual([
    ['2026-01-03', '10.00', 'E1', 'Pago E1', 'Peña', 'SR1/1'],
    ['2026-01-03', '20.00', 'E2', 'Pago E2', 'Peña', 'SR1/2'],
    ['2026-01-03', '-30.00', 'SR1', 'Pago NOTPROVIDED', '', 'SR1'],
  ]);
  await expect(read(camt(entry(''), 'DO28BAGR00000000000000001234'))).rejects.toThrow(
    /usted eligió la 960-1/,
  );
});

test('tables with a separator, a sign and what is above them of their own', async () => {
  const comma = await read(
    '"Banco, S.A.",,\nCuenta,960-1,\n\nFecha,Descripción,Monto,Tipo\n01/02/2026,"Uno, dos",5.00,CR\n',
  );
  expect(comma).toMatchObject({ format: 'table', headerLine: 4, count: 1 });
  expect(comma.columns.map(({ meaning }) => meaning)).toEqual(['date', 'description', 'amount', 'side']);
  const tabbed = await read('Fecha\tDébito\tCrédito\tBalance\n31/01/2026\t\t1.500,25\t9,00\n');
  expect(tabbed.columns).toMatchObject([
    { meaning: 'date', day_first: true },
    { meaning: 'debit' },
    { meaning: 'credit', decimal: ',' },
    { meaning: 'none' },
  ]);
  expect((await read('sep=;\nFecha;Monto\n01/02/2026;5\n')).headerLine).toBe(2);
});

test('whatever is given is read or refused, and never anything else', async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<OFX>',
      '<STMTRS>',
      '</STMTRS>',
      '<STMTTRN>',
      '</STMTTRN>',
      '<TRNAMT>1',
      '<BANKACCTFROM>',
      '<ACCTID>9601',
      '</BANKACCTFROM>',
      ':20:',
      '\n:25:9601',
      '\n:60F:C260101DOP1,',
      '\n:61:2601010101C1,NTRFX',
      '\n:86:?20a',
      '\n',
      ';',
      ',',
      '\t',
      '"',
      '=1',
      'Fecha',
      'Monto',
      '01/02/2026',
      '-5.00',
      '(5)',
      '<Document><BkToCstmrStmt>',
      '<Stmt>',
      '<Ntry>',
      '</Ntry>',
      '<Amt>5</Amt>',
      '<?xml version="1.0"?>',
      '&#0;',
      '&amp;',
      '\0',
      '\u{d800}',
    ),
    fc.string({ maxLength: 6 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
      try {
        const { rows, count, columns } = await read(pieces.join(''));
        expect(count).toBeGreaterThan(0);
        expect(rows.length).toBeGreaterThanOrEqual(count);
        expect(columns.length).toBeGreaterThan(0);
        for (const [, cells] of rows) for (const cell of cells) expect(String(cell)).not.toContain('\0');
      } catch (error) {
        if (!(error instanceof FileRefused)) throw error;
        expect(error.message).toMatch(/\.$/);
      }
    }),
    { numRuns: 500 },
  );
});

test('any movements of any amounts come back from each format', async () => {
  const movement = fc.record({
    cents: fc.integer({ min: 1, max: 999_999_999_999 }),
    isIn: fc.boolean(),
    day: fc.integer({ min: 1, max: 28 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(movement, { minLength: 1, maxLength: 20 }), async (all) => {
      const amount = (cents: number): string =>
        `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
      const day = (value: number): string => String(value).padStart(2, '0');
      const expected = all.map(({ cents, isIn, day: on }) => [
        `2026-01-${day(on)}`,
        `${isIn ? '' : '-'}${amount(cents)}`,
      ]);
      const head = (rows: readonly (readonly unknown[])[]) => rows.map(([date, value]) => [date, value]);
      const ofx = all
        .map(
          ({ cents, isIn, day: on }, n) =>
            `<STMTTRN><DTPOSTED>202601${day(on)}<TRNAMT>${isIn ? '' : '-'}${amount(cents)}<FITID>${n}</STMTTRN>`,
        )
        .join('\n');
      expect(head(await cellsOf(`OFXHEADER:100\n<OFX><STMTRS>${ofx}</STMTRS></OFX>`))).toEqual(expected);
      const mt = all
        .map(
          ({ cents, isIn, day: on }) =>
            `:61:2601${day(on)}01${day(on)}${isIn ? 'C' : 'D'}${amount(cents).replace('.', ',')}NTRFNONREF`,
        )
        .join('\n');
      expect(head(await cellsOf(`:20:X\n:25:9601\n:60F:C260101DOP0,00\n${mt}\n`))).toEqual(expected);
      const xml = all
        .map(({ cents, isIn, day: on }) =>
          entry('', isIn ? 'CRDT' : 'DBIT', amount(cents)).replace('2026-01-03', `2026-01-${day(on)}`),
        )
        .join('');
      expect(head(await cellsOf(camt(xml)))).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});
