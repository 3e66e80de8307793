/** What the text of an element has to be. */
export interface TextFormat {
  readonly pattern: RegExp;
  /** Said of text that does not match, such as `una fecha DD-MM-AAAA`. */
  readonly what: string;
}

/** An element of the layout: its name, whether each type has it, and its text or its own elements. */
export interface LayoutElement {
  readonly name: string;
  /**
   * A digit for each type, in the order of `ecfTypeCodes`, as the format's tables have it: 0 must not be there, 1 must,
   * 2 and 3 may.
   */
  readonly codes: string;
  readonly content: TextFormat | readonly LayoutElement[];
  /** How often it may come. */
  readonly most: number;
}

/** An email as the schemas take it: `\w` of XSD has no underscore. */
export const emailForm =
  /^(?=.{3,80}$)[A-Za-z0-9]+([-+.][A-Za-z0-9]+)*@[A-Za-z0-9]+([-.][A-Za-z0-9]+)*\.[A-Za-z0-9]+([-.][A-Za-z0-9]+)*$/;

const text = (most: number): TextFormat => ({
  // Without white space at its ends, which is not kept everywhere on the way and would break the signature.
  pattern: new RegExp(`^(?=.{1,${most}}$)\\S(.*\\S)?$`, 'su'),
  what: `un texto de 1 a ${most} caracteres`,
});

const oneOf = (...values: readonly string[]): TextFormat => ({
  pattern: new RegExp(`^(${values.join('|')})$`),
  what: `uno de ${values.join(', ')}`,
});

const day: TextFormat = {
  pattern: /^(0[1-9]|[12]\d|3[01])-(0[1-9]|1[0-2])-(19|20)\d\d$/,
  what: 'una fecha DD-MM-AAAA',
};

const instant: TextFormat = {
  pattern: /^(0[1-9]|[12]\d|3[01])-(0[1-9]|1[0-2])-(19|20)\d\d ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/,
  what: 'una fecha y hora DD-MM-AAAA HH:MM:SS',
};

/** Stricter than the schemas, whose patterns also take one decimal or none. */
const amount: TextFormat = { pattern: /^\d{1,16}\.\d{2}$/, what: 'un importe con dos decimales' };
const quantity: TextFormat = {
  pattern: /^(?!0+\.00$)\d{1,16}\.\d{2}$/,
  what: 'una cantidad mayor que cero con dos decimales',
};
const price: TextFormat = { pattern: /^\d{1,16}\.\d{1,4}$/, what: 'un precio de hasta cuatro decimales' };
const rate: TextFormat = {
  pattern: /^(?!0+\.0+$)\d{1,3}\.\d{1,4}$/,
  what: 'una tasa mayor que cero con cuatro decimales, menor que 1,000',
};
const rnc: TextFormat = { pattern: /^(\d{9}|\d{11})$/, what: 'un RNC de 9 o una cédula de 11 dígitos' };

const currencies = oneOf(
  ...['BRL', 'CAD', 'CHF', 'CHY', 'XDR', 'DKK', 'EUR', 'GBP', 'JPY', 'NOK', 'SCP', 'SEK', 'USD', 'VEF'],
  ...['HTG', 'MXN', 'COP'],
);

const one = (name: string, codes: string, content: LayoutElement['content'], most = 1): LayoutElement => ({
  name,
  codes,
  content,
  most,
});

const always = '1111111111';
const optional = '3333333333';
const number = (from: number, to: number): TextFormat =>
  oneOf(...Array.from({ length: to - from + 1 }, (_, index) => String(from + index)));

/** Amounts by rate: not of special regimes, exports (only zero), minor expenses and payments abroad. */
const byRate = {
  any: '2222200220',
  usual: '2222200200',
} as const;

/**
 * The elements of an e-CF that this product makes, in order (format of e-CF 1.0). Others of the format, such as
 * transport or selective taxes, have no place in the sale of advertising; a document that has one is refused.
 *
 * Columns of `codes`: 31, 32, 33, 34, 41, 43, 44, 45, 46, 47.
 */
