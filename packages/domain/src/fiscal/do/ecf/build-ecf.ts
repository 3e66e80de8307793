import { isZero, round, sum } from '../../../money/arithmetic.ts';
import { type EcfItem, type EcfTotals, ecfItems, ecfTotals } from './ecf-items.ts';
import { emailForm } from './ecf-layout.ts';
import type { EcfBuyer, EcfIssuer, EcfSource } from './ecf-source.ts';
import type { EcfNode, EcfType } from './ecf-types.ts';

/** @example ecfDate('2026-10-05') // '05-10-2026' */
export const ecfDate = (day: string): string => day.split('-').reverse().join('-');

/** Calendar days after which a credit note does not reduce the ITBIS of the document that it modifies. */
export const creditNoteDays = 30;

/** Whether a credit note of this day still reduces the ITBIS of a document of the other. */
export const reducesTax = (issueDate: string, modifiedDate: string): boolean =>
  (Date.parse(issueDate) - Date.parse(modifiedDate)) / 86_400_000 <= creditNoteDays;

type Part = EcfNode | null;

const parts = (...all: readonly Part[]): readonly EcfNode[] => all.filter((one) => one !== null);

const part = (name: string, content: string | null | undefined): Part =>
  content === null || content === undefined || content === '' ? null : [name, content];

/** Text as the format takes it: on one line, without control characters, and not longer than a field. */
export const plainText = (text: string | null, most: number): string | null => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML does not allow
  const clean = (text ?? '').replaceAll(/[\u0000-\u001F\u007F\uFFFE\uFFFF\s]+/g, ' ').trim();
  return clean === '' ? null : [...clean].slice(0, most).join('').trim();
};

/** Digits of an RNC or a cédula; null for anything else. */
export const rncOf = (taxId: string | null): string | null => {
  const digits = (taxId ?? '').replaceAll(/[-\s]/g, '');
  return /^(\d{9}|\d{11})$/.test(digits) ? digits : null;
};

/** `809-555-0101` of a number of the country; null for any other. */
const localPhone = (phone: string | null): string | null => {
  const [, area, office, line] = /^\+1(\d{3})(\d{3})(\d{4})/.exec(phone ?? '') ?? [];
  return area ? `${area}-${office}-${line}` : null;
};

const knownEmail = (email: string | null): string | null =>
  email !== null && emailForm.test(email) ? email : null;

const paymentTypes = { cash: '1', credit: '2', free: '3' } as const;

/** Types of which a sale is income. */
const isSale = (type: EcfType): boolean => ![41, 43, 47].includes(type);

const identification = (source: EcfSource, total: string): readonly EcfNode[] => {
  const { type, period, payment } = source;
  const hasPeriod = period !== null && type !== 41 && type !== 43;
  return parts(
    ['TipoeCF', String(type)],
    ['eNCF', source.encf],
    type === 32 || type === 34
      ? null
      : part('FechaVencimientoSecuencia', source.numberExpires && ecfDate(source.numberExpires)),
    type === 34 && source.modifies
      ? ['IndicadorNotaCredito', reducesTax(source.issueDate, source.modifies.issueDate) ? '0' : '1']
      : null,
    [43, 44, 46, 47].includes(type) ? null : ['IndicadorMontoGravado', '0'],
    isSale(type) ? ['TipoIngresos', source.incomeType] : null,
    ['TipoPago', paymentTypes[payment]],
    payment === 'credit' && type !== 43
      ? part('FechaLimitePago', source.dueDate && ecfDate(source.dueDate))
      : null,
    source.paymentForm !== null && type !== 34 && type !== 43
      ? [
          'TablaFormasPago',
          [
            [
              'FormaDePago',
              [
                ['FormaPago', String(source.paymentForm)],
                ['MontoPago', total],
              ],
            ],
          ],
        ]
      : null,
    hasPeriod ? part('FechaDesde', ecfDate(period.from)) : null,
    hasPeriod ? part('FechaHasta', ecfDate(period.to)) : null,
  );
};

