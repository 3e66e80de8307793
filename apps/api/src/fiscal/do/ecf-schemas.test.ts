import { existsSync, readFileSync } from 'node:fs';
import { buildEcf, signedAt } from '@pauta/domain/fiscal/do/ecf/build-ecf.ts';
import {
  buildAcknowledgement,
  buildApproval,
  buildSummary,
  buildVoidedRanges,
} from '@pauta/domain/fiscal/do/ecf/build-messages.ts';
import { checkEcf } from '@pauta/domain/fiscal/do/ecf/check-ecf.ts';
import type { EcfLine } from '@pauta/domain/fiscal/do/ecf/ecf-source.ts';
import { type EcfNode, type EcfType, ecfTypeCodes, textOf } from '@pauta/domain/fiscal/do/ecf/ecf-types.ts';
import { multiply, round } from '@pauta/domain/money/arithmetic.ts';
import fc from 'fast-check';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';
import { ecfXml } from './signing/ecf-xml.ts';
import { sampleEcf } from './testing/sample-ecf.ts';

const folder = new URL('../../../../../../shared/fiscal-do/xsd/', import.meta.url);
const files = {
  ...Object.fromEntries(ecfTypeCodes.map((type) => [`ECF ${type}`, `e-CF ${type} v.1.0.xsd`])),
  RFCE: 'RFCE 32 v.1.0.xsd',
  ANECF: 'ANECF v.1.0.xsd',
  ARECF: 'ARECF v1.0.xsd',
  ACECF: 'ACECF v.1.0.xsd',
};

const validators = new Map<string, XsdValidator>();
const validatorOf = (schema: string): XsdValidator | null => {
  const url = new URL(files[schema as keyof typeof files], folder);
  // The official schemas are not part of the project.
  if (!existsSync(url)) return null;
  const known = validators.get(schema);
  if (known) return known;
  const made = XsdValidator.fromDoc(
    XmlDocument.fromString(readFileSync(url, 'utf8').replace(/^[\uFEFF\s]+/, '')),
  );
  validators.set(schema, made);
  return made;
};

const signature = '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/>';

/** What the official schema says of a document, signed; null if it accepts it or is not at hand. */
const schemaError = (node: EcfNode): string | null => {
  const name = node[0] === 'ECF' ? `ECF ${textOf(node, 'Encabezado/IdDoc/TipoeCF')}` : node[0];
  const document = XmlDocument.fromString(ecfXml(node).replace(/<\/\w+>$/, (end) => `${signature}${end}`));
  try {
    validatorOf(name)?.validate(document);
    return null;
  } catch (error) {
    return (error as Error).message;
  } finally {
    document.dispose();
  }
};

const consumer = { rnc: null, foreignId: null, name: 'Consumidor final', address: null };
const at = '2026-10-05T16:30:00Z';
const golden = (name: string): string => `./testing/golden/${name}.xml`;
const readable = (node: EcfNode): string => ecfXml(node).replaceAll(/></g, '>\n<');

