import { compareDecimals } from '../../../money/exact-decimal.ts';
import { consumerLimit } from '../consumer-limit.ts';

/** Whether a document is sent as a summary. */
export const isSummarised = (encf: string, total: string): boolean =>
  encf.startsWith('E32') && compareDecimals(total, consumerLimit) < 0;

const element = (xml: string, name: string): string =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';

/** What a signed document says that the stamp repeats. */
export const stampFacts = (xml: string) => ({
  issuerRnc: element(xml, 'RNCEmisor'),
  buyerRnc: element(xml, 'RNCComprador'),
  encf: element(xml, 'eNCF'),
  issued: element(xml, 'FechaEmision'),
  total: element(xml, 'MontoTotal'),
  signed: element(xml, 'FechaHoraFirma'),
});

/**
 * The address in the QR code of a printed e-CF, at which anyone asks the authority whether it is valid: parameters in the
 * documented order and encoded, an empty RncComprador included; of a summarised consumer invoice a shorter one.
 *
 * @param xml the signed document
 * @param services base addresses of the services, as `ecfAddresses` has them
 * @example stampAddress(xml, 'aB+9/z', ecfAddresses('production', null))
 */
export const stampAddress = (
  xml: string,
  securityCode: string,
  services: { readonly invoices: string; readonly summaries: string },
): string => {
  const { issuerRnc, buyerRnc, encf, issued, total, signed } = stampFacts(xml);
  const query = (pairs: readonly (readonly [string, string])[]): string =>
    pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return isSummarised(encf, total)
    ? `${services.summaries}/ConsultaTimbreFC?${query([
        ['RncEmisor', issuerRnc],
        ['ENCF', encf],
        ['MontoTotal', total],
        ['CodigoSeguridad', securityCode],
      ])}`
    : `${services.invoices}/ConsultaTimbre?${query([
        ['RncEmisor', issuerRnc],
        ['RncComprador', buyerRnc],
        ['ENCF', encf],
        ['FechaEmision', issued],
        ['MontoTotal', total],
        ['FechaFirma', signed],
        ['CodigoSeguridad', securityCode],
      ])}`;
};