const issuerPart = (issuer: EcfIssuer, source: EcfSource): readonly EcfNode[] => {
  const phone = localPhone(issuer.phone);
  return parts(
    ['RNCEmisor', issuer.rnc],
    part('RazonSocialEmisor', plainText(issuer.name, 150)),
    part('NombreComercial', plainText(issuer.tradeName, 150)),
    part('DireccionEmisor', plainText(issuer.address, 100)),
    phone === null ? null : ['TablaTelefonoEmisor', [['TelefonoEmisor', phone]]],
    part('CorreoEmisor', knownEmail(issuer.email)),
    part('WebSite', (issuer.website ?? '').length <= 50 ? issuer.website : null),
    part('NumeroFacturaInterna', plainText(source.internalNo, 20)),
    ['FechaEmision', ecfDate(source.issueDate)],
  );
};

const buyerPart = (type: EcfType, buyer: EcfBuyer, purchaseOrder: string | null): readonly EcfNode[] => {
  const mayBeForeign = [32, 33, 34, 44, 46, 47].includes(type);
  return parts(
    type === 47 ? null : part('RNCComprador', buyer.rnc),
    mayBeForeign && buyer.rnc === null
      ? part('IdentificadorExtranjero', plainText(buyer.foreignId, 20))
      : null,
    part('RazonSocialComprador', plainText(buyer.name, 150)),
    type === 47 ? null : part('DireccionComprador', plainText(buyer.address, 100)),
    type === 41 || type === 47 ? null : part('NumeroOrdenCompra', plainText(purchaseOrder, 20)),
  );
};

const rates = [
  [1, '18'],
  [2, '16'],
  [3, '0'],
] as const;

const totalsPart = (type: EcfType, items: readonly EcfItem[], totals: EcfTotals): readonly EcfNode[] => {
  const withheld = items.flatMap((item) => item.withheld ?? []);
  const sumOf = (name: 'tax' | 'incomeTax'): string => round(sum(withheld.map((one) => one[name])), 2);
  return parts(
    part('MontoGravadoTotal', totals.taxedTotal),
    ...rates.map(([indicator]) => part(`MontoGravadoI${indicator}`, totals.taxed[indicator]?.amount)),
    part('MontoExento', totals.exempt),
    ...rates.map(([indicator, pct]) => (totals.taxed[indicator] ? part(`ITBIS${indicator}`, pct) : null)),
    part('TotalITBIS', totals.taxTotal),
    ...rates.map(([indicator]) => part(`TotalITBIS${indicator}`, totals.taxed[indicator]?.tax)),
    ['MontoTotal', totals.total],
    withheld.length > 0 && type !== 47 ? ['TotalITBISRetenido', sumOf('tax')] : null,
    withheld.length > 0 ? ['TotalISRRetencion', sumOf('incomeTax')] : null,
  );
};

const foreignPart = (
  { currency, rate }: { readonly currency: string; readonly rate: string },
  totals: EcfTotals,
): readonly EcfNode[] =>
  parts(
    ['TipoMoneda', currency],
    ['TipoCambio', round(rate, 4)],
    part('MontoGravadoTotalOtraMoneda', totals.taxedTotal),
    ...rates.map(([indicator]) =>
      part(`MontoGravado${indicator}OtraMoneda`, totals.taxed[indicator]?.amount),
    ),
    part('MontoExentoOtraMoneda', totals.exempt),
    part('TotalITBISOtraMoneda', totals.taxTotal),
    ...rates.map(([indicator]) => part(`TotalITBIS${indicator}OtraMoneda`, totals.taxed[indicator]?.tax)),
    ['MontoTotalOtraMoneda', totals.total],
  );

