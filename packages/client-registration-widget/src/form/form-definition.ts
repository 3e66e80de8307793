import type { ClientRegistrationError } from '../client-registration-props.ts';
import { fromJson } from '../net/from-json.ts';
import { loadEngine } from './engine/load-engine.ts';

/** A list value and its id on the server. */
export interface Option {
  readonly id: string | number;
  readonly name: string;
  /** Language of the name if it differs from that of the form, BCP 47. */
  readonly lang?: string;
}

/** Display name of an identification type. */
export interface TaxIdName {
  readonly type: string;
  readonly label: string;
  /** An example number in the usual notation. */
  readonly example?: string;
}

/** A country that a company may register from. */
export interface FormCountry {
  /** ISO 3166-1 alpha-2. */
  readonly iso2: string;
  readonly name: string;
  readonly calling_code: string;
  /** Types of identification in use there, the most usual first: `['RNC', 'CEDULA', 'PASAPORTE', 'OTRO']`. */
  readonly tax_id_types: readonly string[];
  /** Their display names; a missing one is shown as its code. */
  readonly tax_ids?: readonly TaxIdName[];
  /** An example telephone number in the usual notation. */
  readonly phone_example?: string;
}

/** The definition of one form: `GET /api/public/forms/{key}` → `{ form }`. */
export interface FormDefinition {
  readonly key: string;
  readonly title: string;
  readonly countries: readonly FormCountry[];
  readonly default_country: string;
  readonly industries: readonly Option[];
  /** Media platforms that a company may be interested in. */
  readonly platforms: readonly Option[];
  readonly investment_bands: readonly { readonly value: string; readonly label: string }[];
  /** The privacy notice that the visitor consents to. Addresses in the text become links. */
  readonly notice: { readonly version: string; readonly text: string };
  /** Language of the texts above, and of the form if the page requests no other. BCP 47. */
  readonly locale: string;
  /** Text under the title, instead of the default. */
  readonly intro?: string;
  readonly submit_label?: string;
  /** Optional questions that are not asked, by their name in the request. */
  readonly hidden?: readonly string[];
  /** Default layout, which the page can override. */
  readonly layout?: 'page' | 'steps';
  /** All texts, in the requested language. */
  readonly texts: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  /** Default theme, which the page can override. */
  readonly theme?: 'auto' | 'light' | 'dark';
  /** Colour of the submit button, `#rrggbb`. */
  readonly primary_color?: string;
  /** Custom texts after sending, or the address of a custom thank-you page. */
  readonly thanks?: { readonly title?: string; readonly text?: string; readonly url?: string };
  /** Custom labels by field name as in the request (`tax_id`, `contact.job`). */
  readonly labels?: Readonly<Record<string, string>>;
}

/** The result of loading a form: either the definition or the problem. */
export interface LoadedDefinition {
  readonly definition?: FormDefinition;
  readonly problem?: ClientRegistrationError;
}

const codes: Readonly<Record<number, ClientRegistrationError['code']>> = {
  0: 'network',
  403: 'origin',
  404: 'gone',
  410: 'gone',
};

/**
 * Base address of a form's requests.
 *
 * @param apiBase address of the server, with or without `/api`; empty for the page's own
 * @example formUrl('https://pauta.example/api', 'pk_1') // 'https://pauta.example/api/public/forms/pk_1'
 */
export function formUrl(apiBase: string, key: string): string {
  const server = apiBase.replace(/\/+$/, '').replace(/\/api$/, '');
  return `${server}/api/public/forms/${encodeURIComponent(key)}`;
}

/**
 * Loads the definition without cookies and without a preflight, with retries.
 *
 * @param lang language of the page, BCP 47
 */
export async function loadForm(
  url: string,
  lang: string | undefined,
  signal: AbortSignal,
): Promise<LoadedDefinition> {
  const address = lang ? `${url}?lang=${encodeURIComponent(lang)}` : url;
  let status = 0;
  try {
    let response: Response | undefined;
    try {
      response = await fetch(address, { credentials: 'omit', signal });
    } catch (error) {
      // Retrying without a connection is useless: the visitor is informed.
      if (!navigator.onLine) throw error;
    }
    if (!response || response.status === 429 || response.status >= 500) {
      // The retry logic is part of the engine, which is rarely needed at this point.
      const { persistentFetch } = await loadEngine();
      response = await persistentFetch(address, {}, { signal, pace: 500 });
    }
    ({ status } = response);
    const { form: definition } = fromJson(await response.text()) as { form?: FormDefinition };
    if (response.ok && Array.isArray(definition?.countries) && definition.texts) return { definition };
  } catch {
    // The status is sufficient; 0 means no response.
  }
  return { problem: { code: codes[status] ?? 'server', status } };
}
