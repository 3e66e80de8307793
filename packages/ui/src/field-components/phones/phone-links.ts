import type { JsonRow } from '@pauta/domain/kinds/json.ts';
import { splitPhone, writePhone } from '@pauta/domain/phone/written-phone.ts';

const e164 = /^\+[1-9]\d{6,14}$/;

/** Number and extension of a row, or of a field with both. */
const partsOf = ({ number, extension }: JsonRow): { number: string; extension: string } => {
  const parts = splitPhone(typeof number === 'string' ? number : '');
  return {
    number: parts.number.replace(/[\s().-]/g, ''),
    extension: extension ? String(extension) : parts.extension,
  };
};

/** Why a number must not be called; undefined if it may be called. */
export const callRefusal = (row: JsonRow): string | undefined => {
  if (row.do_not_call === true) return 'Pidió que no se le llame a este número.';
  if (row.kind === 'fax') return 'Es un fax.';
  return e164.test(partsOf(row).number) ? undefined : 'Complete el número para llamar.';
};

/** `tel:` link of RFC 3966, with the extension if there is one. @example callLink(row) // 'tel:+18095550101;ext=3' */
export const callLink = (row: JsonRow): string => {
  const { number, extension } = partsOf(row);
  return `tel:${number}${extension && `;ext=${extension}`}`;
};

/** Number and extension for a screen. @example numberWords(row) // '+1 809 555 0101 ext. 3' */
export const numberWords = (row: JsonRow): string => {
  const { number, extension } = partsOf(row);
  return writePhone(`${number}${extension && `;ext=${extension}`}`);
};

/** Whether the number has WhatsApp. */
export const hasWhatsApp = (row: JsonRow): boolean =>
  (row.is_whatsapp === true || row.kind === 'whatsapp') && e164.test(partsOf(row).number);

/** Address that opens a WhatsApp conversation. @example whatsAppLink(row) // 'https://wa.me/18095550101' */
export const whatsAppLink = (row: JsonRow): string => `https://wa.me/${partsOf(row).number.slice(1)}`;

/**
 * Address that opens a WhatsApp conversation with a text that is ready to be sent.
 *
 * @param row the number; null: WhatsApp asks to whom
 */
export const whatsAppText = (row: JsonRow | null, text: string): string =>
  `${row === null ? 'https://wa.me/' : whatsAppLink(row)}?text=${encodeURIComponent(text)}`;
