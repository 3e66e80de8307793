import { absolute, add, multiply, round, subtract } from '../../../money/arithmetic.ts';
import { compareDecimals } from '../../../money/exact-decimal.ts';
import { consumerLimit } from '../consumer-limit.ts';
import { reducesTax } from './build-ecf.ts';
import { ecfLayout, type LayoutElement } from './ecf-layout.ts';
import { type EcfNode, type EcfType, ecfTypeCodes, findNode, textOf } from './ecf-types.ts';

/** A defect of a document. */
export interface EcfDefect {
  /** Names of elements, such as `Encabezado/Totales/MontoTotal`. */
  readonly path: string;
  /** In Spanish. */
  readonly text: string;
}

const checkLayout = (
  layout: readonly LayoutElement[],
  children: readonly EcfNode[],
  column: number,
  path: string,
): EcfDefect[] => {
  const at = (name: string): string => (path === '' ? name : `${path}/${name}`);
  const defects: EcfDefect[] = [];
  let next = 0;
  for (const { name, codes, content, most } of layout) {
    const found: EcfNode[] = [];
    for (let child = children[next]; child?.[0] === name; child = children[next]) {
      found.push(child);
      next += 1;
    }
    const code = codes[column];
    if (found.length === 0) {
      if (code === '1') defects.push({ path: at(name), text: 'Falta.' });
      continue;
    }
    if (code === '0') defects.push({ path: at(name), text: 'No va en este tipo de comprobante.' });
    if (found.length > most) defects.push({ path: at(name), text: `Puede estar hasta ${most} veces.` });
    for (const [, value] of found) {
      if ('pattern' in content) {
        if (typeof value !== 'string' || !content.pattern.test(value))
          defects.push({ path: at(name), text: `Debe ser ${content.what}.` });
      } else if (typeof value === 'string') defects.push({ path: at(name), text: 'Lleva otros elementos.' });
      else defects.push(...checkLayout(content, value, column, at(name)));
    }
  }
  const rest = children[next];
  if (rest) defects.push({ path: at(rest[0]), text: 'No va en este lugar.' });
  return defects;
};

const isAbout = (a: string, b: string, tolerance: string): boolean =>
  compareDecimals(absolute(subtract(a, b)), tolerance) <= 0;

const iso = (day: string): string => day.split('-').reverse().join('-');

/** Rules between elements: each is true of a document whose layout is right. */
const rules: readonly (readonly [
  path: string,
  text: string,
  holds: (ecf: EcfNode, type: EcfType) => boolean,
])[] = [
  [
    'Encabezado/IdDoc/eNCF',
    'Es de otro tipo de comprobante.',
    (ecf, type) => textOf(ecf, 'Encabezado/IdDoc/eNCF')?.slice(1, 3) === String(type),
  ],
  [
    'Encabezado/IdDoc/FechaLimitePago',
    'Una venta a crédito lleva su fecha de pago, que no es anterior a la emisión.',
    (ecf, type) => {
      if (type === 43 || textOf(ecf, 'Encabezado/IdDoc/TipoPago') !== '2') return true;
      const due = textOf(ecf, 'Encabezado/IdDoc/FechaLimitePago');
      return due !== undefined && iso(due) >= iso(textOf(ecf, 'Encabezado/Emisor/FechaEmision') ?? '');
    },
  ],
  [
    'Encabezado/IdDoc/FechaHasta',
    'El periodo termina antes de empezar, o le falta un extremo.',
    (ecf) => {
      const [from, to] = ['FechaDesde', 'FechaHasta'].map((name) => textOf(ecf, `Encabezado/IdDoc/${name}`));
      return from === undefined || to === undefined ? from === to : iso(from) <= iso(to);
    },
  ],
  [
    'Encabezado/Comprador',
    'Identifique a quien compra: el comprobante lleva su RNC, su cédula o su identificación extranjera.',
    (ecf, type) => {
      const isNamed = ['RNCComprador', 'IdentificadorExtranjero'].some(
        (name) => textOf(ecf, `Encabezado/Comprador/${name}`) !== undefined,
      );
      const total = textOf(ecf, 'Encabezado/Totales/MontoTotal') ?? '0';
      if (type === 32) return isNamed || compareDecimals(total, consumerLimit) < 0;
      return isNamed || ![44, 46].includes(type);
    },
  ],
  [
    'Encabezado/IdDoc/IndicadorNotaCredito',
    'Indica 1 cuando la factura se emitió hace más de 30 días, y 0 hasta entonces.',
    (ecf, type) => {
      const indicator = textOf(ecf, 'Encabezado/IdDoc/IndicadorNotaCredito');
      if (type !== 34) return true;
      const reduces = reducesTax(
        iso(textOf(ecf, 'Encabezado/Emisor/FechaEmision') ?? ''),
        iso(textOf(ecf, 'InformacionReferencia/FechaNCFModificado') ?? ''),
      );
      return indicator === (reduces ? '0' : '1');
    },
  ],
];

