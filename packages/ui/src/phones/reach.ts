import type { JsonRow } from '@pauta/domain/kinds/json.ts';

const e164 = /^\+[1-9]\d{6,14}$/;
const text = (value: unknown): string => (typeof value === 'string' ? value.replace(/[\s().-]/g, '') : '');

/** Why a number is not called; undefined when it may be. */
export const callRefusal = (row: JsonRow): string | undefined => {
  if (row.do_not_call === true) return 'Pidió que no se le llame a este número.';
  if (row.kind === 'fax') return 'Es un fax.';
  return e164.test(text(row.number)) ? undefined : 'Complete el número para llamar.';
};

/** `tel:` link of RFC 3966, with the extension where there is one. @example callLink(row) // 'tel:+18095550101;ext=3' */
export const callLink = (row: JsonRow): string =>
  `tel:${text(row.number)}${row.extension ? `;ext=${String(row.extension)}` : ''}`;

/** Is the number on WhatsApp? */
export const hasWhatsApp = (row: JsonRow): boolean =>
  (row.is_whatsapp === true || row.kind === 'whatsapp') && e164.test(text(row.number));

/** Opens a conversation. @example whatsAppLink(row) // 'https://wa.me/18095550101' */
export const whatsAppLink = (row: JsonRow): string => `https://wa.me/${text(row.number).slice(1)}`;