export const ecfLayout: readonly LayoutElement[] = [
  one('Encabezado', always, [
    one('Version', always, oneOf('1\\.0')),
    one('IdDoc', always, [
      one('TipoeCF', always, oneOf('31', '32', '33', '34', '41', '43', '44', '45', '46', '47')),
      one('eNCF', always, { pattern: /^E\d{12}$/, what: 'un e-NCF de 13 caracteres' }),
      one('FechaVencimientoSecuencia', '1010111111', day),
      one('IndicadorNotaCredito', '0001000000', number(0, 1)),
      one('IndicadorMontoGravado', '2222200200', oneOf('0')),
      one('TipoIngresos', '1111001110', oneOf('01', '02', '03', '04', '05', '06')),
      one('TipoPago', '1111131113', number(1, 3)),
      one('FechaLimitePago', '2222202223', day),
      one('TablaFormasPago', '3330303333', [
        one(
          'FormaDePago',
          always,
          [one('FormaPago', always, number(1, 8)), one('MontoPago', always, amount)],
          7,
        ),
      ]),
      one('FechaDesde', '3333003333', day),
      one('FechaHasta', '3333003333', day),
    ]),
    one('Emisor', always, [
      one('RNCEmisor', always, rnc),
      one('RazonSocialEmisor', always, text(150)),
      one('NombreComercial', optional, text(150)),
      one('DireccionEmisor', always, text(100)),
      one('TablaTelefonoEmisor', optional, [
        one('TelefonoEmisor', always, { pattern: /^\d{3}-\d{3}-\d{4}$/, what: 'un teléfono' }, 3),
      ]),
      one('CorreoEmisor', optional, { pattern: emailForm, what: 'un correo de hasta 80 caracteres' }),
      one('WebSite', optional, text(50)),
      one('NumeroFacturaInterna', optional, text(20)),
      one('FechaEmision', always, day),
    ]),
    one('Comprador', '1122101112', [
      one('RNCComprador', '1222102120', rnc),
      one('IdentificadorExtranjero', '0222002022', text(20)),
      one('RazonSocialComprador', '1222101112', text(150)),
      one('DireccionComprador', '3333303330', text(100)),
      one('NumeroOrdenCompra', '3333003330', text(20)),
    ]),
    one('Totales', always, [
      one('MontoGravadoTotal', byRate.any, amount),
      one('MontoGravadoI1', byRate.usual, amount),
      one('MontoGravadoI2', byRate.usual, amount),
      one('MontoGravadoI3', byRate.any, amount),
      one('MontoExento', '2222212202', amount),
      one('ITBIS1', byRate.usual, oneOf('18')),
      one('ITBIS2', byRate.usual, oneOf('16')),
      one('ITBIS3', byRate.any, oneOf('0')),
      one('TotalITBIS', byRate.any, amount),
      one('TotalITBIS1', byRate.usual, amount),
      one('TotalITBIS2', byRate.usual, amount),
      one('TotalITBIS3', byRate.any, amount),
      one('MontoTotal', always, amount),
      one('TotalITBISRetenido', '0000200000', amount),
      one('TotalISRRetencion', '0000200001', amount),
    ]),
    one('OtraMoneda', '2222222222', [
      one('TipoMoneda', always, currencies),
      one('TipoCambio', always, rate),
      one('MontoGravadoTotalOtraMoneda', byRate.any, amount),
      one('MontoGravado1OtraMoneda', byRate.usual, amount),
      one('MontoGravado2OtraMoneda', byRate.usual, amount),
      one('MontoGravado3OtraMoneda', byRate.any, amount),
      one('MontoExentoOtraMoneda', '2222212202', amount),
      one('TotalITBISOtraMoneda', byRate.any, amount),
      one('TotalITBIS1OtraMoneda', byRate.usual, amount),
      one('TotalITBIS2OtraMoneda', byRate.usual, amount),
      one('TotalITBIS3OtraMoneda', byRate.any, amount),
      one('MontoTotalOtraMoneda', always, amount),
    ]),
  ]),
  one('DetallesItems', always, [
    one(
      'Item',
      always,
      [
        one('NumeroLinea', always, { pattern: /^[1-9]\d{0,3}$/, what: 'un número de línea' }),
        one('IndicadorFacturacion', always, number(1, 4)),
        one('Retencion', '0000100001', [
          one('IndicadorAgenteRetencionoPercepcion', always, oneOf('1')),
          one('MontoITBISRetenido', '0000200000', amount),
          one('MontoISRRetenido', '0000200001', amount),
        ]),
        one('NombreItem', always, text(80)),
        one('IndicadorBienoServicio', always, number(1, 2)),
        one('DescripcionItem', optional, text(1000)),
        one('CantidadItem', always, quantity),
        one('PrecioUnitarioItem', always, price),
        one('DescuentoMonto', '2222202220', amount),
        one('OtraMonedaDetalle', '2222222222', [
          one('PrecioOtraMoneda', always, price),
          one('DescuentoOtraMoneda', '2222202220', amount),
          one('MontoItemOtraMoneda', always, amount),
        ]),
        one('MontoItem', always, amount),
      ],
      1000,
    ),
  ]),
  one('InformacionReferencia', '0011000000', [
    one('NCFModificado', always, { pattern: /^([A-Z]\d{10}|E\d{12})$/, what: 'un NCF o e-NCF' }),
    one('FechaNCFModificado', always, day),
    one('CodigoModificacion', always, number(1, 5)),
    one('RazonModificacion', optional, text(90)),
  ]),
  one('FechaHoraFirma', always, instant),
];
