import { compareDecimals } from '../../../money/exact-decimal.ts';
import { type ReceivedType, receivedTypes } from '../../received-documents/received-document.ts';
import { type EcfNode, textOf } from '../ecf/ecf-types.ts';

/** What is read of an e-CF of another issuer. Days are `YYYY-MM-DD`, amounts decimal text in DOP. */
export interface ReadEcf {
  readonly encf: string;
  readonly type: ReceivedType;
  readonly issuerRnc: string;
  readonly issuerName: string;
  readonly buyerRnc: string;
  readonly issueDate: string;
  readonly dueDate: string | null;
  readonly modifies: string | null;
  readonly tax: string;
  readonly total: string;
}

/** What is read of the answer of a customer (ACECF) to an e-CF. */
export interface ReadApproval {
  readonly issuerRnc: string;
  readonly buyerRnc: string;
  readonly encf: string;
  readonly issueDate: string;
  readonly total: string;
  /** Null: it is approved. */
  readonly rejection: string | null;
}

/** What is read of an acknowledgement (ARECF) of an e-CF. */
export interface ReadAcknowledgement {
  readonly issuerRnc: string;
  readonly buyerRnc: string;
  readonly encf: string;
  readonly isReceived: boolean;
  /** Why it was not received: a key of `notReceived`; null if it was, or if nothing is said. */
  readonly refusal: string | null;
}

const rncForm = /^(\d{9}|\d{11})$/;
const encfForm = /^E\d{12}$/;
const amountForm = /^\d{1,16}(\.\d{1,2})?$/;

/** `YYYY-MM-DD` of `DD-MM-YYYY`; null for what is no day of the calendar. */
const dayOf = (text: string | undefined): string | null => {
  const [, day, month, year] = /^(\d{2})-(\d{2})-((?:19|20)\d{2})$/.exec(text ?? '') ?? [];
  if (day === undefined) return null;
  const iso = `${year}-${month}-${day}`;
  const time = Date.parse(iso);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso) ? iso : null;
};

const amountOf = (text: string | undefined): string | null => {
  if (text === undefined || !amountForm.test(text)) return null;
  const [whole = '', cents = ''] = text.split('.');
  return `${whole.replace(/^0+(?=\d)/, '')}.${cents.padEnd(2, '0')}`;
};

/** Who a document says that it is of, as far as an acknowledgement needs it; null if it does not say so readably. */
export const namedIn = (document: EcfNode): Pick<ReadEcf, 'issuerRnc' | 'buyerRnc' | 'encf'> | null => {
  const issuerRnc = textOf(document, 'Encabezado/Emisor/RNCEmisor') ?? '';
  const buyerRnc = textOf(document, 'Encabezado/Comprador/RNCComprador') ?? '';
  const encf = textOf(document, 'Encabezado/IdDoc/eNCF') ?? '';
  return document[0] === 'ECF' && rncForm.test(issuerRnc) && rncForm.test(buyerRnc) && encfForm.test(encf)
    ? { issuerRnc, buyerRnc, encf }
    : null;
};

const isType = (text: string | undefined): text is `${ReceivedType}` =>
  text !== undefined && Object.hasOwn(receivedTypes, text);

/**
 * Reads an e-CF of another issuer; null if what identifies it, its day or its amounts are not as the format says. Other
 * issuers use parts of the format that this product never makes, so it checks less than `checkEcf`.
 */
export const readEcf = (document: EcfNode): ReadEcf | null => {
  const named = namedIn(document);
  const type = textOf(document, 'Encabezado/IdDoc/TipoeCF');
  const issuerName = textOf(document, 'Encabezado/Emisor/RazonSocialEmisor')?.trim() ?? '';
  const issueDate = dayOf(textOf(document, 'Encabezado/Emisor/FechaEmision'));
  const total = amountOf(textOf(document, 'Encabezado/Totales/MontoTotal'));
  const taxText = textOf(document, 'Encabezado/Totales/TotalITBIS');
  const tax = taxText === undefined ? '0.00' : amountOf(taxText);
  const dueText = textOf(document, 'Encabezado/IdDoc/FechaLimitePago');
  const modifies = textOf(document, 'InformacionReferencia/NCFModificado') ?? null;
  if (!named || !isType(type) || named.encf.slice(1, 3) !== type) return null;
  if (issuerName === '' || issuerName.length > 150 || issueDate === null || total === null || tax === null)
    return null;
  if (compareDecimals(tax, total) > 0 || (modifies !== null && modifies.length > 19)) return null;
  const isNote = type === '33' || type === '34';
  if (isNote !== (modifies !== null)) return null;
  return {
    ...named,
    type: Number(type) as ReceivedType,
    issuerName,
    issueDate,
    dueDate: dayOf(dueText),
    modifies,
    tax,
    total,
  };
};

/** Reads the answer of a customer; null if it is not as the format says. */
export const readApproval = (document: EcfNode): ReadApproval | null => {
  const read = (name: string): string => textOf(document, `DetalleAprobacionComercial/${name}`) ?? '';
  const issueDate = dayOf(read('FechaEmision'));
  const total = amountOf(read('MontoTotal'));
  const reason = read('DetalleMotivoRechazo').trim();
  const state = read('Estado');
  if (document[0] !== 'ACECF' || issueDate === null || total === null) return null;
  if (!rncForm.test(read('RNCEmisor')) || !rncForm.test(read('RNCComprador'))) return null;
  if (!encfForm.test(read('eNCF')) || !['1', '2'].includes(state) || reason.length > 250) return null;
  return {
    issuerRnc: read('RNCEmisor'),
    buyerRnc: read('RNCComprador'),
    encf: read('eNCF'),
    issueDate,
    total,
    rejection: state === '1' ? null : reason || 'Sin motivo',
  };
};

/** Reads an acknowledgement; null if it is not as the format says. */
export const readAcknowledgement = (document: EcfNode): ReadAcknowledgement | null => {
  const read = (name: string): string => textOf(document, `DetalleAcusedeRecibo/${name}`) ?? '';
  const state = read('Estado');
  if (document[0] !== 'ARECF' || !['0', '1'].includes(state) || !encfForm.test(read('eNCF'))) return null;
  return {
    issuerRnc: read('RNCEmisor'),
    buyerRnc: read('RNCComprador'),
    encf: read('eNCF'),
    isReceived: state === '0',
    refusal: /^[1-4]$/.test(read('CodigoMotivoNoRecibido')) ? read('CodigoMotivoNoRecibido') : null,
  };
};