describe('an e-CF', () => {
  test.each(ecfTypeCodes)('of type %i has no defect, by our checks and by the schema', async (type) => {
    const ecf = signedAt(buildEcf(sampleEcf(type)), at);
    expect(checkEcf(ecf)).toEqual([]);
    expect(schemaError(ecf)).toBeNull();
    await expect(readable(ecf)).toMatchFileSnapshot(golden(`ecf-${type}`));
  });

  test('in a foreign currency has its amounts in both, and the totals are the sums of the lines', async () => {
    const ecf = signedAt(buildEcf(sampleEcf(31, { foreign: { currency: 'USD', rate: '59.876543' } })), at);
    expect(checkEcf(ecf)).toEqual([]);
    expect(schemaError(ecf)).toBeNull();
    expect(textOf(ecf, 'Encabezado/OtraMoneda/MontoTotalOtraMoneda')).toBe('18814.31');
    await expect(readable(ecf)).toMatchFileSnapshot(golden('ecf-31-usd'));
  });

  test('by barter, without a buyer, or of a long purchase order is valid', () => {
    for (const source of [
      sampleEcf(31, { paymentForm: 6 }),
      sampleEcf(32, { buyer: consumer }),
      sampleEcf(33, { buyer: null }),
      sampleEcf(31, { purchaseOrder: 'Orden de compra número 99 del 5 de octubre', internalNo: null }),
      sampleEcf(31, { payment: 'cash', dueDate: null, period: null }),
    ]) {
      const ecf = signedAt(buildEcf(source), at);
      expect(checkEcf(ecf)).toEqual([]);
      expect(schemaError(ecf)).toBeNull();
    }
  });

  test('is refused by our checks where the law asks for more than the schema', () => {
    const defects = (source: ReturnType<typeof sampleEcf>) =>
      checkEcf(signedAt(buildEcf(source), at)).map(({ path }) => path);
    const large: EcfLine = {
      description: 'Campaña',
      quantity: '1.0000',
      unitPrice: '300000.000000',
      amount: '300000.00',
      taxPct: '18.0000',
      tax: '54000.00',
    };
    expect(defects(sampleEcf(32, { buyer: consumer, lines: [large] }))).toEqual(['Encabezado/Comprador']);
    expect(defects(sampleEcf(31, { dueDate: '2026-10-01' }))).toEqual(['Encabezado/IdDoc/FechaLimitePago']);
    expect(defects(sampleEcf(31, { lines: [{ ...large, tax: '53000.00' }] }))).toEqual([
      'Encabezado/Totales/TotalITBIS1',
    ]);
    expect(defects(sampleEcf(33, { modifies: null }))).toEqual(['InformacionReferencia']);
    expect(defects(sampleEcf(31, { buyer: null }))).toEqual(['Encabezado/Comprador']);
  });

  test('of a credit note says whether it still reduces the tax', () => {
    const indicator = (issueDate: string) =>
      textOf(buildEcf(sampleEcf(34, { issueDate })), 'Encabezado/IdDoc/IndicadorNotaCredito');
    // The modified document is of 20 September.
    expect(indicator('2026-10-20')).toBe('0');
    expect(indicator('2026-10-21')).toBe('1');
  });
});

const words = fc.oneof(
  fc.string({ minLength: 1, maxLength: 120 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }),
  fc.constantFrom('Ñandú & <Hijos>', 'a\u0000b', '  ', '\t\n', '😀'.repeat(90), ']]>', '"\'', '&A; &lt;'),
);
const filled = words.map((text) => `x${text}`);

const cents = (most: number) => fc.integer({ min: 0, max: most }).map((n) => (n / 100).toFixed(2));

const lineOf = (type: EcfType): fc.Arbitrary<EcfLine> =>
  fc
    .record({
      description: filled,
      quantity: fc.integer({ min: 1, max: 9_999_999 }).map((n) => (n / 10_000).toFixed(4)),
      unitPrice: fc.integer({ min: 0, max: 99_999_999 }).map((n) => (n / 1_000).toFixed(6)),
      discount: fc.integer({ min: 0, max: 100 }),
      taxPct: [44, 46, 43, 47].includes(type)
        ? fc.constant('0.0000')
        : fc.constantFrom('18.0000', '16.0000', '0.0000'),
      withheld: fc.record({ tax: cents(1000), incomeTax: cents(1000) }),
    })
    .map(({ discount, withheld, ...line }) => {
      const gross = round(multiply(line.quantity, line.unitPrice), 2);
      const amount = round(multiply(gross, (1 - discount / 100).toFixed(2)), 2);
      return {
        ...line,
        amount,
        tax: round(multiply(amount, (Number(line.taxPct) / 100).toFixed(2)), 2),
        ...((type === 41 || type === 47) && { withheld }),
      };
    });

const sourceOf = (type: EcfType) =>
  fc
    .record({
      lines: fc.array(lineOf(type), { minLength: 1, maxLength: 12 }),
      name: filled,
      tradeName: fc.option(words),
      address: filled,
      phone: fc.option(fc.constantFrom('+18095550101', '+18095550101;ext=9', '+34911234567', '5')),
      email: fc.option(fc.oneof(fc.emailAddress(), fc.constantFrom('ñ@x.y', 'a@b'))),
      website: fc.option(fc.webUrl()),
      internalNo: fc.option(words),
      purchaseOrder: fc.option(words),
      rate: fc.option(fc.integer({ min: 1, max: 9_999_999 }).map((n) => (n / 10_000).toFixed(4))),
      buyerName: filled,
      buyerAddress: fc.option(words),
      hasPeriod: fc.boolean(),
      paymentForm: fc.option(fc.integer({ min: 1, max: 8 })),
      reason: fc.option(words),
    })
    .map((one) => {
      const sample = sampleEcf(type);
      return sampleEcf(type, {
        ...one,
        period: one.hasPeriod ? sample.period : null,
        issuer: { ...sample.issuer, ...one },
        buyer: sample.buyer && { ...sample.buyer, name: one.buyerName, address: one.buyerAddress },
        foreign: one.rate === null ? null : { currency: 'USD', rate: one.rate },
        modifies: sample.modifies && { ...sample.modifies, reason: one.reason },
      });
    });