const items = (ecf: EcfNode): readonly EcfNode[] => {
  const content = findNode(ecf, 'DetallesItems')?.[1];
  return content === undefined || typeof content === 'string' ? [] : content;
};

const group = (ecf: EcfNode, indicator: string): string =>
  items(ecf)
    .filter((item) => textOf(item, 'IndicadorFacturacion') === indicator)
    .reduce((sum, item) => add(sum, textOf(item, 'MontoItem') ?? '0'), '0.00');

const sumOf = (ecf: EcfNode, names: readonly string[]): string =>
  names.reduce((sum, name) => add(sum, textOf(ecf, `Encabezado/Totales/${name}`) ?? '0'), '0.00');

const isSame = (a: string, b: string): boolean => compareDecimals(a, b) === 0;

/** Sums and products: exact, except the tax of a rate, which is rounded on every line. */
const checkAmounts = (ecf: EcfNode): EcfDefect[] => {
  const defects: EcfDefect[] = [];
  const total = (name: string): string => sumOf(ecf, [name]);
  const expect = (holds: boolean, path: string, text: string): void => {
    if (!holds) defects.push({ path, text });
  };
  items(ecf).forEach((item, index) => {
    const read = (name: string): string => textOf(item, name) ?? '0';
    const path = `DetallesItems/Item ${index + 1}`;
    expect(read('NumeroLinea') === String(index + 1), `${path}/NumeroLinea`, 'Las líneas van numeradas.');
    const product = round(multiply(read('CantidadItem'), read('PrecioUnitarioItem')), 2);
    expect(
      isSame(read('MontoItem'), subtract(product, read('DescuentoMonto'))),
      `${path}/MontoItem`,
      'No es la cantidad por el precio menos el descuento.',
    );
  });
  for (const [name, indicator] of [
    ['MontoGravadoI1', '1'],
    ['MontoGravadoI2', '2'],
    ['MontoGravadoI3', '3'],
    ['MontoExento', '4'],
  ] as const)
    expect(
      isSame(total(name), group(ecf, indicator)),
      `Encabezado/Totales/${name}`,
      'No es la suma de sus líneas.',
    );
  expect(
    isSame(total('MontoGravadoTotal'), sumOf(ecf, ['MontoGravadoI1', 'MontoGravadoI2', 'MontoGravadoI3'])),
    'Encabezado/Totales/MontoGravadoTotal',
    'No es la suma de lo gravado.',
  );
  expect(
    isSame(total('TotalITBIS'), sumOf(ecf, ['TotalITBIS1', 'TotalITBIS2', 'TotalITBIS3'])),
    'Encabezado/Totales/TotalITBIS',
    'No es la suma de los impuestos.',
  );
  expect(
    isSame(total('MontoTotal'), sumOf(ecf, ['MontoGravadoTotal', 'MontoExento', 'TotalITBIS'])),
    'Encabezado/Totales/MontoTotal',
    'No es lo gravado, lo exento y el impuesto.',
  );
  // Each line rounds its tax.
  const tolerance = multiply('0.01', String(items(ecf).length));
  for (const [name, base, fraction] of [
    ['TotalITBIS1', 'MontoGravadoI1', '0.18'],
    ['TotalITBIS2', 'MontoGravadoI2', '0.16'],
  ] as const)
    expect(
      isAbout(total(name), multiply(total(base), fraction), tolerance),
      `Encabezado/Totales/${name}`,
      'No es el impuesto de lo gravado a esa tasa.',
    );
  return defects;
};

/**
 * The defects of an e-CF before it is signed; none if it may be. What it accepts, the official schemas accept; they also
 * accept amounts without decimals, days such as `1-1-2026`, e-NCF in lower case, parts of the format that this product
 * never makes, and sums that do not add up.
 *
 * @param ecf with the time of signing
 */
export const checkEcf = (ecf: EcfNode): readonly EcfDefect[] => {
  const type = Number(textOf(ecf, 'Encabezado/IdDoc/TipoeCF')) as EcfType;
  const column = ecfTypeCodes.indexOf(type);
  if (ecf[0] !== 'ECF' || column < 0)
    return [{ path: 'Encabezado/IdDoc/TipoeCF', text: 'No es un tipo de comprobante electrónico.' }];
  const defects = checkLayout(ecfLayout, ecf[1] as readonly EcfNode[], column, '');
  if (defects.length > 0) return defects;
  return [
    ...rules.flatMap(([path, text, holds]) => (holds(ecf, type) ? [] : [{ path, text }])),
    ...checkAmounts(ecf),
  ];
};
