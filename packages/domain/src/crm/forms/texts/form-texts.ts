import { type EarlyTexts, early } from './early.ts';
import { en } from './en.ts';
import { es419, type FormTexts, type SomeFormTexts } from './es-419.ts';
import { esES } from './es-es.ts';
import { esMX } from './es-mx.ts';

/** Texts of each language that differ from `es-419`. */
const differing = {
  'es-419': { lang: 'es-419' },
  'es-DO': { lang: 'es-DO' },
  'es-MX': esMX,
  'es-ES': esES,
  en,
} satisfies Record<string, SomeFormTexts>;

/** A supported language of the form, BCP 47. */
export type FormLocale = keyof typeof differing;

export const formLocales = Object.keys(differing) as FormLocale[];

const languageOf = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';

/**
 * The language for a page: the requested one if supported, else another variant of the same language, preferably the
 * form's own; without a request, or for an unsupported language, the form's own.
 *
 * @param wanted `lang` of the page, BCP 47
 * @param own language of the form's record
 * @example formLocale('en-US', 'es-DO') // 'en'
 * @example formLocale('es', 'es-MX') // 'es-MX'
 */
export function formLocale(wanted: string | undefined, own: FormLocale): FormLocale {
  if (!wanted) return own;
  const asked = formLocales.find((locale) => locale.toLowerCase() === wanted.toLowerCase());
  const near = [own, ...formLocales].find((locale) => languageOf(locale) === languageOf(wanted));
  return asked ?? near ?? own;
}

/** Texts of a language that differ from `es-419`. */
export const textsOf = (locale: FormLocale): SomeFormTexts => differing[locale];

/** All texts of the form in a language. */
export function fullTexts(locale: FormLocale): FormTexts {
  const given: SomeFormTexts = textsOf(locale);
  return Object.fromEntries(
    Object.entries(es419).map(([name, usual]) => {
      const own = given[name as keyof FormTexts];
      return [name, typeof usual === 'string' ? (own ?? usual) : { ...usual, ...(own as object) }];
    }),
  ) as FormTexts;
}

/** Texts of a language that are needed before the definition is loaded. */
export function earlyTexts(locale: FormLocale): EarlyTexts {
  const texts = fullTexts(locale);
  return Object.fromEntries(
    Object.keys(early).map((name) => [name, texts[name as keyof EarlyTexts]]),
  ) as EarlyTexts;
}

export type { FormTexts, SomeFormTexts };
