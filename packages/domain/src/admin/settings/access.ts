import { type Kind, parsed, rejected } from '../../kinds/kind.ts';
import { integer } from '../../kinds/number.ts';
import { tagsKind } from '../../kinds/tags.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import type { SettingGroup } from './setting.ts';

const words = (pattern: RegExp, message: string, most: number): Kind<readonly string[]> => ({
  ...tagsKind,
  parse: (input) => {
    if (!Array.isArray(input) || input.length > most) return rejected(`Indique como máximo ${most}.`);
    const found: string[] = [];
    for (const one of input) {
      const word = typeof one === 'string' ? one.trim().toLowerCase() : '';
      if (!pattern.test(word)) return rejected(message);
      if (!found.includes(word)) found.push(word);
    }
    return parsed(found);
  },
  schema: () => ({ type: 'array', maxItems: most, items: { type: 'string', maxLength: 253 } }),
});

const domainKind = words(
  /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
  'Escriba dominios como empresa.com, sin @.',
  50,
);
const roleKind = words(/^[a-z][a-z0-9_]{0,39}$/, 'Elija roles que existan.', 100);

/** Registration and sign-in. */
export const access: SettingGroup = {
  label: 'Acceso',
  isPublic: ['registration_enabled'],
  scopes: { second_factor_roles: 'role' },
  fields: {
    registration_enabled: yesNo('Permitir que el personal se registre por su cuenta', {
      initial: true,
      hint: 'Quien se registra espera a que un administrador lo apruebe.',
    }),
    registration_allowed_domains: {
      kind: domainKind,
      label: 'Dominios que pueden registrarse',
      options: {
        initial: [],
        width: 'wide',
        hint: 'Solo correos de estos dominios, por ejemplo empresa.com. Sin ninguno: cualquiera.',
      },
    },
    'password_policy.min_length': integer('Largo mínimo de la contraseña', {
      min: 10,
      max: 64,
      required: true,
      initial: 10,
      hint: 'Caracteres. Vale para contraseñas nuevas; las que ya existen siguen sirviendo.',
    }),
    second_factor_roles: {
      kind: roleKind,
      label: 'Roles con segundo factor obligatorio',
      options: {
        initial: [],
        width: 'wide',
        hint: 'Quien tenga uno de estos roles debe confirmar con un código al entrar.',
      },
    },
  },
};
