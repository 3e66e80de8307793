import { type EcfNode, findNode, textOf } from '../ecf/ecf-types.ts';

/** A line of a received document, as its issuer wrote it. */
export interface ReceivedLine {
  readonly description: string;
  /** Further details; null without any. */
  readonly detail: string | null;
  readonly quantity: string;
  readonly unit_price: string;
  readonly amount: string;
}

/** What the readable face of a received document shows besides its record. */
export interface ReceivedContents {
  readonly issuer_address: string | null;
  readonly issuer_phone: string | null;
  readonly issuer_email: string | null;
  readonly internal_no: string | null;
  readonly purchase_order: string | null;
  readonly payment: string | null;
  readonly taxable: string | null;
  readonly exempt: string | null;
  readonly lines: readonly ReceivedLine[];
}

const payments: Readonly<Record<string, string>> = { 1: 'Contado', 2: 'Crédito', 3: 'Gratuito' };

/** Reads the contents of a received e-CF; parts that are missing are null. */
export const readContents = (document: EcfNode): ReceivedContents => {
  const header = (path: string): string | null => textOf(document, `Encabezado/${path}`)?.trim() || null;
  const items = findNode(document, 'DetallesItems')?.[1];
  const lines = items === undefined || typeof items === 'string' ? [] : items;
  return {
    issuer_address: header('Emisor/DireccionEmisor'),
    issuer_phone: header('Emisor/TablaTelefonoEmisor/TelefonoEmisor'),
    issuer_email: header('Emisor/CorreoEmisor'),
    internal_no: header('Emisor/NumeroFacturaInterna'),
    purchase_order: header('Comprador/NumeroOrdenCompra'),
    payment: payments[header('IdDoc/TipoPago') ?? ''] ?? null,
    taxable: header('Totales/MontoGravadoTotal'),
    exempt: header('Totales/MontoExento'),
    lines: lines
      .filter(([name]) => name === 'Item')
      .map((item) => ({
        description: textOf(item, 'NombreItem')?.trim() ?? '',
        detail: textOf(item, 'DescripcionItem')?.trim() || null,
        quantity: textOf(item, 'CantidadItem') ?? '',
        unit_price: textOf(item, 'PrecioUnitarioItem') ?? '',
        amount: textOf(item, 'MontoItem') ?? '',
      })),
  };
};