/** Changes one element somewhere: removes it, repeats it, moves it, or changes its text. */
const mutate = (node: EcfNode, steps: readonly number[], change: number, text: string): EcfNode => {
  const [name, content] = node;
  if (typeof content === 'string') return [name, text];
  const [step = 0, ...rest] = steps;
  const place = step % content.length;
  const child = content[place];
  if (!child) return node;
  const others = (...made: readonly EcfNode[]): EcfNode => [
    name,
    [...content.slice(0, place), ...made, ...content.slice(place + 1)],
  ];
  if (rest.length > 0 && typeof child[1] !== 'string') return others(mutate(child, rest, change, text));
  const next = content[place + 1];
  if (change === 0) return others();
  if (change === 1) return others(child, child);
  if (change === 2 && next)
    return [name, [...content.slice(0, place), next, child, ...content.slice(place + 2)]];
  return others([child[0], text]);
};

describe('by property', () => {
  test.each(ecfTypeCodes)('any sale of type %i makes a document that both accept', (type) => {
    fc.assert(
      fc.property(sourceOf(type), (source) => {
        const ecf = signedAt(buildEcf(source), at);
        expect(checkEcf(ecf)).toEqual([]);
        expect(schemaError(ecf)).toBeNull();
      }),
      { numRuns: 40 },
    );
  });

  test('what our checks accept of a changed document, the schema accepts', () => {
    let accepted = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...ecfTypeCodes).chain((type) => fc.tuple(sourceOf(type), fc.constant(type))),
        fc.array(fc.nat(40), { minLength: 1, maxLength: 6 }),
        fc.nat(3),
        fc.oneof(
          words,
          filled,
          fc.constantFrom('0', '1', '0.00', '18', 'E310000000012', '05-10-2026', '-1.00'),
        ),
        ([source], steps, change, text) => {
          const ecf = mutate(
            signedAt(buildEcf(source), at),
            steps,
            change,
            text.replaceAll(/[^\t\n\r -\uD7FF\uE000-\uFFFD]/g, '?'),
          );
          if (checkEcf(ecf).length > 0) return;
          accepted += 1;
          expect(schemaError(ecf)).toBeNull();
        },
      ),
      { numRuns: 3000 },
    );
    // Otherwise it would show nothing.
    expect(accepted).toBeGreaterThan(50);
  });
});

describe('messages', () => {
  test('the summary of a consumer invoice is valid', async () => {
    const summary = buildSummary(signedAt(buildEcf(sampleEcf(32)), at), 'aB+/9=');
    expect(schemaError(summary)).toBeNull();
    expect(schemaError(buildSummary(buildEcf(sampleEcf(32, { buyer: consumer })), 'aB+/9='))).toBeNull();
    await expect(readable(summary)).toMatchFileSnapshot(golden('rfce'));
  });

  test('the voiding of numbers counts them, by type', async () => {
    const voided = buildVoidedRanges(
      '101001572',
      [
        { type: 31, from: 'E310000000010', to: 'E310000000019' },
        { type: 31, from: 'E310000000030', to: 'E310000000030' },
        { type: 32, from: 'E320000000001', to: 'E320000000002' },
      ],
      at,
    );
    expect(schemaError(voided)).toBeNull();
    expect(textOf(voided, 'Encabezado/CantidadeNCFAnulados')).toBe('13');
    await expect(readable(voided)).toMatchFileSnapshot(golden('anecf'));
  });

  test('the acknowledgement and the approval of a received document are valid', async () => {
    const received = {
      issuerRnc: '131246796',
      buyerRnc: '101001572',
      encf: 'E310000000044',
      issueDate: '2026-10-05',
      total: '1770.00',
    };
    for (const refusal of [null, 1, 2, 3, 4] as const)
      expect(schemaError(buildAcknowledgement(received, refusal, at))).toBeNull();
    for (const rejection of [null, 'No pedimos esa campaña.', 'x'.repeat(400)])
      expect(schemaError(buildApproval(received, rejection, at))).toBeNull();
    await expect(readable(buildAcknowledgement(received, 3, at))).toMatchFileSnapshot(golden('arecf'));
    await expect(readable(buildApproval(received, 'No la pedimos.', at))).toMatchFileSnapshot(
      golden('acecf'),
    );
  });
});
