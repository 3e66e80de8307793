import { readPhone, writePhone } from '../phone/written-phone.ts';
import { type Field, type FieldOptions, type Kind, parsed, rejected } from './kind.ts';
import { fitting, parseText, type TextOptions, textKind } from './text.ts';

/**
 * Detects typing errors only; whether an address exists is known only once a message is delivered. Maximum length 254
 * (RFC 5321).
 */
const address = /^[^\s@<>(),;:"[\]\\]+@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

export const emailKind: Kind<string, TextOptions> = {
  ...textKind,
  name: 'email',
  parse: (input, options) => {
    const checked = parseText(input, options);
    if (!checked.ok) return checked;
    const value = checked.value.toLowerCase();
    // Some capital letters have no single lower-case character, so the length is checked after conversion.
    return address.test(value) && !value.includes('..')
      ? fitting(value, options)
      : rejected('Escriba un correo válido, por ejemplo nombre@empresa.com.');
  },
  schema: () => ({ type: 'string', maxLength: 254 }),
};

export const urlKind: Kind<string, TextOptions> = {
  ...textKind,
  name: 'url',
  parse: (input, options) => {
    const checked = parseText(input, options);
    if (!checked.ok) return checked;
    const typed = /^[a-z][a-z0-9+.-]*:/i.test(checked.value) ? checked.value : `https://${checked.value}`;
    if (!URL.canParse(typed))
      return rejected('Escriba una dirección web válida, por ejemplo www.empresa.com.');
    const url = new URL(typed);
    const web = (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname.includes('.');
    // Percent-encoded accents are longer than what was typed, so the length is checked after encoding.
    return web && url.username === ''
      ? fitting(url.href.replace(/\/+$/, ''), options)
      : rejected('Escriba una dirección web válida, por ejemplo www.empresa.com.');
  },
  format: (value) => value.replace(/^https?:\/\//, ''),
};

export interface PhoneOptions extends TextOptions {
  /** The extension is in a separate field. */
  readonly apart?: true;
}

export const phoneKind: Kind<string, PhoneOptions> = {
  ...textKind,
  name: 'phone',
  parse: (input, options) => {
    const checked = parseText(input, options);
    if (!checked.ok) return checked;
    const phone = readPhone(checked.value);
    if (!phone.ok) return rejected(phone.message);
    return options.apart && phone.value.includes(';')
      ? rejected('Escriba la extensión en su propio dato.')
      : parsed(phone.value);
  },
  format: writePhone,
};

/** An e-mail address, kept in lower case. */
export const email = (label: string, options: FieldOptions = {}): Field<string, TextOptions> => ({
  kind: emailKind,
  label,
  options: { max: 254, width: 'wide', ...options },
});

/** A web address; `https://` is added if it is missing. */
export const url = (label: string, options: FieldOptions = {}): Field<string, TextOptions> => ({
  kind: urlKind,
  label,
  options: { max: 300, width: 'wide', ...options },
});

/** A telephone: E.164, with its extension as RFC 3966 writes it (`+18095550185;ext=22`). */
export const phone = (
  label: string,
  options: FieldOptions & Pick<PhoneOptions, 'apart'> = {},
): Field<string, PhoneOptions> => ({
  kind: phoneKind,
  label,
  options: { max: 40, width: 'medium', ...options },
});
