import { type Field, type FieldOptions, type Kind, parsed, rejected } from './kind.ts';
import { fitting, parseText, type TextOptions, textKind } from './text.ts';

/** Good enough to catch slips; only a message that arrives proves an address. RFC 5321 caps it at 254. */
const address = /^[^\s@<>(),;:"[\]\\]+@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

export const emailKind: Kind<string, TextOptions> = {
  ...textKind,
  name: 'email',
  parse: (input, options) => {
    const checked = parseText(input, options);
    if (!checked.ok) return checked;
    const value = checked.value.toLowerCase();
    // Some letters have no small form of one sign.
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
    // Accents take more room in an address than they were typed with.
    return web && url.username === ''
      ? fitting(url.href.replace(/\/+$/, ''), options)
      : rejected('Escriba una dirección web válida, por ejemplo www.empresa.com.');
  },
  format: (value) => value.replace(/^https?:\/\//, ''),
};

/** E.164: a plus sign, the country's calling code, at most 15 digits (ITU-T E.164). */
const e164 = /^\+[1-9]\d{6,14}$/;

export const phoneKind: Kind<string, TextOptions> = {
  ...textKind,
  name: 'phone',
  parse: (input, options) => {
    const checked = parseText(input, options);
    if (!checked.ok) return checked;
    const value = checked.value.replace(/^00/, '+').replace(/[\s().-]/g, '');
    return e164.test(value)
      ? parsed(value)
      : rejected('Escriba el teléfono con el código del país, por ejemplo +1 809 555 0100.');
  },
  format: (value) => value.replace(/^(\+1)(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3 $4'),
};

/** An e-mail address, kept in lower case. */
export const email = (label: string, options: FieldOptions = {}): Field<string, TextOptions> => ({
  kind: emailKind,
  label,
  options: { max: 254, width: 'wide', ...options },
});

/** A web address; `https://` is added when it is left out. */
export const url = (label: string, options: FieldOptions = {}): Field<string, TextOptions> => ({
  kind: urlKind,
  label,
  options: { max: 300, width: 'wide', ...options },
});

/** A telephone number in E.164. */
export const phone = (label: string, options: FieldOptions = {}): Field<string, TextOptions> => ({
  kind: phoneKind,
  label,
  options: { max: 40, width: 'medium', ...options },
});