const itemPart = (type: EcfType, item: EcfItem, description: string, place: number): EcfNode => {
  const note = item.note === null ? null : `(${item.note})`;
  const full = plainText([description, note].filter(Boolean).join(' '), 1000) ?? '';
  const name = plainText(full, 80) ?? '';
  const isPlain = type === 43 || type === 47;
  // Where discounts are not allowed, the price is what is paid.
  const { own, foreign } = item;
  const priced = isPlain
    ? { quantity: '1.00', price: round(own.amount, 4) }
    : { quantity: item.quantity, price: own.price };
  return [
    'Item',
    parts(
      ['NumeroLinea', String(place)],
      ['IndicadorFacturacion', String(item.indicator)],
      item.withheld
        ? [
            'Retencion',
            parts(
              ['IndicadorAgenteRetencionoPercepcion', '1'],
              type === 47 ? null : ['MontoITBISRetenido', item.withheld.tax],
              ['MontoISRRetenido', item.withheld.incomeTax],
            ),
          ]
        : null,
      ['NombreItem', name],
      ['IndicadorBienoServicio', '2'],
      full === name ? null : ['DescripcionItem', full],
      ['CantidadItem', priced.quantity],
      ['PrecioUnitarioItem', priced.price],
      isPlain || isZero(own.discount) ? null : ['DescuentoMonto', own.discount],
      foreign
        ? [
            'OtraMonedaDetalle',
            parts(
              ['PrecioOtraMoneda', isPlain ? round(foreign.amount, 4) : foreign.price],
              isPlain || isZero(foreign.discount) ? null : ['DescuentoOtraMoneda', foreign.discount],
              ['MontoItemOtraMoneda', foreign.amount],
            ),
          ]
        : null,
      ['MontoItem', own.amount],
    ),
  ];
};

/**
 * The content of an e-CF, without its signature and the time of signing, which {@link signedAt} adds. Amounts are those
 * that are stored; only a foreign currency is converted, line by line, so that the totals are the sums of the lines
 * (format of e-CF 1.0).
 *
 * @throws RangeError for a tax that the format does not have
 */
export const buildEcf = (source: EcfSource): EcfNode => {
  const items = ecfItems(source);
  const totals = ecfTotals(items, 'own');
  const buyer = source.buyer ? buyerPart(source.type, source.buyer, source.purchaseOrder) : [];
  const { modifies, foreign } = source;
  return [
    'ECF',
    parts(
      [
        'Encabezado',
        parts(
          ['Version', '1.0'],
          ['IdDoc', identification(source, totals.total)],
          ['Emisor', issuerPart(source.issuer, source)],
          source.type === 43 || buyer.length === 0 ? null : ['Comprador', buyer],
          ['Totales', totalsPart(source.type, items, totals)],
          foreign ? ['OtraMoneda', foreignPart(foreign, ecfTotals(items, 'foreign'))] : null,
        ),
      ],
      [
        'DetallesItems',
        items.map((item, index) =>
          itemPart(source.type, item, source.lines[index]?.description ?? '', index + 1),
        ),
      ],
      modifies
        ? [
            'InformacionReferencia',
            parts(
              ['NCFModificado', modifies.number],
              ['FechaNCFModificado', ecfDate(modifies.issueDate)],
              ['CodigoModificacion', modifies.code],
              part('RazonModificacion', plainText(modifies.reason, 90)),
            ),
          ]
        : null,
    ),
  ];
};

const pad = (value: string | undefined): string => (value ?? '').padStart(2, '0');

/**
 * An instant as the format writes it, in the country's time, which has no daylight saving.
 *
 * @example ecfInstant('2026-10-05T16:30:00Z') // '05-10-2026 12:30:00'
 */
export const ecfInstant = (iso: string): string => {
  const local = new Date(Date.parse(iso) - 4 * 3_600_000).toISOString();
  const [day = '', time = ''] = local.split('T');
  return `${ecfDate(day)} ${time.slice(0, 8).split(':').map(pad).join(':')}`;
};

/** A document with the time at which it is signed. */
export const signedAt = ([name, content]: EcfNode, iso: string): EcfNode => [
  name,
  [...(content as readonly EcfNode[]), ['FechaHoraFirma', ecfInstant(iso)]],
];
