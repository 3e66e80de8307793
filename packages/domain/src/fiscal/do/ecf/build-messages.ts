import { ecfDate, ecfInstant, plainText } from './build-ecf.ts';
import { type EcfNode, type EcfType, findNode } from './ecf-types.ts';

const chosen = (node: EcfNode, path: string, names: readonly string[]): EcfNode[] => {
  const found = findNode(node, path);
  if (!found || typeof found[1] === 'string') return [];
  return found[1].filter(([name]) => names.includes(name));
};

const summaryTotals = [
  'MontoGravadoTotal',
  'MontoGravadoI1',
  'MontoGravadoI2',
  'MontoGravadoI3',
  'MontoExento',
  'TotalITBIS',
  'TotalITBIS1',
  'TotalITBIS2',
  'TotalITBIS3',
  'MontoTotal',
] as const;

/**
 * The summary of a consumer invoice (32) below the limit, which is sent in its place (format RFCE 1.0).
 *
 * @param ecf the invoice
 * @param securityCode the first six characters of the invoice's signature
 */
export const buildSummary = (ecf: EcfNode, securityCode: string): EcfNode => [
  'RFCE',
  [
    [
      'Encabezado',
      [
        ['Version', '1.0'],
        [
          'IdDoc',
          chosen(ecf, 'Encabezado/IdDoc', ['TipoeCF', 'eNCF', 'TipoIngresos', 'TipoPago', 'TablaFormasPago']),
        ],
        ['Emisor', chosen(ecf, 'Encabezado/Emisor', ['RNCEmisor', 'RazonSocialEmisor', 'FechaEmision'])],
        [
          'Comprador',
          chosen(ecf, 'Encabezado/Comprador', [
            'RNCComprador',
            'IdentificadorExtranjero',
            'RazonSocialComprador',
          ]),
        ],
        ['Totales', chosen(ecf, 'Encabezado/Totales', summaryTotals)],
        ['CodigoSeguridadeCF', securityCode],
      ],
    ],
  ],
];

/** Numbers of one type that are voided, from the first to the last. */
export interface VoidedRange {
  readonly type: EcfType;
  readonly from: string;
  readonly to: string;
}

const numberIn = (encf: string): number => Number(encf.slice(3));

/** How many numbers a range has. */
export const rangeSize = ({ from, to }: VoidedRange): number => numberIn(to) - numberIn(from) + 1;

/** The message that voids numbers which were not sent (format ANECF 1.0): at most ten types, each with its ranges. */
export const buildVoidedRanges = (rnc: string, ranges: readonly VoidedRange[], at: string): EcfNode => {
  const types = [...new Set(ranges.map(({ type }) => type))];
  const count = (some: readonly VoidedRange[]): string =>
    String(some.reduce((sum, range) => sum + rangeSize(range), 0));
  return [
    'ANECF',
    [
      [
        'Encabezado',
        [
          ['Version', '1.0'],
          ['RncEmisor', rnc],
          ['CantidadeNCFAnulados', count(ranges)],
          ['FechaHoraAnulacioneNCF', ecfInstant(at)],
        ],
      ],
      [
        'DetalleAnulacion',
        types.map((type, index): EcfNode => {
          const own = ranges.filter((range) => range.type === type);
          return [
            'Anulacion',
            [
              ['NoLinea', String(index + 1)],
              ['TipoeCF', String(type)],
              [
                'TablaRangoSecuenciasAnuladaseNCF',
                own.map(
                  ({ from, to }): EcfNode => [
                    'Secuencias',
                    [
                      ['SecuenciaeNCFDesde', from],
                      ['SecuenciaeNCFHasta', to],
                    ],
                  ],
                ),
              ],
              ['CantidadeNCFAnulados', count(own)],
            ],
          ];
        }),
      ],
    ],
  ];
};

/** Why a received document was not taken. */
export const notReceived = {
  1: 'Error de especificación',
  2: 'Error de firma digital',
  3: 'Envío duplicado',
  4: 'RNC del comprador no corresponde',
} as const;

/** A document received from another issuer. */
export interface ReceivedEcf {
  readonly issuerRnc: string;
  readonly buyerRnc: string;
  readonly encf: string;
  /** `YYYY-MM-DD`. */
  readonly issueDate: string;
  readonly total: string;
}

/** The acknowledgement of a received document (format ARECF 1.0). */
export const buildAcknowledgement = (
  { issuerRnc, buyerRnc, encf }: Pick<ReceivedEcf, 'issuerRnc' | 'buyerRnc' | 'encf'>,
  refusal: keyof typeof notReceived | null,
  at: string,
): EcfNode => [
  'ARECF',
  [
    [
      'DetalleAcusedeRecibo',
      [
        ['Version', '1.0'],
        ['RNCEmisor', issuerRnc],
        ['RNCComprador', buyerRnc],
        ['eNCF', encf],
        ['Estado', refusal === null ? '0' : '1'],
        ...(refusal === null ? [] : ([['CodigoMotivoNoRecibido', String(refusal)]] as const)),
        ['FechaHoraAcuseRecibo', ecfInstant(at)],
      ],
    ],
  ],
];

/** The commercial approval of a received document, or its rejection with the reason (format ACECF 1.0). */
export const buildApproval = (received: ReceivedEcf, rejection: string | null, at: string): EcfNode => [
  'ACECF',
  [
    [
      'DetalleAprobacionComercial',
      [
        ['Version', '1.0'],
        ['RNCEmisor', received.issuerRnc],
        ['eNCF', received.encf],
        ['FechaEmision', ecfDate(received.issueDate)],
        ['MontoTotal', received.total],
        ['RNCComprador', received.buyerRnc],
        ['Estado', rejection === null ? '1' : '2'],
        ...(rejection === null
          ? []
          : ([['DetalleMotivoRechazo', plainText(rejection, 250) ?? 'Sin motivo']] as const)),
        ['FechaHoraAprobacionComercial', ecfInstant(at)],
      ],
    ],
  ],
];
